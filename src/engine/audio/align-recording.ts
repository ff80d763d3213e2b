import type { Side, TranscriptEntry } from "../metrics/conversation.ts";
import { transcriptSpeech } from "../metrics/timing/transcript-speech.ts";
import {
  assignBySpokeFirst,
  assignChannels,
  type ChannelAssignment,
  type SpeechBySide,
} from "./channel-assignment.ts";
import { type Drift, measureDrift } from "./drift.ts";
import type { RecordingAnalysis } from "./recording-analyzer.ts";

/** What is known of who speaks in a recording. */
interface Known {
  transcript?: readonly TranscriptEntry[] | null;
  spoke_first?: Side | null;
}

/** Whose speech is whose in a recording, and how far the transcript is off. */
export type RecordingAlignment =
  | {
      assignment: Extract<ChannelAssignment, { status: "assigned" }>;
      /** The found speech of each side: the `segments` of the built-in metrics. */
      segments: SpeechBySide;
      /** Null without a transcript. */
      drift: Readonly<Record<Side, Drift>> | null;
    }
  | { assignment: Extract<ChannelAssignment, { status: "refused" }> | null };

/**
 * Finds out which channel of a stereo recording is whose: by the transcript, or where it has no usable offsets or
 * speakers, by who spoke first. `assignment` is null when there is nothing to go by.
 */
export function alignRecording(
  recording: RecordingAnalysis,
  { transcript, spoke_first }: Known,
): RecordingAlignment {
  const channels = recording.channels.map(({ estimate }) => estimate.voice_activity.segments);
  const said = transcript?.length ? transcriptSpeech(transcript) : null;
  const assignment = said
    ? assignChannels(channels, said)
    : spoke_first
      ? assignBySpokeFirst(channels, spoke_first)
      : null;
  if (assignment?.status !== "assigned") return { assignment };
  const segments = {
    agent: channels[assignment.agent_channel] ?? [],
    user: channels[1 - assignment.agent_channel] ?? [],
  };
  const drift = said && {
    agent: measureDrift(said.agent, segments.agent),
    user: measureDrift(said.user, segments.user),
  };
  return { assignment, segments, drift };
}
