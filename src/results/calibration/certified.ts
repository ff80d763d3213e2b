/** Whether a judge's verdict is backed by a certificate, and whether it counts. Pure: reports use it in a browser. */

import type { Output } from "../../contract/types.ts";
import type { CastVote } from "../../engine/explain-verdict.ts";
import { percent } from "../../engine/words/figures-in-words.ts";
import { type Requirement, unmet } from "./requirement.ts";

/** How a judge now answers calls whose right answer is known. */
export interface Canary {
  readonly examples: number;
  readonly judged: number;
  readonly right: number;
  /** Why the certificate no longer counts; null if the judge has not changed. */
  readonly fault: string | null;
  /** The finding, in words. */
  readonly told: string;
}

/** The parts of a certificate that are used. */
export type Certificate = Pick<
  Output<"JudgeCertificate">,
  "metric" | "metric_sha256" | "question_sha256" | "model" | "votes" | "measured" | "abstention"
> & { readonly canary?: Canary };

/** The parts of a verdict that are read. A service may omit any of them. */
export interface CertifiedVerdict {
  readonly name: string;
  readonly status: string;
  readonly method?: string | null | undefined;
  readonly model?: string | null | undefined;
  readonly metric_sha256?: string | null | undefined;
  readonly question_sha256?: string | null | undefined;
  readonly votes?: readonly CastVote[] | undefined;
  readonly agreement?: number | null | undefined;
}

/** A certificate that is valid for a verdict, or the reason why there is none. */
export type Certified = { readonly certificate: Certificate } | { readonly missing: string };

/** Whether a judge has decided it. */
export const isJudged = ({ method, status }: CertifiedVerdict): boolean =>
  status === "EVALUATED" && method === "judge";

/** Whether a judge may have decided it. Another service does not say. */
export const mayBeJudged = ({ method, status }: CertifiedVerdict): boolean =>
  status === "EVALUATED" && method !== "rule" && method !== "builtin";

const UNKNOWN = "no certificate says how well its judge agrees with people";

/** The certificate of a verdict. The certificates are sorted, newest first. */
export function certificateFor(verdict: CertifiedVerdict, certificates: readonly Certificate[]): Certified {
  const { metric_sha256, question_sha256, model, votes = [] } = verdict;
  const tests: readonly (readonly [string, (certificate: Certificate) => boolean])[] = [
    ["the metric has changed", (certificate) => certificate.metric_sha256 === metric_sha256],
    ["the judge's question has changed", (certificate) => certificate.question_sha256 === question_sha256],
    ["another model judged", (certificate) => certificate.model === model],
    ["the number of votes is different", (certificate) => certificate.votes === Math.max(votes.length, 1)],
  ];
  // A metric with the same definition is the same metric, whatever its name.
  let left = certificates.filter(
    (certificate) => certificate.metric === verdict.name || certificate.metric_sha256 === metric_sha256,
  );
  if (left.length === 0) return { missing: UNKNOWN };
  for (const [fault, holds] of tests) {
    left = left.filter(holds);
    if (left.length === 0) return { missing: `the certificate of its judge has expired: ${fault}` };
  }
  const [certificate] = left;
  if (certificate?.canary?.fault) return { missing: certificate.canary.fault };
  return certificate ? { certificate } : { missing: UNKNOWN };
}

/** Why a verdict does not count; undefined if it does. */
export interface Discounted {
  readonly reason: "uncalibrated" | "abstained";
  readonly message: string;
}

/**
 * Why a judge's verdict does not count: it does not meet a requirement, or its votes agree less than its
 * certificate asks for.
 * @param required what its certificate must show; undefined if it needs no certificate
 */
export function discount(
  verdict: CertifiedVerdict,
  certificates: readonly Certificate[],
  required: Requirement | undefined,
): Discounted | undefined {
  if (!(required ? mayBeJudged : isJudged)(verdict)) return undefined;
  const match = certificateFor(verdict, certificates);
  if ("missing" in match) return required && { reason: "uncalibrated", message: match.missing };
  const { measured, abstention } = match.certificate;
  const fault = required && unmet(required, measured);
  if (fault)
    return {
      reason: "uncalibrated",
      message: `the certificate of its judge does not meet the condition: ${fault}`,
    };
  if (!abstention) return undefined;
  const { least_agreement } = abstention;
  if (least_agreement === null)
    return { reason: "abstained", message: "the judge errs too often, even where its votes agree" };
  if ((verdict.agreement ?? 1) >= least_agreement) return undefined;
  return {
    reason: "abstained",
    message: `the votes agree too little: ${percent(verdict.agreement ?? 1)}, not ${percent(least_agreement)}`,
  };
}
