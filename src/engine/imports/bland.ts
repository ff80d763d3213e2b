import { fieldsOf, isFields, isoOf, listOf, momentOf, said, textOf, without } from "./fields.ts";
import type { Event, Reader } from "./reader.ts";

const READ = [
  "call_id",
  "c_id",
  "transcripts",
  "concatenated_transcript",
  "inbound",
  "from",
  "to",
  "started_at",
  "recording_url",
  "call_ended_by",
];

/**
 * Bland: a call from its API or its webhook. A phrase's `created_at` is when it was written down, not when it
 * was said, so the turns have no times.
 */
export const bland: Reader = {
  vendor: "bland",
  recognizes: (value) =>
    isFields(value) &&
    (textOf(value["call_id"]) ?? textOf(value["c_id"])) !== undefined &&
    Array.isArray(value["transcripts"]) &&
    listOf(value["transcripts"]).every((phrase) => "user" in phrase && "text" in phrase),
  read(value) {
    const call = fieldsOf(value);
    const phrases = listOf(call["transcripts"]);
    const isOutbound = call["inbound"] === false;
    const [theirs, ours] = (isOutbound ? ["to", "from"] : ["from", "to"]).map((name) => textOf(call[name]));
    const start = isoOf(momentOf(call["started_at"]));
    const url = textOf(call["recording_url"]);
    const ended = textOf(call["call_ended_by"])?.toUpperCase();
    const events = phrases.flatMap(({ user, text }): Event[] => {
      const [title, description] = [textOf(user), textOf(text)];
      if (title === undefined || title === "user" || title === "assistant") return [];
      return [{ title, ...(description !== undefined && { description }) }];
    });
    return {
      vendor: "bland",
      id: textOf(call["call_id"]) ?? textOf(call["c_id"]),
      agent_id: textOf(call["pathway_id"]) ?? textOf(call["persona_id"]),
      recording: url === undefined ? undefined : { url, multichannel: false },
      fields: {
        ...(start !== undefined && { start_time_utc: start }),
        participants: [
          { role: "AGENT", ...(ours !== undefined && { phone_number: ours }) },
          { role: "USER", ...(theirs !== undefined && { phone_number: theirs }) },
        ],
        call_direction: isOutbound ? "OUTBOUND" : "INBOUND",
        transcript: phrases.flatMap(({ user, text }) => {
          const words = textOf(text);
          if (words === undefined || (user !== "user" && user !== "assistant")) return [];
          return [said(user === "assistant" ? "AGENT" : "USER", words)];
        }),
        ...(events.length > 0 && { events }),
        ...(ended === "USER" && { conversation_ended_by: "USER" as const }),
        ...(ended === "ASSISTANT" && { conversation_ended_by: "AGENT" as const }),
      },
      other: without(call, READ),
    };
  },
};
