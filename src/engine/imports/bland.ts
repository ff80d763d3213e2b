import { type Fields, fieldsOf, isObject } from "../../contract/is-object.ts";
import type { Side } from "../../contract/values.ts";
import { type EndReason, endingOf } from "./ending.ts";
import { event, isoOf, listOf, momentOf, numberOf, said, sidesOf, textOf, unknownSpeaker } from "./fields.ts";
import { keptOf } from "./format.ts";
import type { Format, Reader } from "./reader.ts";
import { turnsOfText } from "./text-transcript.ts";

const SIDES: Readonly<Record<string, Side>> = {
  user: "USER",
  assistant: "AGENT",
  agent: "AGENT",
  robot: "AGENT",
};
const ACTION = "agent-action";

const format: Format = {
  version: "API v1 (docs.bland.ai, Call Details)",
  read: [
    "call_id",
    "c_id",
    "pathway_id",
    "persona_id",
    "transcripts[].user",
    "transcripts[].text",
    "concatenated_transcript",
    "inbound",
    "from",
    "to",
    "started_at",
    "call_length",
    "completed",
    "queue_status",
    "recording_url",
    "answered_by",
    "transferred_to",
    "call_ended_by",
  ],
  not_read: ["transcripts[].id", "transcripts[].c_id"],
};

/** Every failure ends a call, although it was not completed. */
const isOver = (status: unknown) => /^complete|error$/.test(String(status));

function reasonOf(call: Fields): { reason?: EndReason; stated?: string | undefined } {
  const by = textOf(call["call_ended_by"])?.toUpperCase();
  if (textOf(call["transferred_to"]) !== undefined) return { reason: "call_transfer" };
  if (call["answered_by"] === "voicemail") return { reason: "voicemail_reached", stated: "voicemail" };
  if (by === "USER") return { reason: "user_hangup" };
  return by === "ASSISTANT" || by === "AGENT" ? { reason: "agent_hangup" } : {};
}

/**
 * Bland: a call from its API or its webhook. A phrase's `created_at` is when it was written down, not when it
 * was said, so the turns have no times.
 */
export const bland: Reader = {
  vendor: "bland",
  format,
  recognizes: (value) =>
    isObject(value) &&
    (textOf(value["call_id"]) ?? textOf(value["c_id"])) !== undefined &&
    (Array.isArray(value["transcripts"])
      ? listOf(value["transcripts"]).every((phrase) => "user" in phrase && "text" in phrase)
      : typeof value["concatenated_transcript"] === "string"),
  read(value) {
    const call = fieldsOf(value);
    const phrases = listOf(call["transcripts"]);
    const isOutbound = call["inbound"] === false;
    const [theirs, ours] = (isOutbound ? ["to", "from"] : ["from", "to"]).map((name) => textOf(call[name]));
    const start = isoOf(momentOf(call["started_at"]));
    const url = textOf(call["recording_url"]);
    const minutes = numberOf(call["call_length"]);
    const duration_ms = minutes === undefined ? undefined : Math.round(minutes * 60_000);
    const turns = phrases.flatMap(({ user, text }) => {
      const words = textOf(text);
      if (words === undefined || user === ACTION) return [];
      const side = SIDES[String(user)];
      return side ? [said(side, words)] : unknownSpeaker(user, [...Object.keys(SIDES), ACTION]);
    });
    const actions = phrases.flatMap(({ user, text }) => {
      const description = textOf(text);
      return user === ACTION && description !== undefined ? [event(ACTION, { description })] : [];
    });
    return {
      vendor: "bland",
      id: textOf(call["call_id"]) ?? textOf(call["c_id"]),
      agent_id: textOf(call["pathway_id"]) ?? textOf(call["persona_id"]),
      unfinished:
        call["completed"] === false && !isOver(call["queue_status"])
          ? (textOf(call["queue_status"]) ?? "not completed")
          : undefined,
      duration_ms,
      recording: url === undefined ? undefined : { url, multichannel: false },
      fields: {
        ...(start !== undefined && { start_time_utc: start }),
        ...sidesOf({ ours, theirs, isOutbound }),
        transcript: turns.length > 0 ? turns : turnsOfText(call["concatenated_transcript"], SIDES),
        ...endingOf(actions, { ...reasonOf(call), at_ms: duration_ms }),
      },
      other: keptOf(call, format),
    };
  },
};
