import type { Interval } from "../metrics/timing/interval.ts";
import { FRAME_MS } from "./channel-meter.ts";
import { type FramePowers, levelQuantile } from "./frame-powers.ts";

/**
 * Speech is this far above the 10th percentile of the frames, at most that far below the 98th, and above a
 * floor.
 */
const ABOVE_QUIET_DB = 9;
const BELOW_LOUD_DB = 35;
const FLOOR_DBFS = -60;

/** Pauses up to this length count as part of the speech around them. */
const HANGOVER_MS = 200;

/** Anything shorter is not speech. */
const MIN_SPEECH_MS = 100;

/** Where a channel contains speech, estimated from its energy. */
export interface VoiceActivity {
  /** Sorted, without overlaps. A segment ends with its last active frame. */
  segments: readonly Interval[];
  threshold_dbfs: number;
}

/**
 * The level above which a frame is active: max(p10 + 9 dB, p98 − 35 dB, −60 dBFS), where p10 and p98 are
 * percentiles of the frames' levels.
 */
export const voiceThreshold = (quiet_dbfs: number, loud_dbfs: number): number =>
  Math.max(quiet_dbfs + ABOVE_QUIET_DB, loud_dbfs - BELOW_LOUD_DB, FLOOR_DBFS);

/** The threshold over all frames. */
function thresholdOf(framePowers: FramePowers): number {
  const quiet = levelQuantile(framePowers, 0.1) ?? FLOOR_DBFS;
  return voiceThreshold(quiet, levelQuantile(framePowers, 0.98) ?? FLOOR_DBFS);
}

/**
 * Estimates where a channel contains speech, from the mean squares of its 10 ms frames. If a channel speaks
 * nearly all the time, its 10th percentile is speech too, so little of it may be found.
 */
export function detectVoice(framePowers: FramePowers): VoiceActivity {
  const threshold_dbfs = thresholdOf(framePowers);
  const threshold = 10 ** (threshold_dbfs / 10);
  const joined: Interval[] = [];
  for (let frame = 0; frame < framePowers.length; frame++) {
    if ((framePowers.at(frame) ?? 0) <= threshold) continue;
    const start_ms = frame * FRAME_MS;
    const end_ms = start_ms + FRAME_MS;
    const last = joined.at(-1);
    if (last !== undefined && start_ms - last.end_ms <= HANGOVER_MS) last.end_ms = end_ms;
    else joined.push({ start_ms, end_ms });
  }
  return { segments: joined.filter((span) => span.end_ms - span.start_ms >= MIN_SPEECH_MS), threshold_dbfs };
}
