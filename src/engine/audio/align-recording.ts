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

/** What we know about who speaks in a recording. */
interface Known {
  transcript?: readonly TranscriptEntry[] | null;
  spoke_first?: Side | null;
}

/** Which channel belongs to which side, and how far the transcript is off. */
export type RecordingAlignment = {
  /** Reasons to doubt the recording. */
  warnings: Warning[];
} & (
  | {
      assignment: Extract<ChannelAssignment, { status: "assigned" }>;
      /** The detected speech of each side: the `segments` of the built-in metrics. */
      segments: SpeechBySide;
      /** The end of the recording's last whole frame: the `call_end_ms` of the built-in metrics. */
      call_end_ms: number;
      /** Null if the transcript has no times. */
      drift: Readonly<Record<Side, Drift>> | null;
    }
  | {
      assignment: ChannelAssignment | null;
      /** Speech cannot be told from noise, so no times can be taken from the recording. */
      noisy: boolean;
    }
);

/**
 * Finds out which channel of a stereo recording belongs to which side. It uses the transcript's offsets and
 * speakers. Without usable ones, it uses who spoke first. `assignment` is null if neither is known. A noisy
 * recording has no segments.
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

/** How many words each side says, or null if an entry has no known speaker or no utterance. */
function wordsBySide(transcript: readonly TranscriptEntry[]): Record<Side, number> | null {
  const words = { agent: 0, user: 0 };
  for (const { speaker, utterance } of transcript) {
    const side = sideOf(speaker);
    if (side === null || typeof utterance !== "string") return null;
    words[side] += utterance.split(/\s+/).filter(Boolean).length;
  }
  return words;
}
