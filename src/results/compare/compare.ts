/** Compares two versions tested with the same digital humans, pair by pair of conversations. */
import { SIGNIFICANT } from "../../engine/comparison/compare-runs.ts";
import { mcnemar } from "../../engine/comparison/mcnemar.ts";
import { type Conversation, isJudged, repetitionsOf } from "../check/conversation.ts";
import { numbersOf } from "../check/criteria.ts";
import { holm } from "./holm.ts";
import { wilcoxon } from "./wilcoxon.ts";

/** A digital human's conversations with both versions. */
export interface Pair {
  readonly digital_human_id: number;
  readonly name: string;
  readonly repetition: number;
  readonly a: string | null;
  readonly b: string | null;
}

/** A number that was measured with both versions. */
export interface NumberDifference {
  readonly metric: string;
  /** Pairs in which both sides have a value. */
  readonly n: number;
  readonly mean_a: number;
  readonly mean_b: number;
  /** Median of b - a. */
  readonly median_difference: number;
  /** Wilcoxon's signed-rank test, with Holm's correction for the number of metrics. */
  readonly p: number;
  readonly significant: boolean;
}

export interface Comparison {
  /** `no_difference` means that no difference was shown, not that there is none. */
  readonly verdict: "a_better" | "b_better" | "no_difference" | "not_evaluated";
  readonly outcome: {
    /** Pairs in which both sides were judged. */
    readonly n: number;
    readonly passed_a: number;
    readonly passed_b: number;
    readonly only_a: number;
    readonly only_b: number;
    /** McNemar's exact test. */
    readonly p: number;
  };
  readonly pairs: readonly Pair[];
  readonly metrics: readonly NumberDifference[];
}

/** @param nameOf the name of a digital human */
export function compare(
  a: readonly Conversation[],
  b: readonly Conversation[],
  nameOf: (digital_human_id: number) => string,
): Comparison {
  const paired = pair(a, b);
  const judged = paired.flatMap(({ a: left, b: right }) =>
    left && right && isJudged(left) && isJudged(right) ? [[left, right] as const] : [],
  );
  const passes = ({ outcome }: Conversation) => outcome === "passed";
  const count = (holds: (left: boolean, right: boolean) => boolean) =>
    judged.filter(([left, right]) => holds(passes(left), passes(right))).length;
  const only_a = count((left, right) => left && !right);
  const only_b = count((left, right) => right && !left);
  const p = mcnemar(only_a, only_b);
  return {
    verdict:
      judged.length === 0 ? "not_evaluated" : p >= SIGNIFICANT ? "no_difference" : better(only_a, only_b),
    outcome: {
      n: judged.length,
      passed_a: count((left) => left),
      passed_b: count((_, right) => right),
      only_a,
      only_b,
      p,
    },
    pairs: paired.map(({ digital_human_id, repetition, a: left, b: right }) => ({
      digital_human_id,
      name: nameOf(digital_human_id),
      repetition,
      a: left?.outcome ?? null,
      b: right?.outcome ?? null,
    })),
    metrics: differences(judged),
  };
}

const better = (only_a: number, only_b: number) => (only_a > only_b ? "a_better" : "b_better");

interface Paired {
  readonly digital_human_id: number;
  readonly repetition: number;
  readonly a?: Conversation;
  readonly b?: Conversation;
}

function pair(a: readonly Conversation[], b: readonly Conversation[]): Paired[] {
  const pairs = new Map<string, Paired>();
  for (const [side, conversations] of [["a", a] as const, ["b", b] as const]) {
    const repetitions = repetitionsOf(conversations);
    for (const conversation of conversations) {
      const { id, digital_human_id } = conversation;
      const repetition = repetitions.get(id) ?? 1;
      const key = `${digital_human_id}.${repetition}`;
      pairs.set(key, { digital_human_id, repetition, ...pairs.get(key), [side]: conversation });
    }
  }
  return [...pairs.values()];
}

function differences(judged: readonly (readonly [Conversation, Conversation])[]): NumberDifference[] {
  const numbers = judged.map(([left, right]) => [numbersOf(left), numbersOf(right)] as const);
  const names = [...new Set(numbers.flatMap(([left]) => [...left.keys()]))].sort();
  const differences = names.flatMap((metric) => {
    const values = numbers.flatMap(([left, right]) => {
      const [value_a, value_b] = [left.get(metric), right.get(metric)];
      return value_a === undefined || value_b === undefined ? [] : [[value_a, value_b] as const];
    });
    if (values.length === 0) return [];
    const deltas = values.map(([value_a, value_b]) => value_b - value_a);
    return [
      {
        metric,
        n: values.length,
        mean_a: mean(values.map(([value]) => value)),
        mean_b: mean(values.map(([, value]) => value)),
        median_difference: median(deltas),
        p: wilcoxon(deltas).p,
      },
    ];
  });
  const adjusted = holm(differences.map(({ p }) => p));
  return differences.map((one, at) => {
    const p = adjusted[at] ?? 1;
    return { ...one, p, significant: p < SIGNIFICANT };
  });
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}
