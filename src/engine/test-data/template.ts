/** Texts with `{{names}}` in them, as promptfoo and OpenAI's Evals write them. */
import { isObject } from "../../contract/is-object.ts";

const SLOT = /\{\{-?\s{0,20}([A-Za-z_][\w.-]{0,200})\s{0,20}-?\}\}/g;
const LOGIC = /\{%|\{\{/;

/** The text with its values, or what in it cannot be filled in. */
export function filled(
  template: string,
  values: unknown,
): { readonly text: string } | { readonly missing: string } {
  let missing: string | undefined;
  const text = template.replace(SLOT, (whole, name: string) => {
    const value = valueAt(values, name.split("."));
    if (value === undefined) missing ??= whole;
    return typeof value === "string" ? value : JSON.stringify(value ?? null);
  });
  const rest = template.replace(SLOT, "");
  if (missing !== undefined) return { missing };
  if (LOGIC.test(rest)) return { missing: /(?:\{%|\{\{)[^}]{0,40}/.exec(rest)?.[0] ?? "{{" };
  return { text };
}

function valueAt(values: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return values;
  return isObject(values) && Object.hasOwn(values, name) ? valueAt(values[name], rest) : undefined;
}

interface Message {
  readonly role: string;
  readonly content: string;
}

/** What a caller says of a list of messages, and what came before. Undefined if the last is not the user's. */
export function spoken(
  messages: readonly Message[],
):
  | { readonly system: string; readonly script: Readonly<Record<string, unknown>>; readonly said: string }
  | undefined {
  const system = messages
    .filter(({ role }) => role === "system" || role === "developer")
    .map(({ content }) => content)
    .join("\n\n");
  const talk = messages.filter(({ role }) => role === "user" || role === "assistant");
  const last = talk.at(-1);
  if (last?.role !== "user") return undefined;
  const said = last.content;
  if (talk.length === 1) return { system, said, script: {} };
  const given = talk.map(({ role, content }) => (role === "user" ? { user: content } : { agent: content }));
  return { system, said, script: { given } };
}

/** The one prompt of all tests. Undefined if they differ, or have none. */
export const common = (prompts: readonly string[]): string | undefined =>
  new Set(prompts).size === 1 && prompts[0] !== "" ? prompts[0] : undefined;
