import {
  called,
  type Fields,
  fieldsOf,
  isFields,
  isoOf,
  listOf,
  momentOf,
  said,
  secondsToMs,
  textOf,
  without,
} from "./fields.ts";
import type { Event, Reader } from "./reader.ts";

/** The API writes snake_case; the vendor's own library writes camelCase. */
const either = (fields: Fields, snake: string): unknown =>
  fields[snake] ?? fields[snake.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())];

/** The log has the start of a turn, in whole seconds, but not its end. */
function utterances(turns: readonly Fields[]) {
  return turns.flatMap((turn) => {
    const text = textOf(turn["message"]);
    const { role } = turn;
    if (text === undefined || (role !== "agent" && role !== "user")) return [];
    return [said(role === "agent" ? "AGENT" : "USER", text, secondsToMs(either(turn, "time_in_call_secs")))];
  });
}

function toolCalls(turns: readonly Fields[]) {
  const results = new Map(
    turns
      .flatMap((turn) => listOf(either(turn, "tool_results")))
      .map((result) => [either(result, "request_id"), result]),
  );
  return turns.flatMap((turn) =>
    listOf(either(turn, "tool_calls")).flatMap((call) => {
      const result = fieldsOf(results.get(either(call, "request_id")));
      return called({
        name: textOf(either(call, "tool_name")),
        parameters: either(call, "params_as_json"),
        start: secondsToMs(either(turn, "time_in_call_secs")),
        output: either(result, "result_value"),
        failed: either(result, "is_error") === true,
      });
    }),
  );
}

const interruptions = (turns: readonly Fields[]): Event[] =>
  turns
    .filter((turn) => turn["interrupted"] === true)
    .map((turn) => {
      const original = textOf(either(turn, "original_message"));
      const start = secondsToMs(either(turn, "time_in_call_secs"));
      return {
        title: "interrupted",
        ...(start !== undefined && { start_offset_ms: start }),
        ...(original !== undefined && { metadata: { original_message: original } }),
      };
    });

/** ElevenLabs: a conversation from its API or its post-call webhook. */
export const elevenlabs: Reader = {
  vendor: "elevenlabs",
  recognizes: (value) =>
    isFields(value) &&
    typeof either(value, "conversation_id") === "string" &&
    Array.isArray(value["transcript"]) &&
    isFields(value["metadata"]),
  read(value) {
    const conversation = fieldsOf(value);
    const metadata = fieldsOf(conversation["metadata"]);
    const phone = fieldsOf(either(metadata, "phone_call"));
    const turns = listOf(conversation["transcript"]);
    const start = isoOf(momentOf(either(metadata, "start_time_unix_secs")));
    const theirs = textOf(either(phone, "external_number"));
    const ours = textOf(either(phone, "agent_number"));
    const reason = textOf(either(metadata, "termination_reason"))?.toLowerCase() ?? "";
    const tool_calls = toolCalls(turns);
    const events = interruptions(turns);
    return {
      vendor: "elevenlabs",
      id: textOf(either(conversation, "conversation_id")),
      agent_id: textOf(either(conversation, "agent_id")),
      fields: {
        ...(start !== undefined && { start_time_utc: start }),
        participants: [
          { role: "AGENT", ...(ours !== undefined && { phone_number: ours }) },
          { role: "USER", ...(theirs !== undefined && { phone_number: theirs }) },
        ],
        call_direction: phone["direction"] === "outbound" ? "OUTBOUND" : "INBOUND",
        interface: Object.keys(phone).length > 0 ? "PHONE" : "WEB",
        transcript: utterances(turns),
        ...(tool_calls.length > 0 && { tool_calls }),
        ...(events.length > 0 && { events }),
        ...(/client disconnected|ended by (?:user|client|remote party)/.test(reason) && {
          conversation_ended_by: "USER" as const,
        }),
        ...(/end_call tool|ended by agent/.test(reason) && { conversation_ended_by: "AGENT" as const }),
      },
      other: without(conversation, [
        "conversation_id",
        "conversationId",
        "agent_id",
        "agentId",
        "transcript",
      ]),
    };
  },
};
