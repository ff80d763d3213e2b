/** What was said and done in a session of LiveKit, as an agent tells it. */
import type { ToolCall } from "./agent.ts";
import { fieldsOf, parsed } from "./chat-wire.ts";
import { ASSISTANT, type Item } from "./livekit-wire.ts";

export interface Body {
  readonly message?: string;
  readonly tool_calls?: readonly object[];
  readonly end_conversation?: true;
}

/** Items as a webhook would have answered them. */
export function bodiesOf(items: readonly Item[]): Body[] {
  return items.flatMap((item): Body[] => {
    if (item.kind === "message") return saidIn(item) === "" ? [] : [{ message: saidIn(item) }];
    return item.kind === "function_call" ? [{ tool_calls: [callOf(item, items)] }] : [];
  });
}

/** The words of the agent in a message. */
export const saidIn = ({ role, text }: Item): string => (role === ASSISTANT ? text.trim() : "");

/** The calls of tools among items, with their results. */
export const callsIn = (items: readonly Item[]): ToolCall[] =>
  items.filter(({ kind }) => kind === "function_call").map((item) => callOf(item, items));

const callOf = ({ name, call_id, arguments: given }: Item, items: readonly Item[]): ToolCall => ({
  name,
  parameters: fieldsOf(parsed(given)),
  output: outputOf(items.find((one) => one.kind === "function_call_output" && one.call_id === call_id)),
});

/** The result of a tool: text, mostly JSON. */
function outputOf(item: Item | undefined): unknown {
  if (!item) return null;
  if (item.is_error) return { error: item.output };
  try {
    return JSON.parse(item.output);
  } catch {
    return item.output;
  }
}
