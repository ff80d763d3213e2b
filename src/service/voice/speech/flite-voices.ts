import type { SpeakerSettings } from "../../../engine/voice/voice-plan.ts";

/** A voice of Flite, and how much higher than its recording it should speak. */
interface FliteVoice {
  readonly voice: "awb" | "kal" | "rms" | "slt";
  readonly pitch: number;
}

/**
 * Flite's voices are two American men (rms, kal), an American woman (slt), and a Scotsman (awb). Each accent
 * gets a different voice for men and for women, so that callers can be told apart. Accents of other languages
 * are just voices.
 */
const VOICES: Readonly<Record<string, readonly [male: FliteVoice, female: FliteVoice]>> = {
  american: [voice("rms", 1), voice("slt", 1)],
  american2: [voice("kal", 1), voice("slt", 1.1)],
  mature: [voice("rms", 0.88), voice("slt", 0.86)],
  southern: [voice("rms", 0.94), voice("slt", 0.94)],
  british: [voice("awb", 1), voice("awb", 1.36)],
  australian: [voice("awb", 1.06), voice("awb", 1.44)],
  scottish: [voice("awb", 0.92), voice("awb", 1.3)],
  irish: [voice("awb", 0.96), voice("awb", 1.4)],
  welsh: [voice("awb", 1.1), voice("awb", 1.48)],
  indian: [voice("kal", 1.08), voice("slt", 1.16)],
};
const OTHERS: readonly [FliteVoice, FliteVoice] = [voice("kal", 0.92), voice("slt", 1.05)];
const USUAL = "american";

function voice(name: FliteVoice["voice"], pitch: number): FliteVoice {
  return { voice: name, pitch };
}

/** The voice for a digital human. A male one if its record does not say. */
export function fliteVoice({ accent, gender }: SpeakerSettings): FliteVoice {
  const name = accent === null || accent === "multilingual" ? USUAL : accent;
  const [male, female] = VOICES[name] ?? OTHERS;
  return gender === "female" ? female : male;
}
