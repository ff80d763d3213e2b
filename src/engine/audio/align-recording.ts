import { type Side, sideOf, type TranscriptEntry } from "../metrics/conversation.ts";
import type { Warning } from "../metrics/metric-value.ts";
import { transcriptSpeech } from "../metrics/timing/transcript-speech.ts";
import {
  assignBySpokeFirst,
  assignChannels,
  type ChannelAssignment,
  type SpeechBySide,
} from "./channel-assignment.ts";
import { FRAME_MS } from "./channel-meter.ts";
import { type Drift, measureDrift } from "./drift.ts";
import type { RecordingAnalysis } from "./recording-analyzer.ts";

/** What is known of who speaks in a recording. */
interface Known {
  transcript?: readonly TranscriptEntry[] | null;
  spoke_first?: Side | null;
}

/** Whose speech is whose in a recording, and how far the transcript is off. */
export type RecordingAlignment = {
  /** What is doubtful about the recording. */
  warnings: Warning[];
} & (
  | {
      assignment: Extract<ChannelAssignment, { status: "assigned" }>;
      /** The found speech of each side: the `segments` of the built-in metrics. */
      segments: SpeechBySide;
      /** The last frame of the recording: the `call_end_ms` of the built-in metrics. */
      call_end_ms: number;
      /** Null without times in a transcript. */
      drift: Readonly<Record<Side, Drift>> | null;
    }
  | {
      assignment: ChannelAssignment | null;
      /** Speech cannot be told from noise: the recording gives no times. */
      noisy: boolean;
    }
);

/**
 * Finds out which channel of a stereo recording is whose: by the transcript, or where it has no usable offsets or
 * speakers, by who spoke first. `assignment` is null when there is nothing to go by. A noisy recording has no segments.
 */
export function alignRecording(
  recording: RecordingAnalysis,
  { transcript, spoke_first }: Known,
): RecordingAlignment {
  const channels = recording.channels.map(({ estimate }) => estimate.voice_activity.segments);
  const said = transcript?.length ? transcriptSpeech(transcript) : null;
  const noisy = recording.channels.flatMap(({ estimate }, index) => (estimate.noisy ? [index] : []));
  const assignment = said
    ? assignChannels(channels, said)
    : spoke_first
      ? noisy.length > 0
        ? ({ status: "refused", by: "spoke_first", reason: "noisy_recording" } as const)
        : assignBySpokeFirst(channels, spoke_first, wordsBySide(transcript ?? []))
      : null;
  if (noisy.length > 0) return { assignment, noisy: true, warnings: [noiseWarning(noisy, said !== null)] };
  if (assignment?.status !== "assigned") return { assignment, noisy: false, warnings: [] };
  const segments = {
    agent: channels[assignment.agent_channel] ?? [],
    user: channels[1 - assignment.agent_channel] ?? [],
  };
  const drift = said && {
    agent: measureDrift(said.agent, segments.agent),
    user: measureDrift(said.user, segments.user),
  };
  const call_end_ms = Math.floor(recording.duration_ms / FRAME_MS) * FRAME_MS;
  const warnings = assignment.weak ? [WEAK_ASSIGNMENT] : [];
  return { assignment, segments, call_end_ms, drift, warnings };
}

const WEAK_ASSIGNMENT: Warning = {
  code: "weak_channel_assignment",
  indexes: [],
  message:
    "which channel is the agent's was decided by who spoke first; a sound before the first word swaps the sides. " +
    "Send a transcript with offsets to be sure",
};

const noiseWarning = (indexes: number[], isTimed: boolean): Warning => ({
  code: "noisy_recording",
  indexes,
  message:
    "channels whose speech is less than 10 dB above the noise: " +
    (isTimed ? "times are taken from the transcript" : "nothing is computed from times"),
});

/** How many words each side says; null where a speaker or an utterance is missing. */
function wordsBySide(transcript: readonly TranscriptEntry[]): Record<Side, number> | null {
  const words = { agent: 0, user: 0 };
  for (const { speaker, utterance } of transcript) {
    const side = sideOf(speaker);
    if (side === null || typeof utterance !== "string") return null;
    words[side] += utterance.split(/\s+/).filter(Boolean).length;
  }
  return words;
}
