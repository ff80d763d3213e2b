/**
 * An evaluation in the terms of the hosted API, for other programs. Parley's own has more: see `Evaluation`.
 */
import { z } from "zod";
import { anyObject, dateTime, integer } from "./common.ts";

const seconds = z.number().nullable().describe("in seconds");

export const Latency = z.object({
  avg_agent_latency: seconds,
  max_agent_latency: seconds,
  p50_agent_latency: seconds,
  p90_agent_latency: seconds,
  p95_agent_latency: seconds,
  p99_agent_latency: seconds,
});

/** The result of a custom metric. */
export const FoundMetric = z.object({
  metric_id: z.string().nullable().describe("null unless it is a custom metric"),
  name: z.string(),
  description: z.string(),
  response_type: z.string(),
  status: z
    .enum(["EVALUATED", "NOT_APPLICABLE", "NOT_EVALUATED", "ERROR"])
    .describe("there is a verdict only with EVALUATED"),
  response_value: z
    .string()
    .describe("pass, fail, yes, no, or the value as text; without a verdict, the status in small letters"),
  reasoning: z.string().nullable(),
  min_value: z.number().nullable(),
  max_value: z.number().nullable(),
  category: z.string().nullable(),
  tags: z.array(z.string()).nullable(),
  scoring_guidance: z.string().nullable(),
  enum_options: z.array(z.string()).nullable(),
});

const notJudged = z.null().describe("not judged here");
const numberNotJudged = z.number().nullable().describe("not judged here: null");

const FillerIgnoredLatency = z.object({
  avg_filler_ignored_latency: seconds,
  p50_filler_ignored_latency: seconds,
  p90_filler_ignored_latency: seconds,
  p95_filler_ignored_latency: seconds,
  p99_filler_ignored_latency: seconds,
});

export const PublishedEvaluation = z.object({
  id: z.string(),
  created_at: dateTime,
  goal_success: z
    .boolean()
    .nullable()
    .describe("whether the conversation passed; null unless that was decided"),
  goal_reasoning: z.string().nullable(),
  custom_metrics: z.array(FoundMetric).nullable(),
  agent_speak_percentage: z.number().nullable(),
  avg_agent_latency: seconds,
  latency: Latency.nullable(),
  num_turns: integer.nullable(),
  filler_ignored_latency: FillerIgnoredLatency.nullable().describe("not judged here: null"),
  hallucination: notJudged,
  hallucination_reasoning: notJudged,
  redundancy: notJudged,
  redundancy_reasoning: notJudged,
  call_summary: notJudged,
  custom_evals: notJudged,
  custom_evals_success_rate: numberNotJudged,
  pronunciation_score: numberNotJudged,
  pronunciation_reasoning: notJudged,
});

/** Actual and expected tool calls of the digital human, by the tool's name. */
export const ToolCallGroup = z.object({
  name: z.string(),
  expected: z.array(z.object({ parameters: anyObject.nullable(), output: z.unknown() })),
  actual: z.array(
    z.object({
      parameters: anyObject.nullable(),
      output: z.unknown(),
      start_offset_ms: integer.nullable().describe("since the conversation began"),
    }),
  ),
});
