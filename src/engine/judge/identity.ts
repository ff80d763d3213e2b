import { hash } from "node:crypto";
import { answerSchema } from "./answer-schema.ts";
import type { JudgedMetric } from "./metric.ts";
import { systemPrompt } from "./prompt.ts";
import type { Route } from "./route.ts";

/**
 * What produced a verdict, besides the model. A certificate is valid only for verdicts with the same two
 * hashes.
 */
export interface JudgeIdentity {
  /** SHA-256 of the metric's definition. */
  readonly metric_sha256: string;
  /** SHA-256 of the whole question to the model, without the conversation. */
  readonly question_sha256: string;
}

/** Replaces the parts that differ from question to question. */
const MARKS = { nonce: "0", control_codes: ["0", "1"] } as const;

/**
 * The hashes of the metric and of the question's wording. Variables count with their names, not their values.
 */
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
