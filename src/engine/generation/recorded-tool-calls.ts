/** A tool call that a digital human expects. */
import { isObject } from "../../contract/is-object.ts";
import { parseJson } from "../../contract/json.ts";

export interface RecordedToolCall {
  name: string;
  parameters?: Record<string, unknown>;
}

/**
 * The tool calls in a transcript of JSON chat messages: `tool_calls` with `function.name` and
 * `function.arguments`, or with `name` and `parameters` or `arguments`. Transcripts in other formats have
 * none.
 */
export function recordedToolCalls(transcript: string): RecordedToolCall[] {
  return callsIn(parseJson(transcript));
}

function callsIn(value: unknown): RecordedToolCall[] {
  if (Array.isArray(value)) return value.flatMap(callsIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, inside]) =>
    key === "tool_calls" && Array.isArray(inside) ? inside.flatMap(callOf) : callsIn(inside),
  );
}

function callOf(value: unknown): RecordedToolCall[] {
  if (!isObject(value)) return [];
  const called = isObject(value["function"]) ? value["function"] : value;
  const { name } = called;
  if (typeof name !== "string" || name === "") return [];
  const given = called["parameters"] ?? called["arguments"];
  const parameters = typeof given === "string" ? parseJson(given) : given;
  return [{ name, ...(isObject(parameters) && { parameters }) }];
}
