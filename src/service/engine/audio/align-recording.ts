import type { Side, TranscriptEntry } from "../metrics/conversation.ts";
import { transcriptSpeech } from "../metrics/timing/transcript-speech.ts";
import { assignChannels, type ChannelAssignment, type SpeechBySide } from "./channel-assignment.ts";
import { type Drift, measureDrift } from "./drift.ts";
import type { RecordingAnalysis } from "./recording-analyzer.ts";

/** A recording and a transcript laid over each other. */
export type RecordingAlignment =
  | {
      assignment: Extract<ChannelAssignment, { status: "assigned" }>;
      /** The found speech of each side: the `segments` of the built-in metrics. */
      segments: SpeechBySide;
      drift: Readonly<Record<Side, Drift>>;
    }
  | { assignment: Extract<ChannelAssignment, { status: "refused" }> | null };

/**
 * Finds out which channel of a stereo recording is whose, and how far the transcript is off. `assignment` is null when
 * the transcript has no usable offsets or speakers, so that there is nothing to go by.
 */
export function alignRecording(
  recording: RecordingAnalysis,
  transcript: readonly TranscriptEntry[],
): RecordingAlignment {
  const said = transcriptSpeech(transcript);
  if (said === null) return { assignment: null };
  const channels = recording.channels.map(({ estimate }) => estimate.voice_activity.segments);
  const assignment = assignChannels(channels, said);
  if (assignment.status === "refused") return { assignment };
  const segments = {
    agent: channels[assignment.agent_channel] ?? [],
    user: channels[1 - assignment.agent_channel] ?? [],
  };
  const drift = {
    agent: measureDrift(said.agent, segments.agent),
    user: measureDrift(said.user, segments.user),
  };
  return { assignment, segments, drift };
}
