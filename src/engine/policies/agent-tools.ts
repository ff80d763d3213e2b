/** The tools of an agent, and which of them a clause is about. */
import lexicon from "texts:policies";
import { contentOf } from "./read/clause.ts";
import { isOneOf, type Token, tokensOf } from "./read/tokens.ts";

const { deeds, deed_nouns } = lexicon.en;

export interface AgentTools {
  /** All names. */
  readonly all: readonly string[];
  /** Those that change something. */
  readonly changing: readonly string[];
}

/** Names as programs write them: `book_appointment`, `orders.cancel`, `bookAppointment()`. */
const TOOL =
  /\b(?:[a-z][a-z0-9]{0,40}(?:_[a-z0-9]{1,40}){1,8}|[a-z][a-z0-9]{1,40}(?:[A-Z][a-z0-9]{1,40}){1,8}(?=\())/g;

/** The tools that a text names, in the order in which it names them. */
export const toolsIn = (text: string): string[] => [...new Set(text.match(TOOL) ?? [])];

const WITH_PARAMETERS = /\b([a-z][a-z0-9]{0,40}(?:_[a-z0-9]{1,40}){1,8})\(([^()\n]{1,300})\)/g;

/** The parameters that a text lists behind the names of tools: `set_plan(account_id, months)`. */
export function parametersIn(text: string): Map<string, string[]> {
  const found = [...text.matchAll(WITH_PARAMETERS)].map(([, tool = "", list = ""]): [string, string[]] => [
    tool,
    list.split(",").flatMap((one) => /^\s*"?([A-Za-z_]\w{0,60})/.exec(one)?.[1] ?? []),
  ]);
  return new Map(found);
}

/** The words of a tool's name. */
export const wordsOfName = (tool: string): Token[] =>
  tokensOf(tool.replace(/([a-z0-9])([A-Z])/g, "$1 $2").replace(/[_.]/g, " "));

/** The deeds that words are about: refunding, booking. A noun counts only if no verb says what is done. */
export function deedsIn(tokens: readonly Token[]): string[] {
  const words = tokens.filter(({ kind }) => kind === "word");
  const verbs = words.filter((token) => !isOneOf(token, deed_nouns));
  const found = namesOf(verbs);
  return found.length > 0 ? found : namesOf(words);
}

const namesOf = (tokens: readonly Token[]) =>
  Object.entries(deeds)
    .filter(([, words]) => tokens.some((token) => isOneOf(token, words)))
    .map(([name]) => name);

/** The tools that a clause names. */
export const namedIn = (tokens: readonly Token[], { all }: AgentTools): string[] => [
  ...new Set(
    tokens.flatMap(({ kind, text }) =>
      kind === "tool" || (kind === "word" && all.includes(text)) ? [text] : [],
    ),
  ),
];

/**
 * The one tool that a clause is about: the one that it names, otherwise the only one that changes something
 * and does what the clause says. Undefined if several fit, or if the deed could be another.
 */
export function toolOf(tokens: readonly Token[], tools: AgentTools): string | undefined {
  const named = namedIn(tokens, tools);
  if (named.length > 0) return named.length === 1 ? named[0] : undefined;
  const wanted = deedsIn(tokens);
  if (wanted.length !== 1) return undefined;
  const fitting = tools.changing.filter((tool) => deedsIn(wordsOfName(tool)).includes(wanted[0] ?? ""));
  if (fitting.length <= 1) return fitting[0];
  const content = contentOf(tokens).map(({ lower }) => stem(lower));
  const nouns = (tool: string) =>
    wordsOfName(tool)
      .slice(1)
      .map(({ lower }) => stem(lower));
  const exact = fitting.filter((tool) => nouns(tool).some((noun) => content.includes(noun)));
  return exact.length === 1 ? exact[0] : undefined;
}

/** Singular and plural alike. */
export const stem = (word: string): string =>
  word.length > 4 ? word.replace(/(?:ies|y)$/, "i").replace(/(?:es|s|e)$/, "") : word;

/** What a tool does, as a caller would say it: `issue_refund` becomes "issue a refund". */
export function toolPhrase(name: string): string {
  const [verb = "", ...object] = wordsOfName(name).map(({ lower }) => lower);
  if (object.length === 0) return verb;
  const thing = object.join(" ");
  const article = /s$/.test(thing) ? "" : /^[aeiou]/.test(thing) ? "an " : "a ";
  return `${verb} ${article}${thing}`;
}
