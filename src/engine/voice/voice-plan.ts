import type { AUDIO_QUALITIES, Fluency, VOICE_SPEEDS } from "../../contract/values.ts";
import { DIGITAL_HUMAN_DEFAULTS } from "../../contract/values.ts";
import type { DigitalHuman } from "../caller/digital-human.ts";
import { languageOf } from "../caller/language.ts";
import type { EffectSettings } from "./effects.ts";
import { type InterruptionPlan, readInterruptions } from "./interruptions.ts";
import type { Noise } from "./noise.ts";

type Quality = (typeof AUDIO_QUALITIES)[number];
type Speed = (typeof VOICE_SPEEDS)[number];

/** The meaning of each `audio_quality`. */
export const QUALITIES: Readonly<Record<Quality, Omit<EffectSettings, "snr_db">>> = {
  high: { telephone: false, muffled_hz: null, loss: null, gain_db: 0 },
  medium: { telephone: true, muffled_hz: null, loss: null, gain_db: 0 },
  low: { telephone: true, muffled_hz: 2000, loss: { rate: 0.02, burst: 5 }, gain_db: -6 },
  horrible: { telephone: true, muffled_hz: 1000, loss: { rate: 0.05, burst: 5 }, gain_db: -12 },
};

/** The meaning of each `voice_speed`: a factor of the usual speed. */
const SPEEDS: Readonly<Record<Speed, number>> = {
  slowest: 0.6,
  slow: 0.8,
  normal: 1,
  fast: 1.25,
  fastest: 1.6,
};

/** Less fluent speakers speak more slowly. */
const FLUENCY_SPEEDS: Readonly<Record<Fluency, number>> = { beginner: 0.85, intermediate: 0.95, native: 1 };

/** Speech over noise at a `background_noise_volume` of 0, and how much a volume of 1 reduces it. */
const SNR_AT_0_DB = 35;
const SNR_PER_VOLUME_DB = 25;
const ENDPOINTING_MAXIMUM_S = 10;

/** Settings of a voice for a synthesizer. */
export interface SpeakerSettings {
  readonly language: string;
  readonly accent: string | null;
  readonly gender: "male" | "female" | null;
  /** 1 is the usual speed. */
  readonly speed: number;
}

/** How a digital human sounds and behaves on a line. Plain JSON. */
export interface VoicePlan {
  readonly speaker: SpeakerSettings;
  readonly noise: Noise | null;
  readonly effects: EffectSettings;
  /** After this much silence of the agent, it is the digital human's turn. */
  readonly endpointing_ms: number;
  readonly interruptions: InterruptionPlan;
  /** What it says while it listens. Empty if it listens in silence. */
  readonly murmurs: readonly string[];
  /** The keys that it presses before the conversation begins. Empty if it presses none. */
  readonly extension: string;
}

/** Reads from a digital human's record how it sounds and behaves on a line. */
export function readVoicePlan(digital_human: DigitalHuman): VoicePlan {
  const { language, accent, gender, voice_speed, fluency } = digital_human;
  const { background_noise, background_noise_volume, background_noise_file } = digital_human;
  const { audio_quality, endpointing_delay, interruptions, verbosity } = digital_human;
  const spoken = language ?? DIGITAL_HUMAN_DEFAULTS.language;
  const kind = background_noise === "none" ? null : (background_noise ?? null);
  const noise = background_noise_file ? { file: background_noise_file } : kind;
  const volume = background_noise_volume ?? DIGITAL_HUMAN_DEFAULTS.background_noise_volume;
  const delay = endpointing_delay ?? DIGITAL_HUMAN_DEFAULTS.endpointing_delay;
  return {
    speaker: {
      language: spoken,
      accent: accent ?? null,
      gender: gender ?? null,
      speed: SPEEDS[voice_speed ?? "normal"] * FLUENCY_SPEEDS[fluency ?? "native"],
    },
    noise: volume === 0 ? null : noise,
    effects: {
      ...QUALITIES[audio_quality ?? "high"],
      snr_db: noise && volume > 0 ? SNR_AT_0_DB - SNR_PER_VOLUME_DB * volume : null,
    },
    endpointing_ms: Math.min(Math.max(delay, 0), ENDPOINTING_MAXIMUM_S) * 1000,
    interruptions: readInterruptions(interruptions),
    murmurs: verbosity === "high" ? languageOf(spoken).phrases.murmurs : [],
    extension: digital_human.extension ?? "",
  };
}
