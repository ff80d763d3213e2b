import {
  called,
  type Fields,
  fieldsOf,
  isFields,
  isoOf,
  latencyOf,
  listOf,
  momentOf,
  numberOf,
  said,
  secondsToMs,
  textOf,
  without,
} from "./fields.ts";
import type { Event, Reader } from "./reader.ts";

const KINDS = ["message", "function_call", "function_call_output", "agent_handoff", "agent_config_update"];

const itemsOf = (value: unknown): Fields[] => {
  const report = fieldsOf(value);
  return listOf(fieldsOf(report["chat_history"])["items"] ?? report["items"]);
};

/** Clock times in seconds since 1970. */
const momentIn = (fields: Fields, ...names: readonly string[]): number | undefined =>
  names.map((name) => momentOf(fields[name])).find((moment) => moment !== undefined);

/** The session's own start. If the report does not have it, the first moment that the report mentions. */
function startOf(report: Fields, items: readonly Fields[]): number | undefined {
  const said = momentIn(report, "started_at", "audio_recording_started_at");
  if (said !== undefined) return said;
  const mentioned = [...listOf(report["events"]), ...items].flatMap((one) => [
    momentIn(one, "created_at") ?? [],
    momentIn(fieldsOf(one["metrics"]), "started_speaking_at") ?? [],
  ]);
  const moments = mentioned.flat();
  return moments.length > 0 ? Math.min(...moments) : undefined;
}

const contentOf = (content: unknown): string | undefined =>
  Array.isArray(content)
    ? textOf(content.filter((part) => typeof part === "string").join("\n"))
    : textOf(content);

/** LiveKit Agents: the report of a session, or only its chat history. */
export const livekit: Reader = {
  vendor: "livekit",
  recognizes(value) {
    if (!isFields(value)) return false;
    const items = itemsOf(value);
    return items.length > 0 && items.every(({ type }) => KINDS.includes(String(type)));
  },
  read(value) {
    const report = fieldsOf(value);
    const items = itemsOf(value);
    const start = startOf(report, items);
    const offset = (moment: number | undefined) =>
      start === undefined || moment === undefined ? undefined : Math.round(moment - start);
    const messages = items.filter(({ type }) => type === "message");
    const transcript = messages.flatMap(({ role, content, metrics }) => {
      const text = contentOf(content);
      if (text === undefined || (role !== "assistant" && role !== "user")) return [];
      const times = fieldsOf(metrics);
      return [
        said(
          role === "assistant" ? "AGENT" : "USER",
          text,
          offset(momentIn(times, "started_speaking_at")),
          offset(momentIn(times, "stopped_speaking_at")),
        ),
      ];
    });
    const outputs = new Map(
      items.filter(({ type }) => type === "function_call_output").map((item) => [item["call_id"], item]),
    );
    const tool_calls = items
      .filter(({ type }) => type === "function_call")
      .flatMap((call) => {
        const output = outputs.get(call["call_id"]);
        return called({
          name: textOf(call["name"]),
          parameters: call["arguments"],
          start: offset(momentIn(call, "created_at")),
          output: output?.["output"],
          failed: output?.["is_error"] === true,
        });
      });
    const events = items
      .filter(({ type }) => type === "agent_handoff")
      .map((item): Event => {
        const at = offset(momentIn(item, "created_at"));
        return {
          title: "agent_handoff",
          ...(at !== undefined && { start_offset_ms: at }),
          metadata: without(item, ["type", "created_at"]),
        };
      });
    const measured = (name: string) =>
      messages.flatMap(({ metrics }) => {
        const seconds = numberOf(fieldsOf(metrics)[name]);
        return seconds === undefined ? [] : [secondsToMs(seconds) ?? 0];
      });
    const started = isoOf(start);
    const { reason } = listOf(report["events"]).find(({ type }) => type === "close") ?? {};
    const path = textOf(report["audio_recording_path"]);
    const chat = without(fieldsOf(report["chat_history"]), ["items"]);
    return {
      vendor: "livekit",
      id: textOf(report["job_id"]) ?? textOf(report["room_id"]),
      agent_id: textOf(report["agent_name"]),
      recording: path === undefined ? undefined : { path, multichannel: true },
      latency: latencyOf({
        end_to_end: measured("e2e_latency"),
        stt: measured("transcription_delay"),
        llm: measured("llm_node_ttft"),
        tts: measured("tts_node_ttfb"),
      }),
      fields: {
        ...(started !== undefined && { start_time_utc: started }),
        transcript,
        ...(tool_calls.length > 0 && { tool_calls }),
        ...(events.length > 0 && { events }),
        ...(reason === "participant_disconnected" && { conversation_ended_by: "USER" as const }),
        ...(reason === "task_completed" && { conversation_ended_by: "AGENT" as const }),
      },
      other: {
        ...without(report, ["job_id", "chat_history", "items", "events"]),
        ...(Object.keys(chat).length > 0 && { chat_history: chat }),
      },
    };
  },
};
