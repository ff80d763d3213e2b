/** What a machine says that is not speech: `[beep]` and `[end of recording]` in a text are tones on a line. */
import { BEEP, END_OF_RECORDING } from "../caller/machine.ts";
import { SAMPLE_RATE, SPEECH_RMS, toSample } from "./pcm.ts";

type Mark = typeof BEEP | typeof END_OF_RECORDING;

/** A part of a text: words to speak, or a mark to play. */
export type Part = { readonly words: string } | { readonly mark: Mark };

interface Tone {
  readonly hz: number;
  readonly ms: number;
  /** How often it sounds, with a pause as long as itself in between. */
  readonly times: number;
}

const TONES: Readonly<Record<Mark, Tone>> = {
  [BEEP]: { hz: 1000, ms: 500, times: 1 },
  [END_OF_RECORDING]: { hz: 400, ms: 200, times: 2 },
};
/** Between words and a tone. */
const PAUSE_MS = 300;
/** A tone that begins and ends at once would click. */
const FADE_MS = 5;

const MARK = /\[beep\]|\[end of recording\]/gi;

/** The words and the marks of a text, in order. */
export function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  let from = 0;
  const add = (words: string) => words.trim() !== "" && parts.push({ words: words.trim() });
  for (const { 0: mark, index } of text.matchAll(MARK)) {
    add(text.slice(from, index));
    parts.push({ mark: mark.toLowerCase() === BEEP ? BEEP : END_OF_RECORDING });
    from = index + mark.length;
  }
  add(text.slice(from));
  return parts;
}

/** The sound of a mark, as loud as speech. */
export function soundOf(mark: Mark): Int16Array {
  const { hz, ms, times } = TONES[mark];
  const length = samplesIn(ms);
  const fade = samplesIn(FADE_MS);
  const sound = new Int16Array(length * (2 * times - 1));
  for (let time = 0; time < times; time++)
    for (let at = 0; at < length; at++) {
      const level = SPEECH_RMS * Math.SQRT2 * Math.min(1, at / fade, (length - 1 - at) / fade);
      sound[2 * time * length + at] = toSample(level * Math.sin((2 * Math.PI * hz * at) / SAMPLE_RATE));
    }
  return sound;
}

/** The sounds of all parts, one after the other. Empty ones leave no pause. */
export function joined(sounds: readonly Int16Array[]): Int16Array {
  const audible = sounds.filter(({ length }) => length > 0);
  const pause = samplesIn(PAUSE_MS);
  const length = audible.reduce((sum, sound) => sum + sound.length + pause, -pause);
  const whole = new Int16Array(Math.max(0, length));
  let at = 0;
  for (const sound of audible) {
    whole.set(sound, at);
    at += sound.length + pause;
  }
  return whole;
}

const samplesIn = (ms: number) => (ms * SAMPLE_RATE) / 1000;
