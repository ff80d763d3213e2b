import { quantityText } from "./rules-language/quantity-text.ts";
import { valueInWords } from "./value-in-words.ts";

type Evidence = Readonly<Record<string, unknown>>;

/** A clause of rules and its result. `outcome` is true, false, or `unknown`. */
interface ExplainedClause {
  readonly text: string;
  readonly outcome: unknown;
  readonly decided: boolean;
  readonly missing?: string | undefined;
  readonly evidence?: readonly Evidence[] | undefined;
}

/** The fields of a verdict that are used here. A service may leave out any of them. */
export interface ExplainedVerdict {
  readonly status: string;
  readonly value?: unknown;
  readonly reason?: string | null | undefined;
  readonly message?: string | null | undefined;
  readonly reasoning?: string | null | undefined;
  readonly clauses?: readonly ExplainedClause[] | undefined;
  readonly evidence?: readonly Evidence[] | undefined;
  /** The answer of each vote of a judge. */
  readonly votes?: readonly CastVote[] | undefined;
}

export interface CastVote {
  readonly status: string;
  readonly reason?: string | undefined;
  readonly value?: unknown;
}

/** How the votes of a judge are divided: `2 true, 1 false`. Undefined if there was at most one. */
export function voteSplit(votes: readonly CastVote[] = []): string | undefined {
  if (votes.length < 2) return undefined;
  const counts = new Map<string, number>();
  for (const { status, reason, value } of votes) {
    const said = status === "EVALUATED" ? String(value) : (reason ?? status.toLowerCase());
    counts.set(said, (counts.get(said) ?? 0) + 1);
  }
  const largestFirst = [...counts].toSorted(([, a], [, b]) => b - a);
  return largestFirst.map(([said, count]) => `${count} ${said}`).join(", ");
}

/** Quotes are cut to this many characters. */
const QUOTE_CHARACTERS = 120;
const EVIDENCE_SHOWN = 3;

/**
 * Why a verdict was reached, in one line: the clause that decided it and what happened, the judge's quote and
 * reasoning, or the verdict's message or reason. Undefined if the verdict has none of these.
 */
export function explainVerdict(verdict: ExplainedVerdict): string | undefined {
  const why = whyOf(verdict);
  const split = voteSplit(verdict.votes);
  // If all votes agree, the split says nothing new.
  return split?.includes(",") ? `${why ?? ""}${why ? " " : ""}(votes: ${split})` : why;
}

function whyOf({
  status,
  value,
  reason,
  message,
  reasoning,
  clauses,
  evidence,
}: ExplainedVerdict): string | undefined {
  if (status !== "EVALUATED" && message) return oneLine(message);
  const telling = clauses?.find(({ decided, outcome, text }) => decided && isTelling(text, outcome, value));
  const clause =
    telling ?? clauses?.find(({ decided }) => decided) ?? clauses?.find(({ missing }) => missing);
  if (clause) return explainClause(clause);
  if (message) return oneLine(message);
  const quotes = (evidence ?? []).filter(({ kind }) => kind === "turn").map(shownEvidence);
  const said = [...quotes.slice(0, 1), ...(reasoning ? [oneLine(reasoning)] : [])];
  if (said.length > 0) return said.join(": ");
  return status === "EVALUATED" ? undefined : (reason ?? undefined);
}

/**
 * Whether to show this clause if several decided. For a failure, show a `fail when` that happened, or a `pass
 * when` that did not.
 */
const isTelling = (text: string, outcome: unknown, value: unknown) =>
  value !== false || /^\s*fail\b/i.test(text) === (outcome === true);

/** `fail when tool refund called → condition met: tool call 2` */
function explainClause({ text, outcome, evidence = [], missing }: ExplainedClause): string {
  const matched = evidence.filter((found) => found["matched"] !== false);
  const shown = matched.slice(0, EVIDENCE_SHOWN).map(shownEvidence);
  const more = matched.length > EVIDENCE_SHOWN ? [`${matched.length - EVIDENCE_SHOWN} more`] : [];
  const where = shown.length > 0 ? `: ${[...shown, ...more].join(", ")}` : "";
  if (outcome === true) return `${oneLine(text)} → condition met${where}`;
  if (outcome === false) return `${oneLine(text)} → condition never met`;
  return `${oneLine(text)} → not known${missing ? `: no ${missing}` : ""}`;
}

function shownEvidence({ kind, turn, quote, call, name, id, value, unit }: Evidence): string {
  if (kind === "turn") return `turn ${turn} ${JSON.stringify(cut(String(quote ?? "")))}`;
  if (kind === "tool_call") return `tool call ${call} ${name}`;
  if (kind === "metric")
    return `${id} is ${typeof value === "object" ? valueInWords(value) : measured(value, unit)}`;
  return cut(JSON.stringify({ kind, value }));
}

/**
 * The clause that a text of `explainVerdict` names, up to its outcome. Results that an earlier version stored
 * say `happened` and `did not happen`.
 */
export const clauseIn = (text: string): string | undefined =>
  /^(.*→ (?:condition met|condition never met|happened|did not happen|not known))/.exec(text)?.[1];

const measured = (value: unknown, unit: unknown) =>
  typeof value === "string"
    ? JSON.stringify(value)
    : quantityText(value, typeof unit === "string" ? unit : undefined);

const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();
const cut = (text: string) => (text.length > QUOTE_CHARACTERS ? `${text.slice(0, QUOTE_CHARACTERS)}…` : text);
