/** What a conversation has to show, in words and, if it can be stated exactly, as rules. */
export interface Criterion {
  /** A sentence for people and for a judge. */
  says: string;
  /** Clauses of the rule language; empty if only a judge can tell. */
  rules: readonly string[];
}

/** Longer rules are not read (see docs/rule-language.md). */
const MAX_LENGTH = 20_000;

/**
 * The `success_criteria` of a digital human. They are rules, with the sentences as comments, when the rules of `main`
 * decide alone whether it passes; what only a judge could tell is written as sentences.
 */
export function successCriteria(main: Criterion, further: readonly Criterion[] = []): string {
  const all = distinct([main, ...further]);
  if (main.rules.length === 0) return all.map(({ says }) => says).join(" ");
  const decided = all.filter(({ rules }) => rules.length > 0);
  while (decided.length > 1 && guidance(decided).length > MAX_LENGTH) decided.pop();
  return guidance(decided);
}

/** Guidance in the rule language: each sentence as a comment over its clauses. */
export function guidance(criteria: readonly Criterion[]): string {
  const lines = criteria.flatMap(({ says, rules }) => [`# ${oneLine(says)}`, ...rules]);
  return ["@rules", ...new Set(lines)].join("\n");
}

/** A text as a string of the rule language. */
export const quoted = (text: string): string => JSON.stringify(oneLine(text));

/** The name of a tool in the rule language. */
export const toolName = (name: string): string =>
  /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? name : quoted(name);

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

function distinct(criteria: readonly Criterion[]): Criterion[] {
  const seen = new Set<string>();
  return criteria.filter(({ says }) => !seen.has(says) && seen.add(says));
}
