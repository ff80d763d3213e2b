/** Why an agent's answer is not accepted, in words for whoever writes the agent. */
import type { Issue } from "../../../contract/issues.ts";
import { parseObject } from "../../../contract/json.ts";
import { SendHttpTextMessage } from "../../../contract/schemas/text-message.ts";
import { nearMiss } from "../../../engine/rules-language/near-miss.ts";

const OF_CALLS = ["name", "parameters", "output", "message_id"];
const NOT_OF_MESSAGES = ["simulation_result_id", "name", "parameters", "output"];
const OF_MESSAGES = [
  "tool_calls",
  ...Object.keys(SendHttpTextMessage.shape).filter((name) => !NOT_OF_MESSAGES.includes(name)),
];

/** What other interfaces call these fields, in lower case. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  arguments: "parameters",
  args: "parameters",
  input: "parameters",
  params: "parameters",
  tool: "name",
  tool_name: "name",
  function: "name",
  result: "output",
  tool_call: "tool_calls",
  toolcalls: "tool_calls",
  tools: "tool_calls",
  text: "message",
  content: "message",
  reply: "message",
};

export interface Refused {
  readonly issue: Issue;
  /** One of the bodies of the answer. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Its place among them. */
  readonly place: number;
  /** The whole answer. */
  readonly text: string;
}

/** `tool_calls.0.arguments: unknown field; did you mean parameters?` */
export function answerFault({ issue, body, place, text }: Refused): string {
  const { path, type, message } = issue;
  const isCall = body["type"] === "tool_call";
  // The calls of an answer come before its message.
  const above = isCall && isOneObject(text) ? ["tool_calls", place] : [];
  const where = [...above, ...path].join(".");
  if (type !== "extra_forbidden" || path.length > 1) return `${where}: ${message}`;
  const meant = meantBy(String(path[0]), isCall ? OF_CALLS : OF_MESSAGES);
  if (meant !== undefined) return `${where}: ${message}; did you mean ${meant}?`;
  return `${where}: ${message}${isCall ? "; a tool call has name, parameters and output" : ""}`;
}

function meantBy(field: string, known: string[]): string | undefined {
  const elsewhere = ELSEWHERE[field.toLowerCase()];
  return elsewhere !== undefined && known.includes(elsewhere) ? elsewhere : nearMiss(field, known);
}

/** Otherwise it has an object on each line, some of which may be tool calls. */
const isOneObject = (text: string): boolean => Array.isArray(parseObject(text)?.["tool_calls"]);
