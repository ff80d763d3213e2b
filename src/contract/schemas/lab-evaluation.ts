import { z } from "zod";
import { LAB_EVALUATIONS_MAXIMUM } from "../limits.ts";
import { EVAL_ROUTES } from "../values.ts";
import { dateTime, identifier, integer, list, text, uuid } from "./common.ts";
import { Verdict } from "./evaluation-result.ts";

/** An id that a lab is given. */
export const labId = z.string().min(1).max(255);

/** What names a conversation: one of the two. */
export const labConversation = {
  call_id: labId.nullish().describe("a submitted call"),
  test_result_id: identifier.nullish().describe("a conversation of a run: a simulation result"),
};

/** A body names its conversation. */
export function requireConversation(
  { call_id, test_result_id }: { call_id?: unknown; test_result_id?: unknown },
  context: z.RefinementCtx,
): void {
  if (call_id || test_result_id) return;
  context.addIssue({ code: "custom", path: ["call_id"], message: "give call_id or test_result_id" });
}

/** What a revision may change of a metric. Null and absent: as the metric has it. */
const wording = {
  description: text.nullish(),
  scoring_guidance: text.nullish(),
  eval_route: z.enum(EVAL_ROUTES).nullish(),
  model: text.nullish(),
  temperature: z.number().nullish(),
  allow_not_applicable: z.boolean().nullish(),
};

export const MetricRevisionCreate = z.strictObject({ custom_metric_id: labId, ...wording });

export const MetricRevision = z.object({
  id: uuid,
  lab_id: uuid,
  custom_metric_id: uuid,
  revision_number: integer.describe("from 1, for each metric of a lab"),
  description: z.string().nullable(),
  scoring_guidance: z.string().nullable(),
  eval_route: z.string().nullable(),
  model: z.string().nullable(),
  temperature: z.number().nullable(),
  allow_not_applicable: z.boolean().nullable(),
  created_at: dateTime,
});

export const HumanEvaluation = z
  .strictObject({
    custom_metric_id: labId,
    ...labConversation,
    human_response_value: z
      .string()
      .max(4000)
      .describe(
        "pass or fail, yes or no, a number, an option or a text, as the metric asks; n/a: not applicable",
      ),
    human_reasoning: z.string().max(4000).nullish(),
  })
  .superRefine(requireConversation);

export const HumanEvaluationStored = z.object({ success: z.boolean(), message: z.string() });

export const ConversationType = z.enum(["test_result", "call"]);
const MetricType = z.enum(["custom_metric", "custom_metric_revision"]);

export const LabEvaluation = z.strictObject({
  lab_id: uuid,
  conversation: z.strictObject({ type: ConversationType, id: labId }),
  metrics: z
    .strictObject({
      type: MetricType,
      custom_metric_ids: list(labId, LAB_EVALUATIONS_MAXIMUM).nullish(),
      custom_metric_revision_id: labId.nullish(),
    })
    .refine(({ type, custom_metric_ids }) => type !== "custom_metric" || custom_metric_ids?.length, {
      path: ["custom_metric_ids"],
      message: "name at least one metric",
    })
    .refine((named) => named.type !== "custom_metric_revision" || named.custom_metric_revision_id, {
      path: ["custom_metric_revision_id"],
      message: "name a revision",
    }),
});

export const EvaluatedMetric = z.object({
  type: MetricType,
  id: z.string().describe("of the metric, or of the revision"),
  eval_id: z.string(),
  verdict: Verdict.describe("extension: what was found"),
});

export const LabEvaluated = z.object({
  status: z
    .enum(["success", "incomplete"])
    .describe("incomplete: some metric was not evaluated; its verdict says why"),
  message: z.string(),
  conversation_id: z.string(),
  conversation_type: ConversationType,
  metrics: z.array(EvaluatedMetric),
});
