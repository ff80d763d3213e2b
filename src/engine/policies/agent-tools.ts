/** The tools of an agent, by their names. */
import lexicon from "texts:policies";
import { seemsEffectful } from "../metrics/tools/effectful.ts";
import { wordsOfName } from "../words/tool-words.ts";
import { isOneOf, type Token, tokensOf } from "./read/tokens.ts";

const { deeds, deed_nouns, naming, fields, minor_units } = lexicon.en;

/** What is known for certain about the tools that a prompt names. */
export interface KnownTools {
  readonly names: ReadonlySet<string>;
  /** The parameters of the tools for which the prompt lists them. */
  readonly parameters: ReadonlyMap<string, readonly string[]>;
  /** Whether an amount may be in cents. */
  readonly hasMinorUnits: boolean;
}

/** Names as programs write them: `book_appointment`, `orders.cancel`, `bookAppointment()`. */
const TOOL =
  /\b(?:[a-z][a-z0-9]{0,40}(?:_[a-z0-9]{1,40}){1,8}|[a-z][a-z0-9]{1,40}(?:[A-Z][a-z0-9]{1,40}){1,8}(?=\())/g;

/** The tools that a text names, in the order in which it names them. */
export const toolsIn = (text: string): string[] => [...new Set(text.match(TOOL) ?? [])];

const WITH_PARAMETERS = /\b([a-z][A-Za-z0-9]{0,40}(?:_[a-z0-9]{1,40}){0,8})\(([^()\n]{1,300})\)/g;

/** The parameters that a text lists behind the names of tools: `set_plan(account_id, months)`. */
export function parametersIn(text: string): Map<string, string[]> {
  const found = [...text.matchAll(WITH_PARAMETERS)].map(([, tool = "", list = ""]): [string, string[]] => [
    tool,
    list.split(",").flatMap((one) => /^\s*"?([A-Za-z_]\w{0,60})/.exec(one)?.[1] ?? []),
  ]);
  return new Map(found.filter(([tool]) => /[_A-Z]/.test(tool)));
}

/** A name with the word in front of it, and what is behind it. */
const NAMED =
  /(?:\b([A-Za-z]{1,12})[ \t]{1,3})?(?:the )?`?\b([a-z][a-z0-9]{0,40}(?:_[a-z0-9]{1,40}){1,8}|[a-z][a-z0-9]{1,40}(?:[A-Z][a-z0-9]{1,40}){1,8})\b`?(\()?(?: ([a-z]{4,8})\b)?/g;

/** The tools of a prompt. `order_id` looks like the name of one, but is a value. */
export function knownTools(prompt: string, recorded: readonly string[]): KnownTools {
  const parameters = parametersIn(prompt);
  const values = new Set([...parameters.values()].flat());
  const named = [...prompt.matchAll(NAMED)].flatMap(([, before = "", name = "", bracket, behind = ""]) => {
    const isCalled =
      bracket !== undefined || [before, behind].some((word) => naming.includes(word.toLowerCase()));
    const isValue = fields.includes(wordsOfName(name).at(-1) ?? "");
    return isCalled || (!isValue && name.includes("_") && seemsDeed(name)) ? [name] : [];
  });
  return {
    names: new Set([...recorded, ...named.filter((name) => !values.has(name))]),
    parameters,
    hasMinorUnits: minor_units.some((word) => new RegExp(`\\b${word}\\b`, "i").test(prompt)),
  };
}

const READING =
  /^(?:check|fetch|find|get|list|look|lookup|query|quote|read|retrieve|search|show|validate|verify|view)_/;
const seemsDeed = (name: string) => READING.test(name) || seemsEffectful(name);

/** The deeds that words are about: refunding, booking. A noun counts only if no verb says what is done. */
export function deedsIn(tokens: readonly Token[]): string[] {
  const words = tokens.filter(({ kind }) => kind === "word");
  const verbs = words.filter((token) => !isOneOf(token, deed_nouns));
  const found = namesOf(verbs);
  return found.length > 0 ? found : namesOf(words);
}

/** The deeds that the verbs among words are about. "A booking" does not count. */
export const verbDeedsIn = (tokens: readonly Token[]): string[] =>
  namesOf(tokens.filter((token) => token.kind === "word" && !isOneOf(token, deed_nouns)));

const namesOf = (tokens: readonly Token[]) =>
  Object.entries(deeds)
    .filter(([, words]) => tokens.some((token) => isOneOf(token, words)))
    .map(([name]) => name);

/** The deeds that a tool does, by its name. */
export const deedsOf = (tool: string): string[] => deedsIn(tokensOf(wordsOfName(tool).join(" ")));

/** The goal of an agent that a tool serves. */
export function goalOf(tool: string, goals: readonly string[]): string | undefined {
  const wanted = deedsOf(tool);
  return goals.find((goal) => deedsIn(tokensOf(goal)).some((deed) => wanted.includes(deed)));
}
