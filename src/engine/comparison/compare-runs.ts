/** What improved and what got worse from one run to another, conversation by conversation. */
import { mcnemar } from "./mcnemar.ts";

/** A difference with a p-value below this is significant. */
export const SIGNIFICANT = 0.05;

/** A conversation of a run. */
export interface Outcome {
  readonly digital_human_id: number;
  /** The position among the digital human's conversations in the run, from 1. */
  readonly repetition: number;
  /** Any value other than passed and failed says nothing about the agent. */
  readonly outcome?: string | null | undefined;
}

export interface ComparedCase {
  readonly digital_human_id: number;
  readonly repetition: number;
}

export interface NotCompared extends ComparedCase {
  readonly before: string | null;
  readonly after: string | null;
}

export interface RunsCompared {
  /** Failed before, passed after. */
  readonly fixed: readonly ComparedCase[];
  /** Passed before, failed after. */
  readonly broken: readonly ComparedCase[];
  readonly still_failing: readonly ComparedCase[];
  readonly still_passing: readonly ComparedCase[];
  /** At least one of the two runs has no verdict on it. */
  readonly not_compared: readonly NotCompared[];
  /** McNemar's exact test of fixed against broken. Null if nothing could be compared. */
  readonly p: number | null;
  readonly significant: boolean;
}

export function compareRuns(before: readonly Outcome[], after: readonly Outcome[]): RunsCompared {
  const pairs = new Map<string, ComparedCase & { before: string | null; after: string | null }>();
  for (const [side, outcomes] of [["before", before] as const, ["after", after] as const])
    for (const { digital_human_id, repetition, outcome = null } of outcomes) {
      const key = `${digital_human_id}.${repetition}`;
      const none = { digital_human_id, repetition, before: null, after: null };
      pairs.set(key, { ...none, ...pairs.get(key), [side]: outcome });
    }
  const cases = [...pairs.values()];
  const from = (a: string, b: string): ComparedCase[] =>
    cases
      .filter((pair) => pair.before === a && pair.after === b)
      .map(({ digital_human_id, repetition }) => ({ digital_human_id, repetition }));
  const fixed = from("failed", "passed");
  const broken = from("passed", "failed");
  const still_failing = from("failed", "failed");
  const still_passing = from("passed", "passed");
  const not_compared = cases.filter((pair) => !(isVerdict(pair.before) && isVerdict(pair.after)));
  const p = cases.length === not_compared.length ? null : mcnemar(fixed.length, broken.length);
  const significant = p !== null && p < SIGNIFICANT;
  return { fixed, broken, still_failing, still_passing, not_compared, p, significant };
}

const isVerdict = (outcome: string | null) => outcome === "passed" || outcome === "failed";

/** `2 fixed, 1 broken, 3 still failing, 14 still passing; p = 1: no difference was shown` */
export function summaryOf({
  fixed,
  broken,
  still_failing,
  still_passing,
  not_compared,
  p,
  significant,
}: RunsCompared): string {
  const counts = `${fixed.length} fixed, ${broken.length} broken, ${still_failing.length} still failing, ${still_passing.length} still passing`;
  const open = not_compared.length > 0 ? `, ${not_compared.length} not compared` : "";
  if (p === null) return `${counts}${open}; nothing could be compared`;
  const verdict = !significant
    ? "no difference was shown"
    : fixed.length > broken.length
      ? "better"
      : "worse";
  return `${counts}${open}; p = ${Number(p.toPrecision(4))}: ${verdict}`;
}
