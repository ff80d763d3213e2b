/** The keys of a telephone, as sounds and as events (ITU-T Q.23). */
import { SAMPLE_RATE, SPEECH_RMS, toSample } from "./pcm.ts";

const ROWS = [697, 770, 852, 941];
const COLUMNS = [1209, 1336, 1477, 1633];
const KEYS = ["123A", "456B", "789C", "*0#D"];

const TONE_MS = 100;
const GAP_MS = 100;
const PAUSES_MS: Readonly<Record<string, number>> = { w: 500, ",": 2000 };

/** A key, and when it is pressed. */
export interface KeyPress {
  readonly key: string;
  readonly at_ms: number;
}

const frequenciesOf = (key: string): readonly [number, number] | undefined => {
  const row = KEYS.findIndex((keys) => keys.includes(key));
  return row < 0 ? undefined : [ROWS[row] ?? 0, COLUMNS[KEYS[row]?.indexOf(key) ?? 0] ?? 0];
};

/** Presses keys in order. `w` and a comma are pauses. Other characters are ignored. */
export function pressKeys(text: string): {
  readonly sound: Int16Array;
  readonly presses: readonly KeyPress[];
} {
  const tones: { readonly key: string; readonly at_ms: number; readonly pair: readonly [number, number] }[] =
    [];
  let at_ms = 0;
  for (const sign of text.toUpperCase()) {
    const pair = frequenciesOf(sign);
    if (pair) tones.push({ key: sign, at_ms, pair });
    at_ms += pair ? TONE_MS + GAP_MS : (PAUSES_MS[sign.toLowerCase()] ?? 0);
  }
  const sound = new Int16Array((at_ms * SAMPLE_RATE) / 1000);
  for (const { at_ms, pair } of tones) {
    const from = (at_ms * SAMPLE_RATE) / 1000;
    for (let at = 0; at < (TONE_MS * SAMPLE_RATE) / 1000; at++) {
      const [low, high] = pair.map((hz) => Math.sin((2 * Math.PI * hz * at) / SAMPLE_RATE)) as [
        number,
        number,
      ];
      sound[from + at] = toSample(SPEECH_RMS * (low + high));
    }
  }
  return { sound, presses: tones.map(({ key, at_ms }) => ({ key, at_ms })) };
}
