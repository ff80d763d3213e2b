import { z } from "zod";
import { RECORDING_ENDINGS } from "../media.ts";
import { isRecordingDataUrl } from "../rules/recording-data-url.ts";
import { CALL_DIRECTIONS, CALL_STATUSES, INTERFACES, ITEMS_MAXIMUM, SIDES, URL_MAXIMUM } from "../values.ts";
import {
  AGENT_NAME_REQUIRED,
  anyObject,
  dateTime,
  freeObject,
  integer,
  list,
  requireAgentName,
  sentTime,
  text,
  textIdentifier,
  uuid,
} from "./common.ts";
import { Evaluation } from "./evaluation-result.ts";
import { PublishedEvaluation } from "./published-evaluation.ts";

export const Participant = z.strictObject({
  role: text.min(1).describe("AGENT or USER"),
  spoke_first: z.boolean().nullish(),
  name: text.nullish(),
  phone_number: text.nullish(),
});

export const TranscriptEntryRequest = z.strictObject({
  start_offset_ms: integer.optional(),
  end_offset_ms: integer.optional(),
  speaker: text.min(1).describe("AGENT or USER"),
  utterance: text,
  filler_utterance: z.boolean().nullish(),
});

/** What was said, turn by turn. */
export const Transcript = list(TranscriptEntryRequest, ITEMS_MAXIMUM);

export const ToolCall = z.strictObject({
  name: text.min(1),
  start_offset_ms: z.int().min(0).optional(),
  description: text.nullish(),
  parameters: freeObject.nullish(),
  output: z.unknown().optional(),
});

export const CallEvent = z.strictObject({
  title: text.min(1),
  start_offset_ms: integer.optional(),
  description: text.nullish(),
  end_offset_ms: integer.nullish(),
  tags: list(text).nullish(),
  metadata: freeObject.nullish(),
});

/** An absolute http(s) URL whose path ends in one of these. */
function endsIn(formats: readonly string[]) {
  return (value: string) => {
    if (!URL.canParse(value)) return false;
    const url = new URL(value);
    const path = url.pathname.toLowerCase();
    return /^https?:$/.test(url.protocol) && formats.some((format) => path.endsWith(format));
  };
}

const formats = RECORDING_ENDINGS.join(", ");

/** Body of E2. */
export const EvaluateRequest = z
  .strictObject({
    agent_id: textIdentifier.optional().describe("required, or external_agent_id"),
    external_agent_id: text
      .min(1)
      .nullish()
      .describe("the id that others know the agent by; instead of agent_id"),
    start_time_utc: sentTime.describe("call start in UTC"),
    participants: z.array(Participant).length(2),
    recording_url: z
      .string()
      .min(1)
      .max(URL_MAXIMUM)
      .refine(endsIn(RECORDING_ENDINGS), `must be an http(s) URL whose path ends in ${formats}`)
      .nullish(),
    recording_base64: z
      .string()
      .refine(isRecordingDataUrl, `must be a base64 data URL (data:audio/wav;base64,…) of ${formats}`)
      .nullish()
      .describe("data:<media type>;base64,<data>"),
    call_direction: z
      .enum(CALL_DIRECTIONS)
      .nullish()
      .default("INBOUND")
      .describe("from the agent's perspective"),
    interface: z.enum(INTERFACES).nullish().default("PHONE"),
    transcript_url: z
      .string()
      .min(1)
      .max(URL_MAXIMUM)
      .refine(endsIn([".json"]), "must be an http(s) URL whose path ends in .json")
      .nullish(),
    transcript: Transcript.nullish(),
    tool_calls: list(ToolCall.extend({ start_offset_ms: z.int().min(1).optional() })).nullish(),
    events: list(CallEvent).nullish(),
    tags: list(text).nullish(),
    trace_id: text.nullish(),
    created_at: sentTime.nullish().describe("default: now"),
    metadata: freeObject
      .nullish()
      .describe("each key is a dynamic variable for the custom metrics of this call"),
    webhook_tag: text.nullish().describe("tag of the webhook that receives the evaluation"),
    custom_metrics: list(uuid).nullish().describe("additional custom metrics"),
    custom_metric_tags: list(text).nullish().describe("adds every custom metric with one of these tags"),
    label: text.nullish().describe("label that selects the prompt and knowledge base; default: production"),
    enable_phrase_latencies: z.boolean().nullish(),
    conversation_ended_by: z.enum(SIDES).nullish(),
    multichannel: z.boolean().nullish().default(false).describe("true: one participant per audio channel"),
  })
  .superRefine(requireAgentName)
  .refine(
    (call) => call.recording_url || call.recording_base64 || call.transcript?.length || call.transcript_url,
    {
      path: ["transcript"],
      message:
        "a call needs a recording (recording_url, recording_base64) or a transcript (transcript, transcript_url)",
    },
  )
  .meta(AGENT_NAME_REQUIRED);

/** Answer of E2. */
export const EvaluateAnswer = z.object({ status: z.string(), call_id: z.string(), message: z.string() });

const submitted = { text: z.string().nullish(), list: z.array(z.unknown()).nullish() };

/** A submitted call: the fields of the hosted API, and Parley's own, without the bytes of the recording. */
export const CallLog = z.object({
  id: z.string(),
  agent_id: z.string(),
  external_agent_id: z.string().nullable(),
  status: z.enum(CALL_STATUSES),
  created_at: dateTime,
  start_time_utc: dateTime,
  participants: z.array(
    z.object({
      role: z.string(),
      spoke_first: z.boolean().nullable(),
      name: z.string().nullable(),
      phone_number: z.string().nullable(),
    }),
  ),
  call_direction: z.string(),
  interface: z.string(),
  recording_url: z.string().nullable(),
  transcript_url: z.string().nullable(),
  tool_calls: z.array(ToolCall).nullable(),
  events: z.array(CallEvent).nullable(),
  tags: z.array(z.string()).nullable(),
  metadata: anyObject.nullable(),
  custom_metrics: z.array(z.unknown()).nullable().describe("the additional ones that were asked for"),
  conversation_ended_by: z.string().nullable(),
  duration_ms: integer.nullable().describe("null until it is evaluated"),
  evaluations: z.array(PublishedEvaluation).nullable().describe("null until it is evaluated"),
  annotations: z.null(),
  transcript: submitted.list,
  trace_id: submitted.text,
  webhook_tag: submitted.text,
  custom_metric_tags: submitted.list,
  label: submitted.text,
  enable_phrase_latencies: z.boolean().nullish(),
  multichannel: z.boolean().nullish(),
  prompt_version: integer.nullable().describe("selected by label"),
  knowledge_base_version: integer.nullable().describe("selected by label"),
  recording: z
    .object({ media_type: z.string(), bytes: integer, sha256: z.string() })
    .nullable()
    .describe("the stored recording of recording_base64 or recording_url"),
  evaluation: Evaluation.nullable().describe("null until it is evaluated"),
});
export const SingleCallLog = z.object({ call_log: CallLog, status: z.literal("200") });

export const CallLogPage = z.object({
  call_logs: z.array(CallLog),
  total_count: integer,
  page: integer,
  page_size: integer,
  items_in_page: integer,
  total_pages: integer,
});
