/** How loud the first sample of a turn is that can be heard. */
const AUDIBLE = 10 ** (-50 / 20);
const SHORT = ["Yes, please.", "At nine would be fine for me.", "No, thank you, that is all."];
const TURNS = 6;
const CALLS = 20;
const VOICES = 8;

/** The turns of the calls of a set, in which every other answer of the user is short. */
export const turnsOfCalls = (set) =>
  Array.from({ length: CALLS }, (_, call) =>
    Array.from({ length: TURNS }, (_, at) => {
      const side = at % 2 ? "user" : "agent";
      const voice = (call + (at % 2) * 3) % VOICES;
      const turn = set[voice * 5 + ((call + at) % 5)];
      const isShort = side === "user" && (call + at) % 4 < 2;
      return { ...turn, side, ...(isShort && { text: SHORT[(call + at) % 3] }) };
    }),
  );

/** Puts spoken turns one after the other, each on the channel of its side, 0.3 to 1.2 s apart. */
export function callOf(turns, call, rate) {
  let now = rate / 2;
  const placed = turns.map(({ samples, side, text }, at) => {
    const isHeard = (sample) => Math.abs(sample) > AUDIBLE;
    const sound = samples.slice(samples.findIndex(isHeard), samples.findLastIndex(isHeard) + 1);
    const start = now;
    now += sound.length + Math.round((0.3 + 0.1 * ((3 * call + at) % 10)) * rate);
    return { side, text, sound, start };
  });
  return { placed, length: now + rate / 2 };
}

/** Which of a call's turns has the defect. All are the agent's. */
const chosen = (call) => 2 * (call % (TURNS / 2));

/** Each takes the sound of a turn, or its words, out of a call. */
export const CONTRADICTIONS = {
  silent_words: { sound: (at, call) => at !== chosen(call), words: () => true, chosen },
  unwritten_speech: { sound: () => true, words: (at, call) => at !== chosen(call), chosen },
};
export const WHOLE = { sound: () => true, words: () => true };

/** The samples of both channels, and the transcript. Its times are up to 300 ms late. */
export function withContradiction({ placed, length }, call, rate, { sound, words }) {
  const channels = { agent: new Float64Array(length), user: new Float64Array(length) };
  const ms = (sample) => (sample * 1000) / rate;
  const transcript = placed.flatMap(({ side, text, sound: samples, start }, at) => {
    if (sound(at, call)) channels[side].set(samples, start);
    if (!words(at, call)) return [];
    const late = 100 * ((call + at) % 4);
    const [start_offset_ms, end_offset_ms] = [ms(start) + late, ms(start + samples.length) + late];
    return [{ speaker: side.toUpperCase(), utterance: text, start_offset_ms, end_offset_ms }];
  });
  return { channels, transcript };
}
