import { hash } from "node:crypto";
import { answerSchema } from "./answer-schema.ts";
import type { JudgedMetric } from "./metric.ts";
import { systemPrompt } from "./prompt.ts";
import type { Route } from "./route.ts";

/** What a verdict was reached by, besides the model: a certificate holds for verdicts with the same two. */
export interface JudgeIdentity {
  /** SHA-256 of what the metric says. */
  readonly metric_sha256: string;
  /** SHA-256 of the whole question as it is put to the model, apart from the conversation. */
  readonly question_sha256: string;
}

/** Stands in for what differs from question to question. */
const MARKS = { nonce: "0", control_codes: ["0", "1"] } as const;

/** The metric and the wording of the question as hashes. Variables count as their names, not as their values. */
export function identityOf(metric: JudgedMetric, route: Route): JudgeIdentity {
  const { name, response_type, min_value, max_value, enum_options, allow_not_applicable, temperature } =
    metric;
  const criterion = {
    name,
    description: metric.description ?? "",
    scoring_guidance: metric.scoring_guidance ?? "",
  };
  return {
    metric_sha256: hashOf([
      criterion,
      response_type,
      min_value ?? null,
      max_value ?? null,
      enum_options ?? null,
      allow_not_applicable ?? false,
      temperature ?? 0,
    ]),
    question_sha256: hashOf([
      systemPrompt(metric, criterion, MARKS),
      answerSchema(metric),
      temperature ?? 0,
      route,
    ]),
  };
}

const hashOf = (parts: readonly unknown[]) => hash("sha256", JSON.stringify(parts));
