/**
 * How many conversations passed a metric that a judge decides, taking the known error of the judge into
 * account.
 */

import {
  correctedRate,
  type Estimate,
  type JudgeCounts,
  shareEstimate,
} from "../../engine/judge/estimate.ts";
import { percent } from "../../engine/words/figures-in-words.ts";
import {
  type Canary,
  type Certificate,
  type CertifiedVerdict,
  certificateFor,
  isJudged,
} from "./certified.ts";

export interface JudgedVerdict extends CertifiedVerdict {
  readonly response_type: string;
  readonly value?: unknown;
}

/** The pass rate of one metric and one judge. */
export interface JudgedRate {
  readonly metric: string;
  readonly model: string | null;
  readonly passed: number;
  readonly judged: number;
  /** The share that the judge passed, with its interval. */
  readonly raw: Estimate | null;
  /**
   * The share that really passed (Rogan and Gladen), with its interval; null if the judge's error is unknown.
   */
  readonly corrected: Estimate | null;
  /** Agreement with people beyond chance; null without a certificate. */
  readonly kappa: Estimate | null;
  /**
   * How the judge answered labelled calls in this run; null if it was not asked about any, or has drifted.
   */
  readonly canary: Canary | null;
  /** Why there is no corrected rate. */
  readonly uncorrected: string | null;
}

/**
 * The rates of all metrics for which a judge gives a pass or a fail, in the order in which the metrics first
 * occur.
 */
export function judgedRates(
  verdicts: readonly JudgedVerdict[],
  certificates: readonly Certificate[],
): JudgedRate[] {
  const groups = new Map<
    string,
    { certificate: Certificate | null; missing: string; own: JudgedVerdict[] }
  >();
  for (const verdict of verdicts) {
    if (!isJudged(verdict) || typeof verdict.value !== "boolean") continue;
    const match = certificateFor(verdict, certificates);
    const [certificate, missing] = "missing" in match ? [null, match.missing] : [match.certificate, ""];
    const key = JSON.stringify([verdict.name, verdict.model, certificate?.question_sha256, missing]);
    const group = groups.get(key) ?? { certificate, missing, own: [] };
    groups.set(key, group);
    group.own.push(verdict);
  }
  return [...groups.values()].map(({ certificate, missing, own }) => {
    const passed = own.filter(({ value }) => value === true).length;
    const counts = { passed, judged: own.length };
    const outcome_counts = certificate && countsOf(certificate);
    const corrected = outcome_counts && correctedRate(counts, outcome_counts);
    return {
      metric: own[0]?.name ?? "",
      model: own[0]?.model ?? null,
      ...counts,
      raw: shareEstimate(passed, own.length),
      corrected,
      kappa: certificate?.measured.kappa ?? null,
      canary: certificate?.canary ?? null,
      uncorrected: corrected ? null : outcome_counts ? whyNot(outcome_counts) : missing,
    };
  });
}

const whyNot = ({ labelled_pass, labelled_fail }: JudgeCounts) =>
  labelled_pass > 0 && labelled_fail > 0
    ? "its judge is no better than chance"
    : "its judge was calibrated on conversations with a single answer";

/** How often a judge was right, from the table of answers in its certificate. */
function countsOf({ measured: { confusion } }: Certificate): JudgeCounts {
  const count = (expected: string, ...answers: string[]) =>
    confusion
      .filter((cell) => cell.expected === expected && answers.includes(cell.got))
      .reduce((sum, cell) => sum + cell.count, 0);
  return {
    true_pass: count("true", "true"),
    labelled_pass: count("true", "true", "false"),
    true_fail: count("false", "false"),
    labelled_fail: count("false", "true", "false"),
  };
}

/** `Disclosure by judge-1: 18 of 20 passed, 90% (95%: 69.9 to 97.2%); corrected 88.4% (95%: 60.1 to 100%)` */
export function rateLine(rate: JudgedRate): string {
  const { metric, model, passed, judged, raw, corrected, canary, uncorrected } = rate;
  const by = model === null ? "a judge" : model;
  return [
    `${metric} by ${by}: ${passed} of ${judged} passed${raw ? `, ${intervalText(raw)}` : ""}`,
    corrected ? `corrected ${intervalText(corrected)}` : `not corrected: ${uncorrected}`,
    ...(canary ? [canary.told] : []),
  ].join("; ");
}

/** `88.4% (95%: 60.1 to 100%)` */
const intervalText = ({ value, lower, upper }: Estimate) =>
  `${percent(value)} (95%: ${percent(lower).slice(0, -1)} to ${percent(upper)})`;
