import { expect, test } from "vitest";
import { joined, partsOf, soundOf } from "./marks.ts";
import { rmsOf, SAMPLE_RATE, SPEECH_RMS } from "./pcm.ts";

test("a text is words and marks", () => {
  expect(partsOf("Hello there.")).toEqual([{ words: "Hello there." }]);
  expect(partsOf("[beep]")).toEqual([{ mark: "[beep]" }]);
  expect(partsOf(" Speak now. [BEEP] Thanks.[End of recording]")).toEqual([
    { words: "Speak now." },
    { mark: "[beep]" },
    { words: "Thanks." },
    { mark: "[end of recording]" },
  ]);
  expect(partsOf("beep [beeps] [ beep ]")).toEqual([{ words: "beep [beeps] [ beep ]" }]);
  expect(partsOf(" ")).toEqual([]);
});

test("a beep is a second half of a thousand hertz, as loud as speech; the end of a recording is another tone", () => {
  const beep = soundOf("[beep]");
  expect(beep.length / SAMPLE_RATE).toBe(0.5);
  expect(rmsOf(beep) / SPEECH_RMS).toBeCloseTo(1, 1);
  const crossings = (sound: Int16Array) =>
    sound.reduce((count, sample, at) => count + (sample >= 0 && (sound[at - 1] ?? 0) < 0 ? 1 : 0), 0);
  expect(crossings(beep) / 0.5).toBeCloseTo(1000, -1);
  const end = soundOf("[end of recording]");
  expect(crossings(end) / 0.4).toBeCloseTo(400, -1);
  // It sounds twice.
  expect(rmsOf(end.subarray(0.2 * SAMPLE_RATE, 0.4 * SAMPLE_RATE))).toBe(0);
});

test("sounds are joined with a pause, and an empty sound adds no pause", () => {
  const one = new Int16Array(100).fill(1);
  const whole = joined([one, new Int16Array(0), one]);
  expect(whole.length).toBe(200 + 0.3 * SAMPLE_RATE);
  expect([whole[0], whole[100], whole.at(-1)]).toEqual([1, 0, 1]);
  expect(joined([])).toHaveLength(0);
});
