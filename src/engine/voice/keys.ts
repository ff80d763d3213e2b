/** The keys of a telephone, as sounds and as events (ITU-T Q.23). */
import { SAMPLE_RATE, SPEECH_RMS, toSample } from "./pcm.ts";

export const TONES_OF_ROWS = [697, 770, 852, 941];
export const TONES_OF_COLUMNS = [1209, 1336, 1477, 1633];
/** The keys of each row, in the order of columns. */
export const KEYS_OF_TONES = ["123A", "456B", "789C", "*0#D"];

const TONE_MS = 100;
const GAP_MS = 100;
/** Whoever presses keys for longer keeps the line from everybody else. */
const LONGEST_MS = 60_000;
const PAUSES_MS: Readonly<Record<string, number>> = { w: 500, ",": 2000 };

/** A key, and when it is pressed. */
export interface KeyPress {
  readonly key: string;
  readonly at_ms: number;
}

const frequenciesOf = (key: string): readonly [number, number] | undefined => {
  const row = KEYS_OF_TONES.findIndex((keys) => keys.includes(key));
  return row < 0
    ? undefined
    : [TONES_OF_ROWS[row] ?? 0, TONES_OF_COLUMNS[KEYS_OF_TONES[row]?.indexOf(key) ?? 0] ?? 0];
};

/** The sound of a key. */
function toneOf(pair: readonly [number, number]): Int16Array {
  const wave = (hz: number, at: number) => Math.sin((2 * Math.PI * hz * at) / SAMPLE_RATE);
  const [low, high] = pair;
  return Int16Array.from({ length: (TONE_MS * SAMPLE_RATE) / 1000 }, (_, at) =>
    toSample(SPEECH_RMS * (wave(low, at) + wave(high, at))),
  );
}

/**
 * Presses keys in order, for at most a minute. `w` and a comma are pauses. Other characters are ignored.
 */
export function pressKeys(text: string): {
  readonly sound: Int16Array;
  readonly presses: readonly KeyPress[];
} {
  const presses: KeyPress[] = [];
  let at_ms = 0;
  for (const sign of text.toUpperCase()) {
    const isKey = frequenciesOf(sign) !== undefined;
    const lasts_ms = isKey ? TONE_MS + GAP_MS : (PAUSES_MS[sign.toLowerCase()] ?? 0);
    if (at_ms + lasts_ms > LONGEST_MS) break;
    if (isKey) presses.push({ key: sign, at_ms });
    at_ms += lasts_ms;
  }
  const sound = new Int16Array((at_ms * SAMPLE_RATE) / 1000);
  const tones = new Map<string, Int16Array>();
  for (const { key, at_ms } of presses) {
    const pair = frequenciesOf(key);
    const tone = tones.get(key) ?? (pair && toneOf(pair));
    if (!tone) continue;
    tones.set(key, tone);
    sound.set(tone, (at_ms * SAMPLE_RATE) / 1000);
  }
  return { sound, presses };
}
