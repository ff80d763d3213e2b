/**
 * Whole calls in virtual time: the clock of a line counts its frames, so ten minutes take only as long as
 * computing them.
 */
import { describe, expect, test } from "vitest";
import { wavHeader } from "../../service/voice/wav-header.ts";
import { RecordingAnalyzer } from "../audio/recording-analyzer.ts";
import { Effects } from "./effects.ts";
import type { Ask, LinePlan, Prepared, Tick } from "./exchange.ts";
import { readInterruptions } from "./interruptions.ts";
import { Line } from "./line.ts";
import { planBreakIns } from "./moments.ts";
import { noiseLoop } from "./noise.ts";
import { bytesOf, FRAME, SAMPLE_RATE, TICK_MS } from "./pcm.ts";
import { Playout } from "./playout.ts";
import { QUALITIES } from "./voice-plan.ts";

const PLAN: LinePlan = {
  seed: "call",
  endpointing_ms: 600,
  interruptions: readInterruptions({ type: "none" }),
  speaks_first: true,
  first_wait_ms: 6000,
  extension: null,
  max_duration_ms: 3_600_000,
  murmurs: [],
  machine: null,
};

/** The longest is played often, and begins as the others do. */
const tone = (hz: number) => {
  let longest = new Int16Array(0);
  return (ms: number) => {
    const length = (ms * SAMPLE_RATE) / 1000;
    if (longest.length < length)
      longest = Int16Array.from({ length }, (_, at) =>
        Math.round(3000 * Math.sin((2 * Math.PI * hz * at) / SAMPLE_RATE)),
      );
    return longest.slice(0, length);
  };
};
const [low, high] = [tone(220), tone(330)];
const sound = (ms: number, hz: 220 | 330 = 220) => (hz === 220 ? low(ms) : high(ms));

const LOOP = noiseLoop("office");

interface Call {
  readonly line: Line;
  readonly asks: readonly Ask[];
  /** What the agent hears and says, as the line records it. */
  readonly caller: Int16Array;
  readonly agent: Int16Array;
}

/**
 * Plays a call. The agent answers `wait_ms` after the digital human has signalled its end. With `null`, it
 * speaks without end. With a quality of `null`, nobody listens to the digital human. The length of the digital human's speech depends on the number of its turn.
 */
function play(
  plan: LinePlan,
  { ms, wait_ms, quality = "high" }: { ms: number; wait_ms: number | null; quality?: "high" | "low" | null },
  answer: (ask: Ask) => Partial<Prepared> = ({ turn }) => ({ speech: sound(300 + (turn % 7) * 110) }),
): Call {
  const line = new Line(plan);
  const playout = new Playout(120 * SAMPLE_RATE);
  const effects =
    quality && new Effects({ ...QUALITIES[quality], snr_db: quality === "low" ? 20 : null }, LOOP, plan.seed);
  const asks: Ask[] = [];
  const frames = Math.ceil(ms / TICK_MS);
  const caller = new Int16Array(frames * FRAME);
  const agent = new Int16Array(frames * FRAME);
  let speaks_at = wait_ms === null ? 500 : Number.POSITIVE_INFINITY;
  let tick: Tick | undefined;
  for (let frame = 0; frame < frames && tick?.over === undefined; frame++) {
    const now = frame * TICK_MS;
    if (now >= speaks_at) {
      playout.push(sound(wait_ms === null ? ms : 400, 330));
      speaks_at = Number.POSITIVE_INFINITY;
    }
    const heard = playout.next();
    tick = line.tick(heard, [], playout.waiting > 0);
    for (const ask of tick.asks) {
      asks.push(ask);
      line.answer(ask.id, {
        text: "hm",
        speech: new Int16Array(0),
        end: null,
        wake_ms: 30_000,
        ...answer(ask),
      });
    }
    // The last frame is heard for its whole length.
    if (tick.completed !== undefined && wait_ms !== null) speaks_at = now + TICK_MS + wait_ms;
    if (effects) caller.set(effects.next(tick.speech), frame * FRAME);
    if (heard) agent.set(heard, frame * FRAME);
  }
  return { line, asks, caller, agent };
}

describe("two hundred turns with an agent that answers after", () => {
  test.each([300, 700, 1500])("%i ms are measured so, each within 20 ms", (wait_ms) => {
    const { line } = play(PLAN, { ms: 200 * (wait_ms + 2600), wait_ms, quality: null });
    const latencies = line.utterances.flatMap(({ speaker, start_ms }, at) => {
      const before = line.utterances[at - 1];
      return speaker === "AGENT" && before?.speaker === "USER" ? [start_ms - before.end_ms] : [];
    });
    expect(latencies.length).toBeGreaterThanOrEqual(200);
    for (const latency of latencies) expect(Math.abs(latency - wait_ms)).toBeLessThanOrEqual(20);
  });
});

describe("what the digital human breaks in with", () => {
  test("is heard within 40 ms of the planned time, on the wire", () => {
    const broken: number[] = [];
    for (let call = 0; call < 60; call++) {
      const plan = {
        ...PLAN,
        seed: `call-${call}`,
        speaks_first: false,
        interruptions: readInterruptions({ type: "high" }),
      };
      const { line, caller } = play(plan, { ms: 5000, wait_ms: null }, () => ({ speech: sound(200) }));
      const [agent] = line.utterances;
      const [planned] = planBreakIns(plan.interruptions.rate, plan.seed, 0, agent?.start_ms ?? 0);
      const first = caller.findIndex((sample) => Math.abs(sample) > 100);
      if (planned === undefined || first < 0) continue;
      broken.push((first * 1000) / SAMPLE_RATE - planned);
    }
    expect(broken.length).toBeGreaterThan(30);
    for (const late_ms of broken) expect(Math.abs(late_ms)).toBeLessThanOrEqual(40);
  });
});

describe("ten minutes", () => {
  const { line, caller, agent } = play({ ...PLAN, max_duration_ms: 600_000 }, { ms: 660_000, wait_ms: 700 });

  test("are ten minutes of frames, to the frame", () => {
    expect(line.now_ms - TICK_MS).toBe(600_000);
  });

  test("are recorded as the line tells: who began and ended when, within 20 ms", () => {
    const samples = new Int16Array(caller.length * 2);
    for (let at = 0; at < caller.length; at++) {
      samples[2 * at] = caller[at] ?? 0;
      samples[2 * at + 1] = agent[at] ?? 0;
    }
    const analyzer = new RecordingAnalyzer();
    analyzer.push(wavHeader(samples.byteLength, 2));
    analyzer.push(bytesOf(samples));
    const [left, right] = analyzer.end().channels;
    for (const [speaker, channel] of [
      ["USER", left],
      ["AGENT", right],
    ] as const) {
      const said = line.utterances.filter(
        (utterance) => utterance.speaker === speaker && utterance.end_ms < 600_000,
      );
      const segments = channel?.estimate.voice_activity.segments ?? [];
      expect(said.length).toBeGreaterThan(200);
      for (const { start_ms, end_ms } of said) {
        const near = segments.reduce((one, other) =>
          Math.abs(other.start_ms - start_ms) < Math.abs(one.start_ms - start_ms) ? other : one,
        );
        expect(Math.abs(near.start_ms - start_ms)).toBeLessThanOrEqual(20);
        expect(Math.abs(near.end_ms - end_ms)).toBeLessThanOrEqual(20);
      }
    }
  });
});

test("the same seed and the same agent give the same caller, byte for byte, effects included", () => {
  const call = (seed: string) =>
    play(
      { ...PLAN, seed, interruptions: readInterruptions({ type: "medium" }) },
      { ms: 60_000, wait_ms: 500, quality: "low" },
    );
  const [one, again, other] = [call("a"), call("a"), call("b")].map(({ caller }) =>
    Buffer.from(bytesOf(caller)),
  );
  expect(again?.equals(one ?? Buffer.alloc(0))).toBe(true);
  expect(other?.equals(one ?? Buffer.alloc(0))).toBe(false);
});
