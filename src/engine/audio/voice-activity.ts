import type { Interval } from "../metrics/timing/interval.ts";
import { quantile } from "../metrics/timing/statistics.ts";
import { FRAME_MS } from "./channel-meter.ts";
import { powerToDbfs } from "./decibels.ts";

/** Speech lies this far above the quiet tenth of the frames, at most that far below the loud fiftieth, and above a floor. */
const ABOVE_QUIET_DB = 9;
const BELOW_LOUD_DB = 35;
const FLOOR_DBFS = -60;

/** Pauses up to this length belong to the speech around them. */
const HANGOVER_MS = 200;

/** Anything shorter is not speech. */
const MIN_SPEECH_MS = 100;

/** Where a channel holds speech, as an estimate from its energy. */
export interface VoiceActivity {
  /** Disjoint and sorted; a segment ends with its last active frame. */
  segments: readonly Interval[];
  threshold_dbfs: number;
}

/**
 * The level above which a frame is active, from the quiet tenth and the loud fiftieth of the frames:
 * max(p10 + 9 dB, p98 − 35 dB, −60 dBFS).
 */
export const voiceThreshold = (quiet_dbfs: number, loud_dbfs: number): number =>
  Math.max(quiet_dbfs + ABOVE_QUIET_DB, loud_dbfs - BELOW_LOUD_DB, FLOOR_DBFS);

/** The threshold over all frames. */
function thresholdOf(framePowers: readonly number[]): number {
  // One array of a number a frame, sorted where it stands: an hour has 360,000 frames.
  const sorted = new Float64Array(framePowers.length);
  framePowers.forEach((power, frame) => {
    sorted[frame] = powerToDbfs(power);
  });
  sorted.sort();
  const quiet = quantile(sorted, 0.1) ?? FLOOR_DBFS;
  const loud = quantile(sorted, 0.98) ?? FLOOR_DBFS;
  return voiceThreshold(quiet, loud);
}

/**
 * Estimates where a channel holds speech from the mean squares of its frames of 10 ms. A channel that speaks nearly
 * all the time has no quiet tenth, so that little of it may be found.
 */
export function detectVoice(framePowers: readonly number[]): VoiceActivity {
  const threshold_dbfs = thresholdOf(framePowers);
  const joined: Interval[] = [];
  framePowers.forEach((power, frame) => {
    if (powerToDbfs(power) <= threshold_dbfs) return;
    const start_ms = frame * FRAME_MS;
    const end_ms = start_ms + FRAME_MS;
    const last = joined.at(-1);
    if (last !== undefined && start_ms - last.end_ms <= HANGOVER_MS) last.end_ms = end_ms;
    else joined.push({ start_ms, end_ms });
  });
  return { segments: joined.filter((span) => span.end_ms - span.start_ms >= MIN_SPEECH_MS), threshold_dbfs };
}
