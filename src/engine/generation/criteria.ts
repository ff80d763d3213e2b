/** What a conversation must show: in words, and also as rules if that can be exact. */
export interface Criterion {
  /** A sentence for people and for a judge. */
  says: string;
  /** Clauses of the rule language. Empty if only a judge can tell. */
  rules: readonly string[];
}

/** The evaluator does not read longer rules (see docs/rule-language.md). */
const MAX_LENGTH = 20_000;

/**
 * The `success_criteria` of a digital human. If the rules of `main` alone decide whether it passes, they are
 * rules, with the sentences as comments. If only a judge can tell, they are sentences.
 */
export function successCriteria(main: Criterion, further: readonly Criterion[] = []): string {
  const all = distinct([main, ...further]);
  if (main.rules.length === 0) return all.map(({ says }) => says).join(" ");
  const decided = all.filter(({ rules }) => rules.length > 0);
  while (decided.length > 1 && guidance(decided).length > MAX_LENGTH) decided.pop();
  return guidance(decided);
}

/** Guidance in the rule language: each sentence is a comment above its clauses. */
export function guidance(criteria: readonly Criterion[]): string {
  const lines = criteria.flatMap(({ says, rules }) => [`# ${oneLine(says)}`, ...rules]);
  return ["@rules", ...new Set(lines)].join("\n");
}

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

function distinct(criteria: readonly Criterion[]): Criterion[] {
  const seen = new Set<string>();
  return criteria.filter(({ says }) => !seen.has(says) && seen.add(says));
}
