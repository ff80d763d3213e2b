import { z } from "zod";
import { RESPONSE_TYPES } from "../values.ts";
import { anyObject, dateTime, integer, text } from "./common.ts";

const interval = z.object({ start_ms: integer, end_ms: integer });

/** The basis of a verdict or a measurement: turns, tool calls, events, spans of time, or other metrics. */
const evidence = z.array(anyObject);

const reason = z.string().optional().describe("why there is no value");

/** The cost of a language model's answers. */
const ModelUsage = z.object({
  calls: integer,
  cached_calls: integer.describe("calls answered from the cache, without asking the model"),
  prompt_tokens: integer.nullable().describe("null: the server does not report it"),
  completion_tokens: integer.nullable(),
  ms: z.number().describe("time spent waiting; the times of simultaneous calls are added up"),
});

/** The result of one custom metric. There is a value only if the status is EVALUATED. */
export const Verdict = z.object({
  metric_id: z.string().nullable().describe("null unless it is a custom metric"),
  name: z.string(),
  response_type: z.enum(RESPONSE_TYPES),
  requested_by: z
    .array(z.enum(["agent", "custom_metrics", "custom_metric_tags", "digital_human", "prompt", "check"]))
    .describe("why it was applied; extension: prompt is a sentence of the prompt, check a built-in check"),
  status: z.enum(["EVALUATED", "NOT_APPLICABLE", "NOT_EVALUATED", "ERROR"]),
  reason,
  message: z.string().optional(),
  value: z.unknown().describe("boolean, number, text or object by response_type; null without a verdict"),
  unit: z.string().optional(),
  missing: z.array(z.string()).optional().describe("missing inputs that left the verdict open"),
  method: z.enum(["rule", "judge", "builtin"]).nullable().describe("null: the metric no longer exists"),
  clauses: z
    .array(
      z.object({
        line: integer.describe("of the guidance, from 1"),
        text: z.string(),
        outcome: z.union([z.boolean(), z.literal("unknown")]),
        decided: z.boolean().describe("whether the verdict rests on it"),
        evidence,
        missing: z.string().optional(),
      }),
    )
    .optional()
    .describe("rule: every clause with what it saw"),
  errors: z
    .array(
      z.object({
        line: integer,
        column: integer,
        message: z.string(),
        expected: z.array(z.string()).optional(),
        near_miss: z.string().optional(),
      }),
    )
    .optional()
    .describe("rule: mistakes in the rules"),
  method_version: z.string().optional(),
  model: z.string().nullish(),
  metric_sha256: z.string().nullish().describe("judge: hash of what the metric said"),
  question_sha256: z.string().nullish().describe("judge: hash of the question; a certificate names both"),
  route: z.string().nullish().describe("judge: AUDIO or TEXT"),
  evidence: evidence.optional(),
  reasoning: z.string().nullish(),
  votes: z
    .array(z.object({ status: z.string(), reason: z.string().optional(), value: z.unknown() }))
    .optional()
    .describe("judge: what each vote said"),
  agreement: z.number().nullish().describe("judge: share of votes that agree with the result"),
  suspected_injection: z
    .array(z.object({ where: z.string(), sign: z.string() }))
    .optional()
    .describe("judge: places that seem to address the judge; a warning, not a verdict"),
  usage: ModelUsage.optional(),
});

/** The part of a verdict that a certificate needs. */
export const JudgedVerdict = Verdict.pick({
  name: true,
  response_type: true,
  status: true,
  value: true,
  method: true,
  model: true,
  metric_sha256: true,
  question_sha256: true,
  votes: true,
  agreement: true,
});

/** The value of one built-in metric. */
export const Measurement = z.object({
  id: z.string(),
  status: z.enum(["EVALUATED", "NOT_APPLICABLE", "NOT_EVALUATED"]),
  reason,
  value: z.unknown(),
  unit: z.string(),
  n: integer.describe("observations that support the value"),
  low_support: z.boolean().describe("fewer observations than a rate, mean or percentile needs"),
  formula: z.string().describe("id@version = the definition in short"),
  lower_bound: z.literal(true).optional().describe("the true value may be higher"),
  evidence,
});

const channel = z.object({
  dc_offset: z.number().optional().describe("mean of the samples, taken out before measuring"),
  peak_dbfs: z.number(),
  rms_dbfs: z.number(),
  clipped_fraction: z.number(),
  digital_silence_fraction: z.number(),
  estimate: z.object({
    voice_activity: z.object({ segments: z.array(interval), threshold_dbfs: z.number() }),
    snr_db: z.number().nullable(),
    noisy: z
      .boolean()
      .optional()
      .describe("speech is less than 10 dB above the noise: no times are taken from it"),
  }),
  defects: z
    .array(
      interval.extend({ kind: z.string().describe("the last part of a metric's id: clipping, dropouts") }),
    )
    .optional()
    .describe("extension: where the sound has a defect, the first places of each kind"),
});

const drift = z
  .object({
    n: integer,
    unmatched: integer,
    median_ms: z.number().nullable(),
    max_ms: z.number().nullable(),
  })
  .describe("offset of the transcript from the recording; positive: the transcript is late");

/** The format of a recording, its levels, and who speaks on which channel. */
export const RecordingEvaluation = z.discriminatedUnion("status", [
  z.object({
    status: z.literal("EVALUATED"),
    encoding: z.string().describe("encoding of the samples that were measured"),
    sample_rate_hz: integer,
    channel_count: integer,
    duration_ms: integer,
    channels: z.array(channel),
    channel_correlation: z.number().nullable(),
    copied_mono: z.boolean(),
    assignment: z
      .object({
        status: z.enum(["assigned", "refused"]),
        by: z.enum(["transcript", "spoke_first"]).describe("how it was decided"),
        rests_on: z
          .array(z.string())
          .optional()
          .describe("transcript_times, spoke_first, words: the signs that agree on it"),
        weak: z.boolean().optional().describe("a sound in one channel can turn the signs around"),
        head_start_ms: integer.optional().describe("how much earlier one channel begins than the other"),
        agent_channel: integer.optional(),
        reason: z.string().optional(),
        overlap_ms: integer
          .optional()
          .describe("speech on each channel during its own side's turns in the transcript"),
        other_overlap_ms: integer.optional().describe("the same with the channels swapped"),
      })
      .nullable()
      .describe("which side is on which channel; null unless multichannel, or if nothing tells"),
    drift: z.object({ agent: drift, user: drift }).nullable(),
  }),
  z.object({ status: z.literal("NOT_EVALUATED"), reason: z.string(), message: z.string() }),
]);

/** What a policy that nobody has accepted yet would say. It never fails a conversation. */
export const Suspicion = z.object({
  sentence: z.string().describe("the sentence of the prompt"),
  reads: z.string().describe("the rule in plain words"),
  rule: z.string().describe("clauses of the rule language"),
  clauses: Verdict.shape.clauses,
});

/** The result of an evaluation. */
export const Evaluation = z.object({
  evaluated_at: dateTime,
  verdicts: z.array(Verdict),
  suspicions: z
    .array(Suspicion)
    .optional()
    .describe("extension: policies that are only proposed and that the conversation would break"),
  counts: z
    .object({
      passed: integer,
      failed: integer,
      evaluated: integer,
      not_applicable: integer,
      not_evaluated: integer,
      error: integer,
    })
    .describe("counts of verdicts; passed and failed count only pass_fail metrics"),
  metrics: z.array(Measurement).describe("built-in metrics"),
  timing_from: z
    .enum(["recording", "line", "transcript"])
    .nullable()
    .describe("what the timing metrics are computed from"),
  data_quality: z.array(z.object({ code: z.string(), indexes: z.array(integer), message: z.string() })),
  end_state: evidence
    .optional()
    .describe(
      "conversations with a world, or whose agent has a state_probe: the rows that are not as they were, with the calls " +
        "that changed them",
    ),
  state_unread: text
    .optional()
    .describe("agents with a state_probe: why the state of the agent's system could not be read"),
  transcript: z
    .array(anyObject)
    .nullable()
    .describe("as fetched from transcript_url; null if the submission contains the transcript"),
  recording: RecordingEvaluation.nullable().describe("null without one"),
  usage: ModelUsage,
});
