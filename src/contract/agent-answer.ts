/**
 * An agent's answer to a turn of the digital human, in the response to its webhook. The service and `chat`
 * read the same format.
 */
import { type Fields, isObject } from "./is-object.ts";
import { parseObject } from "./json.ts";

/**
 * The bodies of E6 in an answer, without the conversation's id: one for each tool call, then the message. The
 * answer is a JSON object with `message`, `tool_calls` ([{name, parameters, output}]), and other fields of
 * E6, or several such objects, one per line. Undefined if it is anything else. The fields are not checked.
 */
export function readAgentAnswer(text: string): Fields[] | undefined {
  const whole = objectOf(text);
  if (whole) return bodiesOf(whole);
  const objects = text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "")
    .map(objectOf);
  return objects.length > 0 && objects.every((object) => object !== undefined)
    ? asOneTurn(objects.flatMap(bodiesOf))
    : undefined;
}

/** Messages of one answer are one turn: only the last one ends it, unless others say that they do. */
export function asOneTurn<
  Body extends { readonly message?: unknown; readonly end_turn?: unknown; readonly events?: unknown },
>(bodies: readonly Body[]): Body[] {
  const last = bodies.findLastIndex(
    ({ message, events }) => typeof message === "string" && !(message === "" && events),
  );
  return bodies.map((body, place) =>
    place < last && typeof body.message === "string" ? { ...body, end_turn: body.end_turn ?? false } : body,
  );
}

function bodiesOf({ tool_calls, ...given }: Fields): Fields[] {
  // What has happened alone says nothing, and ends no turn.
  const isEvent = "events" in given && !("message" in given) && given["type"] === undefined;
  const rest = isEvent ? { message: "", end_turn: false, ...given } : given;
  if (!Array.isArray(tool_calls)) return [tool_calls === undefined ? rest : { ...rest, tool_calls }];
  const calls = tool_calls.map((call) => ({ ...(isObject(call) && call), type: "tool_call" }));
  return Object.keys(rest).length > 0 ? [...calls, rest] : calls;
}

/** The object that a text is. A text that begins otherwise is not parsed: an answer may be long. */
const objectOf = (text: string): Fields | undefined =>
  text.trimStart().startsWith("{") ? parseObject(text) : undefined;
