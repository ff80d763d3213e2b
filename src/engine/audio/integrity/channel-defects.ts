import type { ChannelDefects } from "../../metrics/audio/defects.ts";
import { type Interval, intersection, totalLength } from "../../metrics/timing/interval.ts";
import type { ChannelSums } from "../channel-meter.ts";
import { FRAME_MS } from "../channel-meter.ts";
import { powerToDbfs } from "../decibels.ts";
import { type FramePowers, levelQuantile } from "../frame-powers.ts";
import type { VoiceActivity } from "../voice-activity.ts";
import type { Echo } from "./echo-meter.ts";
import { levelJumps } from "./level-jumps.ts";
import { placesOf } from "./places.ts";
import type { SampleDefects } from "./sound-meter.ts";

/** A channel without speech is dead if the other one speaks at least this long. */
const MIN_OTHER_MS = 3000;
/** A channel that is louder than this carries something. */
const DEAD_DBFS = -55;

/** For so long after the other side has spoken, a side that stops at once may have stopped for it. */
const YIELDING_MS = 1500;

/** What is known about a channel after the recording was read. */
export interface ReadChannel {
  sums: Pick<ChannelSums, "frame_powers" | "digitally_silent_frames">;
  samples: SampleDefects;
  voice: VoiceActivity;
  echo: Echo | null;
}

/** Puts together what the samples, the frames and the other channel say. `other` is the speech of the other channel. */
export function channelDefects(
  { sums: { frame_powers }, samples, voice, echo }: ReadChannel,
  other: readonly Interval[] | null,
): ChannelDefects {
  const speech = voice.segments;
  const speech_dbfs = speechLevel(frame_powers, speech);
  return {
    places: {
      ...samples,
      level_jumps: placesOf(levelJumps(frame_powers, speech)),
      cut_replies: placesOf(
        samples.cut_replies.kept
          .filter(isUndisturbed(other ?? []))
          .filter(({ start_ms }) => !samples.dropouts.kept.some(isFrom(start_ms))),
      ),
      echo: placesOf(echoPlaces(echo, other ?? [])),
      one_way: placesOf(onewayPlaces(frame_powers, speech, other ?? [])),
    },
    speech_dbfs,
    noise_floor_dbfs: levelQuantile(frame_powers, 0.1),
    echo_delay_ms: echo && Math.round(echo.delay_ms * 10) / 10,
  };
}

function speechLevel(powers: FramePowers, speech: readonly Interval[]): number | null {
  let sum = 0;
  let frames = 0;
  for (const { start_ms, end_ms } of speech)
    for (let frame = start_ms / FRAME_MS; frame < end_ms / FRAME_MS; frame++, frames++)
      sum += powers.at(frame) ?? 0;
  return frames === 0 ? null : powerToDbfs(sum / frames);
}

/** The other side's speech, later by the delay, where most of it comes back. */
function echoPlaces(echo: Echo | null, other: readonly Interval[]): Interval[] {
  if (!echo) return [];
  let [first, last] = [0, 0];
  return other
    .filter((segment) => {
      const isBefore = (ms: number, block?: Interval) => block && block.start_ms < ms;
      while ((echo.blocks[first]?.end_ms ?? Number.POSITIVE_INFINITY) <= segment.start_ms) first++;
      while (isBefore(segment.end_ms, echo.blocks[last])) last++;
      const heard = totalLength(intersection([segment], echo.blocks.slice(first, last)));
      return heard >= 0.5 * (segment.end_ms - segment.start_ms);
    })
    .map(({ start_ms, end_ms }) => ({
      start_ms: Math.round(start_ms + echo.delay_ms),
      end_ms: Math.round(end_ms + echo.delay_ms),
    }));
}

/** Nobody spoke at the place or just before it. Who is spoken to may stop at once. */
const isUndisturbed =
  (other: readonly Interval[]) =>
  ({ start_ms }: Interval) =>
    !other.some(
      (interval) =>
        interval.start_ms < start_ms + YIELDING_MS / 10 && interval.end_ms > start_ms - YIELDING_MS,
    );

/** A drop-out from then on. Something is heard after it, however low, so no reply was cut. */
const isFrom =
  (ms: number) =>
  ({ start_ms }: Interval) =>
    Math.abs(start_ms - ms) < 5;

/** The whole call, if a side says nothing in it although the other one speaks. */
function onewayPlaces(
  powers: FramePowers,
  speech: readonly Interval[],
  other: readonly Interval[],
): Interval[] {
  if (speech.length > 0 || totalLength(other) < MIN_OTHER_MS) return [];
  let loudest = 0;
  for (let frame = 0; frame < powers.length; frame++) loudest = Math.max(loudest, powers.at(frame) ?? 0);
  return powerToDbfs(loudest) <= DEAD_DBFS ? [{ start_ms: 0, end_ms: powers.length * FRAME_MS }] : [];
}
