/** What was said and done in a session of LiveKit, as an agent tells it. */

import { fieldsOf } from "../../../contract/is-object.ts";
import { parseObject } from "../../../contract/json.ts";
import { HANDOFF, OWN_LATENCY } from "../../../results/agent-events.ts";
import type { AgentEvent, ToolCall } from "../agent.ts";
import { ASSISTANT, type Item } from "./wire.ts";

export interface Body {
  readonly message?: string;
  readonly tool_calls?: readonly object[];
  readonly events?: readonly AgentEvent[];
  readonly end_conversation?: true;
}

/** Items as a webhook would have answered them. */
export function bodiesOf(items: readonly Item[]): Body[] {
  return items.flatMap((item): Body[] => {
    const events = eventsIn([item]);
    const message = saidIn(item);
    return [
      ...(events.length > 0 ? [{ events }] : []),
      ...(message === "" ? [] : [{ message }]),
      ...(item.kind === "function_call" ? [{ tool_calls: [callOf(item, items)] }] : []),
    ];
  });
}

/** The words of the agent in a message. */
export const saidIn = ({ role, text }: Item): string => (role === ASSISTANT ? text.trim() : "");

/** The calls of tools among items, with their results. */
export const callsIn = (items: readonly Item[]): ToolCall[] =>
  items.filter(({ kind }) => kind === "function_call").map((item) => callOf(item, items));

/** Hand-offs to another agent, and how long the agent says that it took for a message. */
export const eventsIn = (items: readonly Item[]): AgentEvent[] =>
  items.flatMap(({ kind, role, latency_ms, old_agent_id, new_agent_id }): AgentEvent[] => {
    if (kind === "agent_handoff") {
      const from = old_agent_id === "" ? {} : { old_agent_id };
      return [{ title: HANDOFF, metadata: { ...from, new_agent_id } }];
    }
    const isMeasured = role === ASSISTANT && Object.keys(latency_ms).length > 0;
    return isMeasured ? [{ title: OWN_LATENCY, metadata: { latency_ms } }] : [];
  });

const callOf = ({ name, call_id, arguments: given }: Item, items: readonly Item[]): ToolCall => ({
  name,
  parameters: fieldsOf(parseObject(given)),
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
