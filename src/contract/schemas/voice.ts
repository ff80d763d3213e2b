import { z } from "zod";
import { CALL_DIALECTS, CUTS, SIDES, WORD_SOURCES } from "../values.ts";
import { integer, text } from "./common.ts";
import { LineConditions } from "./conditions.ts";
import { QueueRun } from "./queue-run.ts";

const otherTransport = z.unknown().optional().describe("not available here: calls are made over WebSocket");

/** Body of queue-simulation-run: calls are made to the agent's WebSocket. */
export const QueueVoiceRun = QueueRun.extend({
  websocket_url: text.nullish().describe("extension: call this URL instead of the one in the agent's record"),
  dialect: z
    .enum(CALL_DIALECTS)
    .nullish()
    .describe(
      "extension: twilio, telnyx, plivo and exotel call an agent that was written for that telephone company; default chirp",
    ),
  conditions: LineConditions.nullish().describe(
    "extension: how its calls sound, instead of what the records of the digital humans say",
  ),
  phone_number: otherTransport,
  sip_uri: otherTransport,
  livekit_agent_name: otherTransport,
  livekit_metadata: otherTransport,
  pipecat_agent_name: otherTransport,
  pipecat_agent_configuration: otherTransport,
  pipecat_room_properties: otherTransport,
});

const Spoken = z.object({
  speaker: z.enum(SIDES),
  start_offset_ms: integer,
  end_offset_ms: integer,
  text: z
    .string()
    .nullable()
    .describe("null if the agent's words are unknown; empty if they are part of its next turn"),
  about: z
    .string()
    .nullable()
    .describe(
      "why the digital human spoke: open, turn, silence, interruption, again or murmur; extension: the keys that it pressed before",
    ),
  cut: z
    .enum(CUTS)
    .nullable()
    .describe("how it was cut short: interrupted by the agent's signal, or the digital human gave way"),
});

/** The call of a conversation of a voice run. */
export const VoiceCall = z.object({
  dialect: z.enum(CALL_DIALECTS),
  url: z.string(),
  attempts: integer,
  duration_ms: integer,
  timeline: z.array(Spoken).describe("who spoke when, on the clock of the line"),
  words_from: z
    .enum(WORD_SOURCES)
    .nullable()
    .describe("where the agent's words come from; null if they are unknown"),
  interruptions: integer.describe("how often the digital human broke in"),
  close_code: integer.nullable(),
  detail: z.string().nullable().describe("about the end of the call"),
  remarks: z.array(z.object({ at_ms: integer, code: z.string(), message: z.string() })),
  frames: z.object({
    sent: integer,
    late_p50_ms: z.number(),
    late_p99_ms: z.number(),
    late_max_ms: z.number(),
  }),
  recording: z
    .object({ media_type: z.string(), bytes: integer, sha256: z.string() })
    .nullable()
    .describe("stereo: the digital human left, the agent right"),
});

/** The recording of a call, as a data URL. */
export const ResultRecording = z.object({
  simulation_result_id: z.string(),
  media_type: z.string(),
  bytes: integer,
  recording_base64: z.string(),
});
