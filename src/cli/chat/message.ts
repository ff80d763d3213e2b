import type { AnnouncedVersions } from "../../contract/rules/tested-versions.ts";
import type { Body } from "../../contract/types.ts";
import { usage } from "../../lib/failure.ts";

export type Message = Body<"send_http_text_message">;

/** What every message of a conversation has. */
export interface Conversation {
  readonly simulation_result_id: string;
  /** The versions that a program in the agent's place is told; undefined if the service doesn't say. */
  readonly told: AnnouncedVersions | undefined;
  /** Creates the message_id by which the service recognises a repeated message. */
  newId(): string;
}

/**
 * Turns a line into a body of E6. Text is a message, and a JSON object has E6's own fields.
 * @throws Failure (usage) if a line starts with { but is not a JSON object, or belongs to another
 *   conversation
 */
export function toMessage(line: string, conversation: Conversation): Message {
  const { simulation_result_id, newId } = conversation;
  return line.trimStart().startsWith("{")
    ? fromFields(parseObject(line), conversation, line)
    : { simulation_result_id, message: line, message_id: newId() };
}

/** A body of E6 from its own fields. @throws Failure (usage) if it belongs to another conversation */
export function fromFields(
  fields: Readonly<Record<string, unknown>>,
  { simulation_result_id, newId }: Conversation,
  line: string,
): Message {
  const named = fields["simulation_result_id"] ?? simulation_result_id;
  if (named !== simulation_result_id)
    throw usage(`this line is for conversation ${named}, not ${simulation_result_id}`, { where: line });
  // The service checks the fields, because it may accept more than this program knows.
  return { message_id: newId(), ...fields, simulation_result_id };
}

/** Ends a conversation, so that the service evaluates it. */
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
    throw usage(`not a valid JSON object: ${(error as Error).message}`, {
      where: line,
      hint: 'to send a message that begins with {, write {"message": "{…"}',
    });
  }
}
