/** How often a judge is wrong, measured on labelled conversations. Pure statistics, with a seed. */
import { turnRng } from "../random.ts";
import { type Estimate, shareEstimate } from "./estimate.ts";

/** A label and the judge's answer to the same conversation. */
export type Pair = readonly [label: string, answer: string];

const RESAMPLES = 2_000;

/**
 * Cohen's kappa: agreement beyond chance. With `ranks` (the answers in their order), it is weighted linearly:
 * an answer next to the right one is half as wrong as one two ranks away. Null if chance alone would always
 * agree.
 */
export function kappa(pairs: readonly Pair[], ranks?: readonly string[]): number | null {
  const { cells, size } = cellsOf(pairs, ranks);
  const counts = new Float64Array(size * size);
  for (const cell of cells) counts[cell] = (counts[cell] ?? 0) + 1;
  return kappaOf(counts, size, ranks !== undefined);
}

/** The position of each pair in the table of labels and answers. */
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

/** Kappa with its percentile bootstrap interval, or null if there is no kappa. */
export function kappaEstimate(
  pairs: readonly Pair[],
  { ranks, seed, resamples = RESAMPLES }: { ranks?: readonly string[]; seed: string; resamples?: number },
): Estimate | null {
  const value = kappa(pairs, ranks);
  if (value === null) return null;
  const { cells, size } = cellsOf(pairs, ranks);
  const random = turnRng(seed, "kappa", 0);
  const kappas: number[] = [];
  for (let round = 0; round < resamples; round += 1) {
    const counts = new Float64Array(size * size);
    for (let drawn = 0; drawn < cells.length; drawn += 1) {
      const cell = cells[Math.floor(random() * cells.length)] ?? 0;
      counts[cell] = (counts[cell] ?? 0) + 1;
    }
    const one = kappaOf(counts, size, ranks !== undefined);
    if (one !== null) kappas.push(one);
  }
  kappas.sort((a, b) => a - b);
  const at = (share: number) =>
    kappas[Math.min(kappas.length - 1, Math.floor(share * kappas.length))] ?? value;
  return { value, lower: at(0.025), upper: at(0.975) };
}

export interface ClassRates {
  readonly class: string;
  readonly labelled: number;
  /** The share of the conversations with this label that the judge gives this answer. */
  readonly sensitivity: Estimate | null;
  /** The share of all other conversations that the judge gives another answer. */
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

/** An answer, its certainty (the share of votes that agree), and whether it is right. */
export interface Answered {
  readonly agreement: number;
  readonly right: boolean;
}

/** The probability with which the error must stay below alpha. */
const CONFIDENCE = 0.95;

/**
 * The lowest agreement at which answers are accepted, such that in 95 of 100 tunings, at most `alpha` of them
 * are wrong. Tests the levels from the strictest down until one fails, on conversations that were used for
 * nothing else. Null if not even full agreement is enough.
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

/** The probability of at most `wrong` errors in `n` answers if each is wrong with probability `alpha`. */
function atMost(wrong: number, n: number, alpha: number): number {
  let term = (1 - alpha) ** n;
  let sum = term;
  for (let k = 1; k <= wrong; k += 1) {
    term *= ((n - k + 1) / k) * (alpha / (1 - alpha));
    sum += term;
  }
  return sum;
}
