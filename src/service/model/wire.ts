/** Chat completions in the format of servers with OpenAI's API. */
import { isObject, itemsOf } from "../../contract/is-object.ts";
import type { CompletionRequest, Message, Structure } from "./model.ts";
import { ModelError } from "./model.ts";

/** The levels of support for structured output, best first. If a server refuses one, the next is tried. */
export const LEVELS = ["json_schema", "json_object", "plain"] as const;
export type Level = (typeof LEVELS)[number];

/** The body of a request. If the server does not enforce the schema, the prompt spells it out. */
export function toBody(
  request: CompletionRequest,
  model: string,
  level: Level,
  with_temperature: boolean,
): object {
  const { messages, structure, temperature } = request;
  const body = { model, ...(with_temperature && temperature !== undefined && { temperature }) };
  if (!structure) return { ...body, messages };
  if (level === "json_schema") return { ...body, messages, response_format: schemaFormat(structure) };
  return {
    ...body,
    messages: withSchema(messages, structure),
    ...(level === "json_object" && { response_format: { type: "json_object" } }),
  };
}

/** The text of an answer and its cost. Throws `ModelError` for an incomplete answer. */
export function readBody(body: string): Told {
  const { choices, usage } = parse(body);
  const [choice] = itemsOf(choices);
  const { message, finish_reason } = objectOf(choice);
  const { content, refusal } = objectOf(message);
  if (typeof refusal === "string" && refusal !== "") throw new ModelError("the model refused to answer");
  if (finish_reason === "length") throw new ModelError("the model's answer was cut off at its token limit");
  if (finish_reason === "content_filter")
    throw new ModelError("the server's content filter withheld the answer");
  // PostgreSQL text columns cannot store NUL, and half a surrogate pair is not text.
  const text = textOf(content).replaceAll("\0", "\ufffd").toWellFormed();
  if (text.trim() === "") throw new ModelError("the model's answer contains no text");
  const { prompt_tokens, completion_tokens } = objectOf(usage);
  return { text, prompt_tokens: countOf(prompt_tokens), completion_tokens: countOf(completion_tokens) };
}

interface Told {
  readonly text: string;
  readonly prompt_tokens: number | null;
  readonly completion_tokens: number | null;
}

function schemaFormat({ name, schema, strict = true }: Structure): object {
  return { type: "json_schema", json_schema: { name, schema, strict } };
}

/**
 * The schema in words. Servers with JSON mode require the word JSON in the prompt. It is added to the first
 * message, because many models accept only one system message, at the start.
 */
function withSchema(messages: readonly Message[], { schema }: Structure): Message[] {
  const note = `Answer with one JSON object that fits this JSON Schema, and nothing else:\n${JSON.stringify(schema)}`;
  const [first, ...rest] = messages;
  return first?.role === "system" && typeof first.content === "string"
    ? [{ role: "system", content: `${first.content}\n\n${note}` }, ...rest]
    : [{ role: "system", content: note }, ...messages];
}

function parse(body: string): Record<string, unknown> {
  try {
    return objectOf(JSON.parse(body));
  } catch {
    throw new ModelError(
      "the server's answer is not JSON; does the base URL end just before /chat/completions?",
    );
  }
}

function objectOf(value: unknown): Record<string, unknown> {
  return isObject(value) ? { ...value } : {};
}

/** Some servers answer with a list of parts. */
function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .map((part) => objectOf(part)["text"])
    .filter((text) => typeof text === "string")
    .join("");
}

function countOf(tokens: unknown): number | null {
  return typeof tokens === "number" && Number.isSafeInteger(tokens) && tokens >= 0 ? tokens : null;
}
