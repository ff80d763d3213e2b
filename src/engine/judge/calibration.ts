/** How wrong a judge is, measured on labelled conversations: pure statistics, seeded. */
import { turnRng } from "../caller/random.ts";

/** A number with the interval that holds it in 95 of 100 repetitions. */
export interface Estimate {
  readonly value: number;
  readonly lower: number;
  readonly upper: number;
}

/** A label and the judge's answer to the same conversation. */
export type Pair = readonly [label: string, answer: string];

const RESAMPLES = 2_000;
const Z = 1.959964;

/**
 * Cohen's kappa: agreement beyond chance. With `ranks`, the answers in their order, it is weighted linearly: an answer
 * next to the right one is half as wrong as one two ranks off. Null where chance alone would always agree.
 */
export function kappa(pairs: readonly Pair[], ranks?: readonly string[]): number | null {
  const { cells, size } = cellsOf(pairs, ranks);
  const counts = new Float64Array(size * size);
  for (const cell of cells) counts[cell] = (counts[cell] ?? 0) + 1;
  return kappaOf(counts, size, ranks !== undefined);
}

/** The place of each pair in the table of labels and answers. */
function cellsOf(pairs: readonly Pair[], ranks: readonly string[] | undefined) {
  const classes = ranks ?? [...new Set(pairs.flat())];
  const index = new Map(classes.map((name, place) => [name, place]));
  const size = classes.length;
  const cells = pairs.map(([label, answer]) => (index.get(label) ?? 0) * size + (index.get(answer) ?? 0));
  return { cells, size };
}

function kappaOf(counts: Float64Array, size: number, isRanked: boolean): number | null {
  const rows = new Float64Array(size);
  const columns = new Float64Array(size);
  for (const [cell, count] of counts.entries()) {
    const [row, column] = [Math.floor(cell / size), cell % size];
    rows[row] = (rows[row] ?? 0) + count;
    columns[column] = (columns[column] ?? 0) + count;
  }
  const n = rows.reduce((sum, count) => sum + count, 0);
  let [observed, expected] = [0, 0];
  for (const [cell, count] of counts.entries()) {
    const [row, column] = [Math.floor(cell / size), cell % size];
    const off = isRanked ? Math.abs(row - column) : Number(row !== column);
    observed += count * off;
    expected += ((rows[row] ?? 0) * (columns[column] ?? 0) * off) / n;
  }
  return n === 0 || expected === 0 ? null : 1 - observed / expected;
}

/** Kappa with its percentile bootstrap interval; null where there is no kappa. */
export function kappaEstimate(
  pairs: readonly Pair[],
  { ranks, seed, resamples = RESAMPLES }: { ranks?: readonly string[]; seed: string; resamples?: number },
): Estimate | null {
  const value = kappa(pairs, ranks);
  if (value === null) return null;
  const { cells, size } = cellsOf(pairs, ranks);
  const random = turnRng(seed, "kappa", 0);
  const found: number[] = [];
  for (let round = 0; round < resamples; round += 1) {
    const counts = new Float64Array(size * size);
    for (let drawn = 0; drawn < cells.length; drawn += 1) {
      const cell = cells[Math.floor(random() * cells.length)] ?? 0;
      counts[cell] = (counts[cell] ?? 0) + 1;
    }
    const one = kappaOf(counts, size, ranks !== undefined);
    if (one !== null) found.push(one);
  }
  found.sort((a, b) => a - b);
  const at = (share: number) => found[Math.min(found.length - 1, Math.floor(share * found.length))] ?? value;
  return { value, lower: at(0.025), upper: at(0.975) };
}

/** A share with its Wilson interval. */
export function shareEstimate(part: number, whole: number): Estimate | null {
  if (whole === 0) return null;
  const value = part / whole;
  const centre = (part + Z ** 2 / 2) / (whole + Z ** 2);
  const half = (Z / (whole + Z ** 2)) * Math.sqrt((part * (whole - part)) / whole + Z ** 2 / 4);
  return { value, lower: Math.max(0, centre - half), upper: Math.min(1, centre + half) };
}

export interface ClassRates {
  readonly class: string;
  readonly labelled: number;
  /** The share of the conversations with this label in which the judge says so. */
  readonly sensitivity: Estimate | null;
  /** The share of all others in which the judge does not say so. */
  readonly specificity: Estimate | null;
}

/** Sensitivity and specificity of each class, in the order in which the classes first occur. */
export function ratesByClass(pairs: readonly Pair[]): ClassRates[] {
  return [...new Set(pairs.flat())].map((name) => {
    const own = pairs.filter(([label]) => label === name);
    const others = pairs.filter(([label]) => label !== name);
    return {
      class: name,
      labelled: own.length,
      sensitivity: shareEstimate(own.filter(([, answer]) => answer === name).length, own.length),
      specificity: shareEstimate(others.filter(([, answer]) => answer !== name).length, others.length),
    };
  });
}

/** What a judge with two answers got right on labelled conversations: counts. */
export interface JudgeCounts {
  /** Passed by label and by the judge; passed by label. */
  readonly true_pass: number;
  readonly labelled_pass: number;
  /** Failed by label and by the judge; failed by label. */
  readonly true_fail: number;
  readonly labelled_fail: number;
}

/**
 * The share that really passed (Rogan and Gladen), from the share that the judge passed and from how often it is right, with the
 * interval of Lang and Reiczigel. Null if the judge is no better than chance: nothing can be said then.
 */
export function correctedRate(
  { passed, judged }: { readonly passed: number; readonly judged: number },
  { true_pass, labelled_pass, true_fail, labelled_fail }: JudgeCounts,
): Estimate | null {
  if (judged === 0 || labelled_pass === 0 || labelled_fail === 0) return null;
  const plain = true_pass / labelled_pass + true_fail / labelled_fail - 1;
  if (plain <= 0) return null;
  const value = (passed / judged + true_fail / labelled_fail - 1) / plain;
  // Lang and Reiczigel (2014): the counts are drawn towards the middle, so that the interval also holds near 0 and 1.
  const n = judged + Z ** 2;
  const p = (passed + Z ** 2 / 2) / n;
  const sens = (true_pass + 1) / (labelled_pass + 2);
  const spec = (true_fail + 1) / (labelled_fail + 2);
  const youden = sens + spec - 1;
  if (youden <= 0) return null;
  const rate = (p + spec - 1) / youden;
  const shift =
    2 *
    Z ** 2 *
    ((rate * sens * (1 - sens)) / (labelled_pass + 2) -
      ((1 - rate) * spec * (1 - spec)) / (labelled_fail + 2));
  const deviation =
    Math.sqrt(
      (p * (1 - p)) / n +
        (rate ** 2 * sens * (1 - sens)) / (labelled_pass + 2) +
        ((1 - rate) ** 2 * spec * (1 - spec)) / (labelled_fail + 2),
    ) / youden;
  return {
    value: clamp(value),
    lower: clamp(rate + shift - Z * deviation),
    upper: clamp(rate + shift + Z * deviation),
  };
}

const clamp = (rate: number) => Math.min(1, Math.max(0, rate));

/** An answer, how sure it is (the share of the votes that agree), and whether it is right. */
export interface Answered {
  readonly agreement: number;
  readonly right: boolean;
}

/** How sure it is that the error stays below alpha. */
const CONFIDENCE = 0.95;

/**
 * The least agreement at which an answer is taken, so that at most `alpha` of the answers taken are wrong, in 95 of 100 tunings.
 * Levels are tested from the strictest down, on conversations that were used for nothing else, until one fails. Null: not
 * even full agreement is enough.
 */
export function abstentionThreshold(held_out: readonly Answered[], alpha: number): number | null {
  const levels = [...new Set(held_out.map(({ agreement }) => agreement))].sort((a, b) => b - a);
  let accepted: number | null = null;
  for (const level of levels) {
    const answered = held_out.filter(({ agreement }) => agreement >= level);
    const wrong = answered.filter(({ right }) => !right).length;
    if (atMost(wrong, answered.length, alpha) > 1 - CONFIDENCE) break;
    accepted = level;
  }
  return accepted;
}

/** The probability of at most `wrong` errors in `n` answers, if each is wrong with probability `alpha`. */
function atMost(wrong: number, n: number, alpha: number): number {
  let term = (1 - alpha) ** n;
  let sum = term;
  for (let k = 1; k <= wrong; k += 1) {
    term *= ((n - k + 1) / k) * (alpha / (1 - alpha));
    sum += term;
  }
  return sum;
}
