import type { Output } from "../../contract/types.ts";
import type { RecordingAnalysis } from "../../engine/audio/recording-analyzer.ts";
import type { ConversationInput } from "../../engine/metrics/conversation.ts";
import { recordingOf } from "../domain/calls/recording.ts";
import type { Evaluating } from "./evaluator.ts";
import { readRecording } from "./inputs/read-recording.ts";
import { type Absence, orAbsence } from "./inputs/unavailable.ts";
import { wholeRecording } from "./inputs/whole-recording.ts";
import type { ReadRecording } from "./metric-input.ts";

type Log = Pick<Output<"VoiceCall">, "timeline" | "duration_ms" | "words_from">;

/** What the voice line adds to the evidence about a conversation. */
export interface CallEvidence {
  readonly conversation: Pick<
    ConversationInput,
    "transcript" | "segments" | "call_end_ms" | "conversation_ended_by"
  >;
  /** Not all words came from the connection or from the agent's own reports. */
  readonly words_uncertain: boolean;
  readonly analysis: RecordingAnalysis | Absence | null;
  readonly recording: ReadRecording | undefined;
}

/** Reads the call of a conversation. Undefined if it was a text conversation. */
export async function callEvidence(
  service: Evaluating,
  simulation_result_id: number,
  signal: AbortSignal,
): Promise<CallEvidence | undefined> {
  const call = await service.db
    .selectFrom("voice_call")
    .innerJoin("simulation_result", "simulation_result.id", "voice_call.simulation_result_id")
    .select(["voice_call.log", "recording", "recording_key", "end_reason"])
    .where("simulation_result_id", "=", simulation_result_id)
    .executeTakeFirst();
  if (!call || call.log === null) return undefined;
  const stored = recordingOf(call);
  const log: Log = JSON.parse(call.log);
  const spoken = spokenIn(log);
  return {
    conversation: {
      ...spoken,
      conversation_ended_by: call.end_reason === "hung_up_by_agent" ? "AGENT" : "USER",
    },
    words_uncertain: spoken.transcript === null || log.words_from === "transcription",
    analysis: stored && (await orAbsence(() => readRecording(service, stored, signal))),
    recording: stored ? () => wholeRecording(service, stored) : undefined,
  };
}

/**
 * Who said what and when, exactly, because the line knows. Turns have no position in the order of arrival:
 * the line has turns without a message, such as an "mm-hmm" or a greeting that was talked over. Offsets show
 * whether a tool call came before them. If the words of any turn of the agent are missing, there is no
 * transcript, because that turn could decide any question about it.
 */
function spokenIn({
  timeline: whole,
  duration_ms,
}: Log): Pick<CallEvidence["conversation"], "transcript" | "segments" | "call_end_ms"> {
  const timeline = whole.filter(({ about }) => about !== "extension");
  const intervals = (side: string) =>
    timeline
      .filter(
        ({ speaker, start_offset_ms, end_offset_ms }) => speaker === side && end_offset_ms > start_offset_ms,
      )
      .map(({ start_offset_ms, end_offset_ms }) => ({ start_ms: start_offset_ms, end_ms: end_offset_ms }));
  const isKnown = timeline.every(({ text }) => text !== null);
  return {
    segments: { agent: intervals("AGENT"), user: intervals("USER") },
    call_end_ms: duration_ms,
    transcript: isKnown
      ? timeline.map(({ speaker, text, start_offset_ms, end_offset_ms }) => ({
          speaker,
          utterance: text ?? "",
          start_offset_ms,
          end_offset_ms,
        }))
      : null,
  };
}
