import {
  type BuiltinMetric,
  evaluated,
  type Measurement,
  notApplicable,
  whenKnown,
} from "../builtin-metric.ts";
import type { ChannelSound, Side } from "../conversation.ts";
import {
  CLOCK_DRIFT_DEFINITION,
  CONTRADICTION_DEFINITIONS,
  DEFECT_DEFINITIONS,
  LEVEL_DEFINITIONS,
} from "./audio-definitions.ts";
import { DEFECTS } from "./defects.ts";
import { CONTRADICTIONS } from "./words-and-sound.ts";

export const SOUND_SIDES: readonly Side[] = ["agent", "user"];

/** Whose sound it is, for descriptions. */
const WHOSE: Readonly<Record<Side, string>> = { agent: "the agent", user: "the user" };

const LEVELS: Readonly<Record<keyof typeof LEVEL_DEFINITIONS, (sound: ChannelSound) => number | null>> = {
  level: ({ speech_dbfs }) => speech_dbfs,
  noise_floor: ({ noise_floor_dbfs }) => noise_floor_dbfs,
  snr: ({ snr_db }) => snr_db,
  echo_delay: ({ echo_delay_ms }) => echo_delay_ms,
};

const ofSound = (side: Side, measure: (sound: ChannelSound) => Measurement) =>
  whenKnown(
    ({ sound }) => sound,
    (sides) => measure(sides[side]),
  );

/** What is wrong with the sound of each side, from the recording alone. */
export const audioMetrics: readonly BuiltinMetric[] = SOUND_SIDES.flatMap((side): BuiltinMetric[] => [
  ...DEFECTS.map((defect): BuiltinMetric => {
    const { description, unit, source } = DEFECT_DEFINITIONS[defect];
    return {
      id: `${side}.audio.${defect}`,
      version: 1,
      unit,
      description: `${description}, in the sound of ${WHOSE[side]}`,
      source,
      measure: ofSound(side, ({ places }) => {
        const { count, total_ms, kept } = places[defect];
        const value = unit === "count" ? count : Math.round(total_ms);
        return evaluated(value, count, kept.map(inWholeMilliseconds));
      }),
    };
  }),
  ...CONTRADICTIONS.map((contradiction): BuiltinMetric => {
    const { description, unit, source } = CONTRADICTION_DEFINITIONS[contradiction];
    return {
      id: `${side}.audio.${contradiction}`,
      version: 1,
      unit,
      description: `${description}, in the sound of ${WHOSE[side]}`,
      source,
      measure: whenKnown(
        ({ words_and_sound }) => words_and_sound,
        (sides) => {
          const places = sides[side][contradiction];
          return evaluated(places.length, places.length, places.map(inWholeMilliseconds));
        },
      ),
    };
  }),
  {
    id: `${side}.audio.clock_drift`,
    version: 1,
    unit: CLOCK_DRIFT_DEFINITION.unit,
    description: `${CLOCK_DRIFT_DEFINITION.description}, for ${WHOSE[side]}`,
    source: CLOCK_DRIFT_DEFINITION.source,
    measure: whenKnown(
      ({ words_and_sound }) => words_and_sound,
      (sides) => {
        const { clock_drift } = sides[side];
        return clock_drift ? evaluated(Math.round(clock_drift.ppm), clock_drift.n) : notApplicable();
      },
    ),
  },
  ...(Object.keys(LEVELS) as (keyof typeof LEVELS)[]).map((figure): BuiltinMetric => {
    const { description, unit, source } = LEVEL_DEFINITIONS[figure];
    return {
      id: `${side}.audio.${figure}`,
      version: 1,
      unit,
      description: `${description}, in the sound of ${WHOSE[side]}`,
      source,
      measure: ofSound(side, (sound) => {
        const value = LEVELS[figure](sound);
        return value === null ? notApplicable() : evaluated(Math.round(value * 10) / 10, 1);
      }),
    };
  }),
]);

const inWholeMilliseconds = ({ start_ms, end_ms }: { start_ms: number; end_ms: number }) => ({
  start_ms: Math.round(start_ms),
  end_ms: Math.round(end_ms),
});
