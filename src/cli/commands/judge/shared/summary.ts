/** How well a judge's answers agree with the correct ones and with each other. */
import {
  type ClassRates,
  kappaEstimate,
  type Pair,
  ratesByClass,
} from "../../../../engine/judge/calibration.ts";
import type { Estimate } from "../../../../engine/judge/estimate.ts";
import type { Expected } from "./expected.ts";

/** The parts of a result that are compared. */
export interface Judged {
  readonly expected: Expected;
  readonly status: string;
  readonly value?: unknown;
  /** The share of the votes that agree with the result; absent if there is a single vote. */
  readonly agreement?: number | null | undefined;
  readonly usage?:
    | {
        readonly calls: number;
        readonly prompt_tokens: number | null;
        readonly completion_tokens: number | null;
      }
    | undefined;
}

/** What the judge's answers cost. Token counts are null if the model's server does not report them. */
export interface Cost {
  readonly calls: number;
  readonly prompt_tokens: number | null;
  readonly completion_tokens: number | null;
}

export interface Summary {
  readonly examples: number;
  /** Examples with a verdict: EVALUATED or NOT_APPLICABLE. No rate includes the others. */
  readonly judged: number;
  /** The share of the judged examples with the correct verdict. */
  readonly accuracy: number | null;
  /** pass_fail and yes_no: the F1 of true. enum: the mean F1 of all options that occur. */
  readonly f1: number | null;
  /** quantitative: the mean absolute error. */
  readonly mean_absolute_error: number | null;
  /** The share of the examples on which votes disagreed; null with a single vote. */
  readonly flip_rate: number | null;
  /** Agreement beyond chance with its 95% bootstrap interval. For numbers it is weighted linearly by rank. */
  readonly kappa: Estimate | null;
  /**
   * How often the judge finds each answer, and how often it correctly does not give it. Empty for numbers.
   */
  readonly classes: readonly ClassRates[];
  readonly cost: Cost;
  /** How often each answer was given for each correct answer. If there is no verdict, `got` is the status. */
  readonly confusion: readonly { readonly expected: string; readonly got: string; readonly count: number }[];
}

/**
 * Summarizes the results. A rate is null if there is nothing to divide by.
 * @param further further answers of the judge, which count only towards the cost
 */
export function summarize(results: readonly Judged[], further: readonly Judged[] = []): Summary {
  const judged = results.filter(hasVerdict);
  const voted = results.filter(({ agreement }) => typeof agreement === "number");
  return {
    examples: results.length,
    judged: judged.length,
    accuracy: ratio(judged.filter(isRight).length, judged.length),
    f1: f1Of(judged),
    mean_absolute_error: meanErrorOf(judged),
    flip_rate: ratio(voted.filter(({ agreement }) => agreement !== 1).length, voted.length),
    ...agreementOf(judged),
    cost: costOf([...results, ...further]),
    confusion: confusionOf(results),
  };
}

/** Agreement beyond chance, and how often the judge finds each answer. */
export function agreementOf(judged: readonly Judged[]): Pick<Summary, "kappa" | "classes"> {
  const pairs = judged.map(
    ({ expected, status, value }): Pair => [
      expected === null ? NOT_APPLICABLE : String(expected),
      status === "EVALUATED" ? String(value) : NOT_APPLICABLE,
    ],
  );
  const isNumeric = judged.some(({ expected }) => typeof expected === "number");
  const ranks = [...new Set(pairs.flat())].toSorted((left, right) => Number(left) - Number(right));
  const isRanked = isNumeric && !ranks.includes(NOT_APPLICABLE);
  return {
    kappa: kappaEstimate(pairs, { seed: "calibrate", ...(isRanked && { ranks }) }),
    classes: isNumeric ? [] : ratesByClass(pairs),
  };
}

const NOT_APPLICABLE = "NOT_APPLICABLE";

function costOf(results: readonly Judged[]): Cost {
  const used = results.flatMap(({ usage }) => usage ?? []);
  const sum = (field: "calls" | "prompt_tokens" | "completion_tokens") =>
    used.some((one) => one[field] === null)
      ? null
      : used.reduce((total, one) => total + (one[field] ?? 0), 0);
  return {
    calls: sum("calls") ?? 0,
    prompt_tokens: sum("prompt_tokens"),
    completion_tokens: sum("completion_tokens"),
  };
}

/** Whether the verdict is correct; undefined if there is none. */
export function isRight(result: Judged): boolean | undefined {
  if (!hasVerdict(result)) return undefined;
  return result.status === "NOT_APPLICABLE" ? result.expected === null : result.value === result.expected;
}

const hasVerdict = ({ status }: Judged) => status === "EVALUATED" || status === "NOT_APPLICABLE";

const ratio = (part: number, whole: number) => (whole === 0 ? null : part / whole);

const mean = (numbers: readonly number[]) =>
  ratio(
    numbers.reduce((sum, number) => sum + number, 0),
    numbers.length,
  );

/** Numbers have no F1. For booleans only true counts, as in a search. */
function f1Of(judged: readonly Judged[]): number | null {
  const labels = new Set(judged.flatMap(({ expected, value }) => [expected, value]));
  const options = Array.from(labels).filter((label) => label === true || typeof label === "string");
  return mean(options.flatMap((label) => f1OfLabel(judged, label) ?? []));
}

/** The harmonic mean of precision and recall: 2 TP / (2 TP + FP + FN). */
function f1OfLabel(judged: readonly Judged[], label: unknown): number | null {
  const expected = judged.filter((result) => result.expected === label);
  const got = judged.filter(({ value }) => value === label);
  const both = expected.filter(({ value }) => value === label);
  return ratio(2 * both.length, expected.length + got.length);
}

function meanErrorOf(judged: readonly Judged[]): number | null {
  return mean(
    judged.flatMap(({ expected, value }) =>
      typeof expected === "number" && typeof value === "number" ? [Math.abs(value - expected)] : [],
    ),
  );
}

function confusionOf(results: readonly Judged[]): Summary["confusion"] {
  const counts = new Map<string, { expected: string; got: string; count: number }>();
  for (const { expected, status, value } of results) {
    const cell = {
      expected: expected === null ? "NOT_APPLICABLE" : String(expected),
      got: status === "EVALUATED" ? String(value) : status,
    };
    const key = JSON.stringify(cell);
    const { count } = counts.get(key) ?? { count: 0 };
    counts.set(key, { ...cell, count: count + 1 });
  }
  return [...counts.values()].toSorted(
    (left, right) => compare(left.expected, right.expected) || compare(left.got, right.got),
  );
}

const compare = (left: string, right: string) => (left < right ? -1 : Number(left > right));
