/** Shares with their intervals. */
import { wilsonInterval, Z_95 } from "../metrics/runs/multi-run.ts";

/** A number with its 95% confidence interval. */
export interface Estimate {
  readonly value: number;
  readonly lower: number;
  readonly upper: number;
}

/** A share with its Wilson interval. */
export function shareEstimate(part: number, whole: number): Estimate | null {
  const interval = wilsonInterval(whole, part);
  return interval && { value: part / whole, lower: interval.low, upper: interval.high };
}

/** How often a judge with two possible answers was right on labelled conversations. */
export interface JudgeCounts {
  /** Conversations that passed by label and by the judge, and all that passed by label. */
  readonly true_pass: number;
  readonly labelled_pass: number;
  /** Conversations that failed by label and by the judge, and all that failed by label. */
  readonly true_fail: number;
  readonly labelled_fail: number;
}

/**
 * The share that really passed (Rogan and Gladen), computed from the share that the judge passed and how
 * often the judge is right, with the interval of Lang and Reiczigel. Null if the judge is no better than
 * chance, because then nothing can be concluded.
 */
export function correctedRate(
  { passed, judged }: { readonly passed: number; readonly judged: number },
  { true_pass, labelled_pass, true_fail, labelled_fail }: JudgeCounts,
): Estimate | null {
  if (judged === 0 || labelled_pass === 0 || labelled_fail === 0) return null;
  const plain = true_pass / labelled_pass + true_fail / labelled_fail - 1;
  if (plain <= 0) return null;
  const value = (passed / judged + true_fail / labelled_fail - 1) / plain;
  // Lang and Reiczigel (2014) move the counts towards the middle, so that the interval is also right near 0
  // and 1.
  const n = judged + Z_95 ** 2;
  const p = (passed + Z_95 ** 2 / 2) / n;
  const sens = (true_pass + 1) / (labelled_pass + 2);
  const spec = (true_fail + 1) / (labelled_fail + 2);
  const youden = sens + spec - 1;
  if (youden <= 0) return null;
  const rate = (p + spec - 1) / youden;
  const shift =
    2 *
    Z_95 ** 2 *
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
    lower: clamp(rate + shift - Z_95 * deviation),
    upper: clamp(rate + shift + Z_95 * deviation),
  };
}

const clamp = (rate: number) => Math.min(1, Math.max(0, rate));
