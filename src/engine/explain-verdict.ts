import { isPolicy, policyName } from "./policies/verdict-name.ts";
import { quantityText } from "./rules-language/quantity-text.ts";
import { stateInWords } from "./rules-language/state-in-words.ts";
import { valueInWords } from "./words/value-in-words.ts";

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
  readonly name?: string | undefined;
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
 * reasoning, or the verdict's message or reason. Undefined if the verdict has none of these. For a policy, it is
 * what the policy is read as instead of the clause.
 */
export function explainVerdict(verdict: ExplainedVerdict): string | undefined {
  const why = whyOf(verdict, tellingClause(verdict));
  const split = voteSplit(verdict.votes);
  // If all votes agree, the split says nothing new.
  return split?.includes(",") ? `${why ?? ""}${why ? " " : ""}(votes: ${split})` : why;
}

/** The same, with a line for each clause that decided. */
export function explainEachClause(verdict: ExplainedVerdict): (string | undefined)[] {
  const decided = (verdict.clauses ?? []).filter((clause) => clause.decided);
  if (decided.length === 0) return [explainVerdict(verdict)];
  return decided.map((clause) => whyOf(verdict, clause));
}

function tellingClause({ value, clauses }: ExplainedVerdict): ExplainedClause | undefined {
  const telling = clauses?.find(({ decided, outcome, text }) => decided && isTelling(text, outcome, value));
  return telling ?? clauses?.find(({ decided }) => decided) ?? clauses?.find(({ missing }) => missing);
}

function whyOf(verdict: ExplainedVerdict, clause: ExplainedClause | undefined): string | undefined {
  const { status, reason, message, reasoning, evidence } = verdict;
  const policy = clause && explainPolicy(verdict, clause);
  if (policy) return policy;
  if (status !== "EVALUATED" && message) return oneLine(message);
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

/**
 * What a verdict that passed rests on, in one line: the words, the tool calls, and the measurements, and the
 * clauses that passed because something did not happen. Otherwise the verdict's message, if it has one.
 */
export function groundsOf(verdict: ExplainedVerdict): string | undefined {
  const { message, reasoning, clauses = [], evidence = [] } = verdict;
  const deciding = clauses.filter(({ decided }) => decided);
  const shown = [...deciding.flatMap((clause) => clause.evidence ?? []), ...evidence].filter(
    ({ kind, matched }) => matched !== false && (kind !== "metric" || deciding.length > 0),
  );
  const absent = deciding.filter((clause) => !clause.evidence?.some(({ matched }) => matched !== false));
  const never =
    absent.length > 1
      ? [`none of ${absent.length} conditions for failing was met`]
      : absent.map((clause) => explainPolicy(verdict, clause) ?? explainClause(clause));
  const parts = [...listed([...new Set(shown.map(shownEvidence))]), ...never];
  const said = reasoning ? oneLine(reasoning) : message ? oneLine(message) : undefined;
  return parts.length > 0 ? parts.join(", ") : said;
}

const listed = (shown: readonly string[]): string[] =>
  shown.length > EVIDENCE_SHOWN
    ? [...shown.slice(0, EVIDENCE_SHOWN), `${shown.length - EVIDENCE_SHOWN} more`]
    : [...shown];

/** `fail when tool refund called → condition met: tool call 2` */
function explainClause(clause: ExplainedClause): string {
  const { text, outcome } = clause;
  if (outcome === true) return `${oneLine(text)} → condition met${placesOf(clause)}`;
  if (outcome === false) return `${oneLine(text)} → condition never met`;
  return `${oneLine(text)} → ${notKnown(clause)}`;
}

/**
 * `issue_refund only after lookup_order → broken: tool call 1 issue_refund`. The words are what the policy is read
 * as, without what the name of the verdict already says. A rule that can fail in several ways adds the clause.
 * Undefined if the verdict is not on a policy, or has not its words.
 */
function explainPolicy(verdict: ExplainedVerdict, clause: ExplainedClause): string | undefined {
  const { name = "", status, value, message, clauses = [] } = verdict;
  if (!isPolicy(name) || !message || status === "ERROR") return undefined;
  const words = policyName(message) === name ? "" : oneLine(message);
  const failing = clauses.filter(({ text }) => !/^\s*na\b/i.test(text));
  const which = failing.length > 1 ? oneLine(clause.text) : "";
  const said = words && which ? `${words} (${which})` : words || which;
  const outcome =
    status !== "EVALUATED"
      ? notKnown(clause)
      : value === false
        ? `broken${clause.outcome === true ? placesOf(clause) : ""}`
        : "kept";
  return said ? `${said} → ${outcome}` : outcome;
}

function placesOf({ evidence = [] }: ExplainedClause): string {
  const shown = listed(evidence.filter(({ matched }) => matched !== false).map(shownEvidence));
  return shown.length > 0 ? `: ${shown.join(", ")}` : "";
}

const notKnown = ({ missing }: ExplainedClause) => `not known${missing ? `: no ${missing}` : ""}`;

function shownEvidence(evidence: Evidence): string {
  const { kind, turn, quote, call, name, id, value, unit } = evidence;
  if (kind === "turn") return `turn ${turn} ${JSON.stringify(cut(String(quote ?? "")))}`;
  if (kind === "tool_call") return `tool call ${call} ${name}`;
  if (evidence["kind"] === "state") return stateInWords(evidence);
  if (kind === "metric")
    return `${id} is ${typeof value === "object" ? valueInWords(value) : measured(value, unit)}`;
  return cut(JSON.stringify({ kind, value }));
}

/**
 * The clause or policy that a text of `explainVerdict` names, up to its outcome. Results that an earlier version stored
 * say `happened` and `did not happen`.
 */
export const clauseIn = (text: string): string | undefined =>
  /^(.*→ (?:condition met|condition never met|broken|kept|happened|did not happen|not known))/.exec(
    text,
  )?.[1];

const measured = (value: unknown, unit: unknown) =>
  typeof value === "string"
    ? JSON.stringify(value)
    : quantityText(value, typeof unit === "string" ? unit : undefined);

const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();
const cut = (text: string) => (text.length > QUOTE_CHARACTERS ? `${text.slice(0, QUOTE_CHARACTERS)}…` : text);
