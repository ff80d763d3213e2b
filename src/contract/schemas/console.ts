import { z } from "zod";
import { dateTime, integer, text } from "./common.ts";
import { Expected } from "./judge.ts";

export const ConsoleLink = z.object({
  path: z.string().describe("open it on this service; it works once"),
  expires_at: dateTime,
});

export const AgentTest = z.strictObject({
  message: text.min(1).max(10_000).describe("what the agent is to answer"),
});

/** The result of a test message. It has either `answer` or `failure`. */
export const AgentTested = z.object({
  url: z.string().nullable().describe("where it was sent; null if the agent has no webhook"),
  status: integer.nullable().describe("HTTP status of the agent's response"),
  ms: z.number().describe("how long the agent took"),
  answer: z.string().nullable().describe("the agent's words, or what it sent where it is not an answer"),
  tool_calls: z.array(z.string()).describe("names of the tools that the answer reports"),
  failure: z.string().nullable().describe("why there is no answer"),
});

/** Whether the WebSocket of an agent could be opened. */
export const AgentReached = z.object({
  url: z.string().nullable().describe("what was opened; null if the agent has no WebSocket"),
  ms: z.number().describe("how long opening it took"),
  failure: z.string().nullable().describe("why it could not be opened; null if it could"),
});

export const CallRecording = z.object({
  media_type: z.string(),
  bytes: integer,
  recording_base64: z.string().describe("data:<media type>;base64,<data>"),
});

/** Where something was said: the first place in each conversation and call. */
export const SaidPage = z.object({
  matches: z.array(
    z.object({
      kind: z.enum(["conversation", "call"]),
      id: z.string(),
      simulation_run_id: integer.nullable().describe("null for a call"),
      agent_id: integer.nullable(),
      digital_human_id: integer.nullable().describe("null for a call"),
      at: dateTime,
      turn: integer.describe("place in the transcript, from 0"),
      speaker: z.string(),
      text: z.string().describe("what was said; of a long text, the part around the match"),
    }),
  ),
  total: integer.describe("of these matches; at most 50"),
  is_complete: z
    .boolean()
    .describe("false: there is more than the search looked through, or more matches than it lists"),
});

/** The waveform of a recording, for drawing. */
export const RecordingPeaks = z.object({
  bucket_ms: z.number().describe("how long a bucket is"),
  channels: z
    .array(z.array(integer))
    .describe("lowest and highest sample of each bucket in turn, from -127 to 127; at most 1,600 buckets"),
});

export const VerdictMarkCreate = z
  .strictObject({
    call_id: text.min(1).nullish(),
    simulation_result_id: text.min(1).nullish(),
    metric: text.min(1).max(500).describe("the verdict's name"),
    is_right: z.boolean().optional().describe("whether a person agrees with the verdict"),
    expected: Expected.optional().describe(
      "the right answer, from somebody who need not have seen the verdict; null: the metric is not applicable",
    ),
    labeller: text.min(1).max(100).nullish().describe("who says so: each labeller has marks of their own"),
    reason: text.max(4000).nullish(),
  })
  .refine(({ call_id, simulation_result_id }) => Boolean(call_id) !== Boolean(simulation_result_id), {
    path: ["call_id"],
    message: "give either call_id or simulation_result_id",
  })
  .refine(({ is_right, expected }) => (is_right === undefined) !== (expected === undefined), {
    path: ["is_right"],
    message: "give either is_right or expected",
  });

/** A person's mark on a verdict. A later mark of the same labeller on the same verdict replaces it. */
export const VerdictMark = z.object({
  call_id: z.string().nullable(),
  simulation_result_id: z.string().nullable(),
  metric: z.string(),
  is_right: z.boolean().nullable().describe("null: there was no verdict to compare the right answer with"),
  expected: Expected.optional().describe("the right answer; absent where only the verdict was marked"),
  labeller: z.string().nullable(),
  value: z.unknown().describe("what the verdict was when it was marked; null: there was none"),
  reason: z.string().nullable(),
  marked_at: dateTime,
  key_id: z.string().describe("the API key of the person"),
});

export const VerdictMarkPage = z.object({
  marks: z.array(VerdictMark),
  total_count: integer,
  page: integer,
  page_size: integer,
  items_in_page: integer,
  total_pages: integer,
});
