import type { Body } from "../contract/types.ts";
import { usage } from "../failure.ts";

export type Message = Body<"send_http_text_message">;

/** What every message of a conversation gets. */
export interface Conversation {
  readonly simulation_result_id: string;
  /** Makes the message_id that lets the service know a repeated message. */
  newId(): string;
}

/**
 * A line as a body of E6: words are a message, a JSON object holds E6's own fields.
 * @throws Failure (usage) for a line that begins like an object and is none, and for another conversation's
 */
export function toMessage(line: string, { simulation_result_id, newId }: Conversation): Message {
  const message_id = newId();
  if (!line.trimStart().startsWith("{")) return { simulation_result_id, message: line, message_id };
  const fields = parseObject(line);
  const named = fields["simulation_result_id"] ?? simulation_result_id;
  if (named !== simulation_result_id)
    throw usage(`the line is for the conversation ${named}, not ${simulation_result_id}`, { where: line });
  // The service checks the fields: what it takes may be more than this program knows.
  return { message_id, ...fields, simulation_result_id };
}

/** Ends a conversation and lets the service evaluate it. */
export const farewell = ({ simulation_result_id, newId }: Conversation): Message => ({
  simulation_result_id,
  message: "",
  end_conversation: true,
  message_id: newId(),
});

function parseObject(line: string): Record<string, unknown> {
  try {
    return JSON.parse(line);
  } catch (error) {
    throw usage(`the line is no JSON object: ${(error as Error).message}`, {
      where: line,
      hint: 'a message that begins with { is given as {"message": "{…"}',
    });
  }
}
