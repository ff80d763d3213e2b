import { z } from "zod";
import { ACCENTS, AUDIO_QUALITIES, BACKGROUND_NOISES, VOICE_SPEEDS } from "../values.ts";

/** Conditions of the calls of a run, instead of those in the records of its digital humans. */
export const LineConditions = z.strictObject({
  accent: z.enum(ACCENTS).optional(),
  audio_quality: z.enum(AUDIO_QUALITIES).optional(),
  background_noise: z.enum(BACKGROUND_NOISES).optional(),
  background_noise_volume: z.number().min(0).max(1).optional(),
  voice_speed: z.enum(VOICE_SPEEDS).optional(),
});
