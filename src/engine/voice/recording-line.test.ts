import { describe, expect, test } from "vitest";
import type { AgentSignal, Ask, LinePlan, Prepared } from "./exchange.ts";
import { readInterruptions } from "./interruptions.ts";
import { SAMPLE_RATE, TICK_MS } from "./pcm.ts";
import { RecordingLine } from "./recording-line.ts";

const PLAN: LinePlan = {
  seed: "s",
  endpointing_ms: 1000,
  interruptions: readInterruptions({ type: "none" }),
  speaks_first: true,
  first_wait_ms: 15_000,
  extension: null,
  max_duration_ms: 600_000,
  murmurs: [],
  machine: "voicemail",
};

const sound = (ms: number) =>
  Int16Array.from({ length: (ms * SAMPLE_RATE) / 1000 }, (_, at) =>
    Math.round(3000 * Math.sin((2 * Math.PI * 220 * at) / SAMPLE_RATE)),
  );
const FRAME_OF_SOUND = sound(TICK_MS);

/** Greeting of 2 s from 520 ms on, a beep of 0.5 s, and a recording that ends after 15 s of silence. */
const SAYS: readonly Pick<Prepared, "text" | "speech" | "end">[] = [
  { text: "greeting", speech: sound(2000), end: null },
  { text: "[beep]", speech: sound(500), end: null },
  { text: "[end of recording]", speech: sound(400), end: "hangup_phrase" },
];

type Span = readonly [from: number, to: number];

/** Plays a call in which the agent makes sound and signals at these times, in milliseconds. */
function play(sounds: readonly Span[], signals: Readonly<Record<number, AgentSignal>> = {}, ms = 60_000) {
  const line = new RecordingLine(PLAN);
  const asks: Ask[] = [];
  const taken: Ask[] = [];
  const events: string[] = [];
  let said = 0;
  for (let now = 0; now < ms; now += TICK_MS) {
    const speaks = sounds.some(([from, to]) => now >= from && now < to);
    const signal = signals[now];
    const tick = line.tick(speaks ? FRAME_OF_SOUND : null, signal ? [signal] : []);
    asks.push(...tick.asks);
    if (tick.taken) taken.push(tick.taken);
    if (tick.began) said++;
    for (const what of ["started", "completed", "over"] as const)
      if (tick[what]) events.push(`${now} ${what}`);
    for (const { id } of tick.asks) {
      const next = SAYS[said];
      if (next) line.answer(id, { ...next, wake_ms: 15_000 });
    }
    if (tick.over) break;
  }
  line.end();
  const user = line.utterances.filter(({ speaker }) => speaker === "USER");
  return { line, asks, taken, events, said: user.map(({ text, start_ms }) => `${start_ms} ${text}`) };
}

describe("a voicemail", () => {
  test("greets, beeps, and ends the recording after silence", () => {
    const { line, taken, said, events } = play([]);
    expect(said).toEqual(["520 greeting", "2940 [beep]", "18460 [end of recording]"]);
    expect(taken.map(({ about }) => about)).toEqual(["open", "silence", "silence"]);
    // To an agent that waits for the end of what is said, greeting and beep are one.
    expect(events).toEqual([
      "520 started",
      "3420 completed",
      "18460 started",
      "18840 completed",
      "19260 over",
    ]);
    expect(line.doubt).toBeNull();
  });

  test("continues whatever the agent says and signals meanwhile, and answers it with the beep", () => {
    const { line, taken, said } = play([[1000, 2200]], { 1000: "speech.started" });
    expect(said[1]).toBe("2940 [beep]");
    expect(line.utterances.filter(({ cut }) => cut !== null)).toEqual([]);
    expect(taken[1]).toMatchObject({ about: "turn", turn: 0, from_ms: 1000 });
    expect(line.doubt).toBeNull();
  });

  test("waits for a pause of the agent, but not for long", () => {
    expect(play([[1000, 3000]]).said[1]).toBe("3420 [beep]");
    const { line, said, taken } = play([[1000, 9000]]);
    expect(said[1]).toBe("4040 [beep]");
    expect(taken[1]).toMatchObject({ about: "silence" });
    expect(line.doubt).toMatch(/^the agent spoke over the beep/);
  });

  test("records what is said after the beep, with its pauses, until the agent has been silent", () => {
    const { line, taken, said } = play([
      [4000, 6000],
      [14_000, 15_000],
    ]);
    expect(taken[2]).toMatchObject({ about: "turn", turn: 0, from_ms: 4000, to_ms: 15_000 });
    expect(said[2]).toBe("30020 [end of recording]");
    expect(line.doubt).toBeNull();
  });

  test("keeps what is said before the beep apart from what is said after it", () => {
    const { taken } = play([
      [1000, 2000],
      [4000, 5000],
    ]);
    expect(taken.slice(1).map(({ about, turn }) => [about, turn])).toEqual([
      ["turn", 0],
      ["turn", 1],
    ]);
  });

  test.each<[string, readonly Span[], Readonly<Record<number, AgentSignal>>]>([
    ["begin before it and end after it", [[2900, 4500]], {}],
    ["begin in it", [[3300, 4500]], {}],
    ["end in it", [[2920, 3200]], {}],
    ["ended in it, with no sound that was heard", [], { 3100: "speech.completed" }],
    [
      "were announced before it",
      [
        [1000, 2000],
        [3700, 4500],
      ],
      { 2800: "speech.started" },
    ],
  ])("does not say what it recorded of words that %s", (_, sounds, signals) => {
    expect(play(sounds, signals).line.doubt).toMatch(
      /^the agent .*which of its words were recorded is not known$/,
    );
  });

  test("takes words without a sound for words before the beep, if they ended before it", () => {
    const { line, taken } = play([], { 1500: "speech.completed" });
    expect(line.utterances[1]).toMatchObject({ speaker: "AGENT", start_ms: 1500, end_ms: 1500 });
    expect(taken.slice(1).map(({ about, turn }) => [about, turn])).toEqual([
      ["turn", 0],
      ["silence", 1],
    ]);
    expect(line.doubt).toBeNull();
    // After it, an end without a beginning means nothing.
    expect(play([], { 5000: "speech.completed" }).taken[2]).toMatchObject({ about: "silence" });
  });

  test("an announcement is not one if its words were heard before the beep", () => {
    expect(play([[1000, 2000]], { 900: "speech.started", 1500: "speech.started" }).line.doubt).toBeNull();
  });

  test("ends with what nobody has answered, if the agent hangs up", () => {
    expect(play([[4000, 6000]], {}, 6500).line.unanswered_ms).toBe(4000);
    expect(play([], {}, 6500).line.unanswered_ms).toBeNull();
  });

  test("takes a key for a word", () => {
    expect(play([], { 5000: "key.pressed" }).taken[2]).toMatchObject({ about: "turn", from_ms: 5000 });
  });

  test("asks again if the agent continues, or more of its words are known", () => {
    const line = new RecordingLine(PLAN);
    const asks: Ask[] = [];
    const dropped: number[] = [];
    for (let now = 0; now < 25_000; now += TICK_MS) {
      const tick = line.tick(now >= 4000 && now < 5000 ? FRAME_OF_SOUND : null, []);
      dropped.push(...tick.dropped);
      for (const ask of tick.asks) {
        asks.push(ask);
        const next = SAYS[asks.length - 1];
        if (next && asks.length < 3) line.answer(ask.id, { ...next, wake_ms: 15_000 });
      }
      if (now === 21_000) line.reconsider();
    }
    expect(asks).toHaveLength(4);
    expect(dropped).toEqual([asks[2]?.id]);
  });
});
