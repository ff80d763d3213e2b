import { z } from "zod";
import { SIDES } from "../values.ts";
import { anyObject, freeObject, list } from "./common.ts";
import { CallEvent, ToolCall, Transcript } from "./evaluation.ts";
import { CustomMetricCreate } from "./metric.ts";

/** A conversation in the form that a judge receives. */
export const JudgeExample = z.strictObject({
  transcript: Transcript.min(1),
  tool_calls: list(ToolCall).nullish(),
  events: list(CallEvent).nullish(),
  metadata: freeObject.nullish().describe("values of the metric's dynamic variables"),
  conversation_ended_by: z.enum(SIDES).nullish(),
});

/** The right answer for a metric. Null means that it is not applicable. */
export const Expected = z.union([z.boolean(), z.number(), z.string().max(4000), z.null()]);

export const JudgeCalibration = z.strictObject({
  metric: CustomMetricCreate,
  examples: z.array(JudgeExample).min(1).max(100),
  votes: z.int().min(1).max(9).default(3).describe("how often the judge is asked for each example"),
  option_order: z
    .enum(["as_written", "reversed"])
    .default("as_written")
    .describe("how the judge is told the possible answers; reversed shows whether their order sways it"),
  fresh: z
    .boolean()
    .default(false)
    .describe("ask the model even where it has answered the same question before"),
});

/** The result of a metric on one example. `value` is null unless the status is EVALUATED. */
const JudgedExample = z.object({
  status: z.enum(["EVALUATED", "NOT_APPLICABLE", "NOT_EVALUATED", "ERROR"]),
  reason: z.string().optional(),
  message: z.string().optional(),
  value: z.unknown(),
  missing: z.array(z.string()).optional(),
  method: z.enum(["rule", "judge"]),
  model: z.string().nullish(),
  metric_sha256: z.string().nullish(),
  question_sha256: z.string().nullish(),
  evidence: z.array(anyObject).optional().describe("passages that are in the transcript word for word"),
  reasoning: z.string().nullish(),
  votes: z.array(anyObject).optional(),
  agreement: z.number().nullish().describe("share of the votes that agree with the result"),
  suspected_injection: z.array(anyObject).optional(),
  usage: z
    .object({
      calls: z.int(),
      cached_calls: z.int(),
      prompt_tokens: z.int().nullable(),
      completion_tokens: z.int().nullable(),
      ms: z.number(),
    })
    .optional()
    .describe("tokens are null if the model's server does not report them"),
});

/** The results in the order of the examples. */
export const JudgeCalibrationAnswer = z.object({ results: z.array(JudgedExample) });
