/** How gates take a judge's error into account: the option and the certificates. */

import { Failure } from "../../../../lib/failure.ts";
import type { Calibration } from "../../../../results/calibration/apply.ts";
import {
  type Certificate,
  type CertifiedVerdict,
  certificateFor,
  isJudged,
  mayBeJudged,
} from "../../../../results/calibration/certified.ts";
import { type Requirement, readRequirement } from "../../../../results/calibration/requirement.ts";
import type { Context } from "../../../context.ts";
import { option } from "../../command.ts";
import type { Parser } from "../../parsers.ts";
import type { LabelledCalls } from "./canary.ts";

export const condition: Parser<Requirement> = { parse: readRequirement };

/** `--require-calibration`, for gates. */
export const requireCalibration = option(
  "--require-calibration <condition>",
  "count a judge's verdicts only if its certificate meets this, such as kappa.lower>=0.5; see `judge calibrate`",
  condition,
);

/**
 * What is known about the judges of these verdicts. Without verdicts, it sends no request.
 * @throws Failure if certificates are required and the service cannot provide them
 */
export async function readCalibration(
  context: Context,
  verdicts: readonly CertifiedVerdict[],
  required: Requirement | undefined,
  canaries: readonly LabelledCalls[] = [],
): Promise<Calibration> {
  if (!verdicts.some(required ? mayBeJudged : isJudged)) {
    await warnOfUnused(context, canaries, { verdicts, used: [] });
    return { certificates: [], required };
  }
  try {
    const certificates = await everyCertificate(context);
    if (canaries.length === 0) return { certificates, required };
    const used = verdicts.filter(isJudged).flatMap((verdict) => {
      const certificate = certificateFor(verdict, certificates);
      return "certificate" in certificate ? [certificate.certificate] : [];
    });
    await warnOfUnused(context, canaries, { verdicts, used });
    const { withCanaries } = await import("./canary.ts");
    return { certificates: await withCanaries(context, certificates, canaries, new Set(used)), required };
  } catch (error) {
    // Unless they are required, certificates only add to what is shown.
    if (required || canaries.length > 0 || !(error instanceof Failure)) throw error;
    return { certificates: [], required };
  }
}

/**
 * Warns of a canary that was requested but checks no judge: it must not look like one that found nothing. A
 * project's canary counts as requested only if there is a verdict on its metric.
 */
async function warnOfUnused(
  context: Context,
  canaries: readonly LabelledCalls[],
  { verdicts, used }: { verdicts: readonly CertifiedVerdict[]; used: readonly Certificate[] },
): Promise<void> {
  for (const { metric, standing } of canaries) {
    const isMeant = !standing || verdicts.some(({ name }) => name === metric.name);
    if (isMeant && !used.some((certificate) => certificate.metric === metric.name))
      await context.terminal.alert(
        `warning: the canary of "${metric.name}" was not judged: none of these verdicts is from a judge that is ` +
          "certified for it",
      );
  }
}

async function everyCertificate(context: Context): Promise<Certificate[]> {
  const all: Certificate[] = [];
  for (let page = 1; ; page += 1) {
    const answer = await context.read("list_judge_certificates", { query: { page, page_size: 100 } });
    all.push(...(answer.certificates as Certificate[]));
    if (page >= answer.total_pages || answer.certificates.length === 0) return all;
  }
}
