/** Makes the certificate of a calibration. */
import { hash } from "node:crypto";
import type { Body } from "../../../../contract/types.ts";
import { abstentionThreshold } from "../../../../engine/judge/calibration.ts";
import type { JudgedExample } from "./ask.ts";
import type { Labelled } from "./examples.ts";
import type { PairOfLabellers } from "./people.ts";
import type { Probes } from "./probes.ts";
import type { Summary } from "./summary.ts";

export type CertificateToStore = Body<"store_judge_certificate">;

/** How much the judge's votes have to agree for its answer to count. */
export type Abstention = NonNullable<CertificateToStore["abstention"]>;

interface Measured {
  readonly metric: Body<"calibrate_judge">["metric"];
  readonly votes: number;
  readonly labelled: readonly Labelled[];
  readonly judged: readonly JudgedExample[];
  readonly summary: Summary;
  readonly abstention: Abstention | null;
  readonly probes: Probes | null;
  readonly people: readonly PairOfLabellers[];
}

/**
 * The certificate of a calibration; undefined if no model answered, because then there is nothing to certify.
 */
export function certificateOf(measured: Measured): CertificateToStore | undefined {
  const { metric, votes, labelled, judged, summary, abstention, probes, people } = measured;
  const asked = judged.find(({ question_sha256 }) => typeof question_sha256 === "string");
  if (!asked?.question_sha256 || !asked.metric_sha256 || !asked.model || summary.judged === 0)
    return undefined;
  return {
    metric: metric.name,
    response_type: metric.response_type,
    metric_sha256: asked.metric_sha256,
    question_sha256: asked.question_sha256,
    model: asked.model,
    votes,
    labels_sha256: labelsHash(labelled),
    measured: {
      ...summary,
      classes: [...summary.classes],
      confusion: [...summary.confusion],
    },
    abstention,
    probes,
    people: people.map((pair) => ({ ...pair, labellers: [...pair.labellers] })),
  };
}

/** A hash of the labelled conversations, whatever their names and their order. */
function labelsHash(labelled: readonly Labelled[]): string {
  const lines = labelled.map(({ example, expected }) => JSON.stringify([example, expected])).toSorted();
  return hash("sha256", lines.join("\n"));
}

/**
 * Uses one half of the examples to choose how much the votes have to agree, and the other half to count the
 * errors that this lets through.
 */
export function tuneAbstention(
  labelled: readonly Labelled[],
  judged: readonly JudgedExample[],
  alpha: number,
): Abstention {
  const answered = judged
    .flatMap(({ agreement, right }, at) =>
      right === null
        ? []
        : [{ key: hash("sha256", JSON.stringify(labelled[at])), agreement: agreement ?? 1, right }],
    )
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const tuned = answered.filter((_, at) => at % 2 === 0);
  const checked = answered.filter((_, at) => at % 2 === 1);
  const least_agreement = abstentionThreshold(tuned, alpha);
  const taken = checked.filter(({ agreement }) => least_agreement !== null && agreement >= least_agreement);
  return {
    alpha,
    least_agreement,
    tuned_on: tuned.length,
    checked_on: checked.length,
    answered: taken.length,
    wrong: taken.filter(({ right }) => !right).length,
  };
}
