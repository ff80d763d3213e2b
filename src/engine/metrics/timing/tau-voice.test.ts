import { describe, expect, test } from "vitest";
import type { ConversationEvent, ConversationInput, TranscriptEntry } from "../conversation.ts";
import { evaluateBuiltins, metricsById } from "../evaluate-builtins.ts";

/**
 * A conversation in the form of the original: the state of each tick. `backchannel` marks ticks in which the
 * user decides to give one. The first tick of a segment decides. `effect` is a sound, within the user's
 * speech or outside it.
 */
interface Tick {
  user?: boolean;
  agent?: boolean;
  backchannel?: boolean;
  effect?: "vocal_tic" | "non_directed" | undefined;
}

interface Segment {
  start: number;
  end: number;
}

/** The maximal runs of ticks for which `holds` is true. `end` is the first tick after a run. */
function runs(ticks: readonly Tick[], holds: (tick: Tick) => boolean): Segment[] {
  const segments: Segment[] = [];
  ticks.forEach((tick, at) => {
    if (!holds(tick)) return;
    const last = segments.at(-1);
    if (last?.end === at) last.end = at + 1;
    else segments.push({ start: at, end: at + 1 });
  });
  return segments;
}

/** The panel computed on ticks, from the formulas in docs/metrics.md, without any of the code under test. */
function onTicks(ticks: readonly Tick[], tick_ms: number): Record<string, number | null> {
  const within = (ms: number) => ms / tick_ms;
  const speaksAt = (side: "user" | "agent", at: number) => ticks[at]?.[side] === true;
  const user = runs(ticks, (tick) => tick.user === true);
  const agent = runs(ticks, (tick) => tick.agent === true);
  const isBackchannel = ({ start }: Segment) => ticks[start]?.backchannel === true;
  const holds = ({ start, end }: Segment, effect: string) =>
    ticks.slice(start, end).some((tick) => tick.effect === effect);

  const turns = user.filter((segment) => !isBackchannel(segment) && !speaksAt("agent", segment.end));
  const latencies: number[] = [];
  let unanswered = 0;
  for (const turn of turns) {
    const answer = agent.find(({ start }) => start >= turn.end);
    const again = turns.find(({ start }) => start >= turn.end);
    if (answer && (!again || answer.start <= again.start)) latencies.push(answer.start - turn.end);
    else if (again) unanswered++;
  }

  const stopAfter = (start: number, window_ms: number) => {
    for (let at = start; at < Math.min(start + within(window_ms), ticks.length); at++)
      if (!speaksAt("agent", at)) return at - start;
    return null;
  };
  const marks: Record<string, boolean[]> = { backchannel: [], vocal_tic: [], non_directed: [] };
  const yields: (number | null)[] = [];
  const startsIn = (from: number, until: number) =>
    agent.some(({ start }) => start >= from && start <= until + within(2000));
  for (const segment of user) {
    const tagged = (["vocal_tic", "non_directed"] as const).find((effect) => holds(segment, effect));
    const { start, end } = segment;
    if (!speaksAt("agent", start)) {
      if (tagged) marks[tagged]?.push(!startsIn(start, end));
    } else if (isBackchannel(segment)) marks["backchannel"]?.push(stopAfter(start, 1000) === null);
    else if (tagged) marks[tagged]?.push(stopAfter(start, 1000) === null);
    else yields.push(stopAfter(start, 2000));
  }
  for (const effect of ["vocal_tic", "non_directed"] as const) {
    for (const { start, end } of runs(ticks, (tick) => !tick.user && tick.effect === effect)) {
      const speaking = agent.find((segment) => segment.start <= start && start < segment.end);
      if (!speaking) marks[effect]?.push(!startsIn(start, end));
      else if (speaking.end - start <= within(1000)) marks[effect]?.push(false);
    }
  }

  const mean = (values: readonly number[]) =>
    values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
  const share = (values: readonly boolean[] = []) => mean(values.map(Number));
  const total = latencies.length + unanswered;
  const stopped = yields.filter((ticks) => ticks !== null);
  const inMs = (ticks: number | null) => (ticks === null ? null : ticks * tick_ms);
  return {
    "agent.response_latency.mean": inMs(mean(latencies)),
    "yield_latency.mean": inMs(mean(stopped)),
    "agent.response_rate": total === 0 ? null : latencies.length / total,
    yield_rate: yields.length === 0 ? null : stopped.length / yields.length,
    agent_interruption_rate:
      total === 0 ? null : agent.filter(({ start }) => speaksAt("user", start)).length / total,
    "selectivity.backchannel": share(marks["backchannel"]),
    "selectivity.vocal_tic": share(marks["vocal_tic"]),
    "selectivity.non_directed": share(marks["non_directed"]),
  };
}

/**
 * The same conversation as a transcript with events. Tick `i` is the span from `i · tick_ms` to `(i + 1) ·
 * tick_ms`.
 */
function asInput(ticks: readonly Tick[], tick_ms: number): ConversationInput {
  const spanOf = ({ start, end }: Segment) => ({
    start_offset_ms: start * tick_ms,
    end_offset_ms: end * tick_ms,
  });
  const entries = (side: "user" | "agent") =>
    runs(ticks, (tick) => tick[side] === true).map(
      (segment): TranscriptEntry => ({
        speaker: side.toUpperCase(),
        utterance: "",
        ...spanOf(segment),
      }),
    );
  const tagged = (tag: string, holds: (tick: Tick) => boolean) =>
    runs(ticks, holds).map((segment): ConversationEvent => ({ tags: [tag], ...spanOf(segment) }));
  return {
    transcript: [...entries("agent"), ...entries("user")],
    events: [
      ...tagged("backchannel", (tick) => tick.backchannel === true),
      ...tagged("vocal_tic", (tick) => tick.effect === "vocal_tic"),
      ...tagged("non_directed", (tick) => tick.effect === "non_directed"),
    ],
    call_end_ms: ticks.length * tick_ms,
  };
}

function panelOf(input: ConversationInput, ids: readonly string[]): Record<string, unknown> {
  const metrics = metricsById(evaluateBuiltins(input).metrics);
  return Object.fromEntries(ids.map((id) => [id, metrics.get(id)?.value]));
}

/** A source of numbers from 0 up to 1, the same in every run (mulberry32). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Up to 40 s, in which states last as long as in calls, or only a few ticks. */
function generate(seed: number): Tick[] {
  const next = random(seed);
  const length = 2 + Math.floor(next() * 200);
  const stay = 0.5 + 0.45 * next();
  const effects = next() * 0.5;
  const backchannels = next() * 0.4;
  const ticks: Tick[] = [];
  let [user, agent, effect] = [false, false, undefined as Tick["effect"]];
  for (let at = 0; at < length; at++) {
    if (next() > stay) user = next() < 0.5;
    if (next() > stay) agent = next() < 0.5;
    if (next() > 0.6) effect = next() < effects ? (next() < 0.5 ? "vocal_tic" : "non_directed") : undefined;
    ticks.push({ user, agent, effect, backchannel: user && next() < backchannels });
  }
  return ticks;
}

describe.each([200, 500])("on ticks of %i ms", (tick_ms) => {
  test("3000 generated conversations have the values that ticks give", () => {
    const counts = new Map<string, number>();
    for (let seed = 1; seed <= 3000; seed++) {
      const ticks = generate(seed * 7919 + tick_ms);
      if (!ticks.some(({ user, agent }) => user || agent)) continue;
      const expected = onTicks(ticks, tick_ms);
      const panel = panelOf(asInput(ticks, tick_ms), Object.keys(expected));
      for (const [id, value] of Object.entries(expected)) {
        if (value === null) expect(panel[id], `${id}, seed ${seed}`).toBeNull();
        else {
          expect(Math.abs(Number(panel[id] ?? Number.NaN) - value), `${id}, seed ${seed}`).toBeLessThan(1e-9);
          counts.set(id, (counts.get(id) ?? 0) + 1);
        }
      }
    }
    // Each of the eight was compared, and often.
    expect(counts.size).toBe(8);
    for (const [id, compared] of counts) expect(compared, id).toBeGreaterThan(300);
  });
});

/** `times` ticks that are alike. */
const ticksOf = (times: number, tick: Tick): Tick[] => new Array<Tick>(times).fill(tick);
const [A, U, BOTH, NONE]: Tick[] = [{ agent: true }, { user: true }, { agent: true, user: true }, {}];

describe("what the tests of the source expect", () => {
  const panel = (...parts: Tick[][]) => {
    const input = asInput(parts.flat(), 200);
    return metricsById(evaluateBuiltins(input).metrics);
  };
  const value = (id: string, ...parts: Tick[][]) => panel(...parts).get(id)?.value;
  const ofEach = (times: number, tick: Tick | undefined) => ticksOf(times, tick ?? {});

  test("an answer 5 ticks after the user's end takes 1 s", () => {
    const parts = [ofEach(5, U), ofEach(5, NONE), ofEach(5, A), ofEach(5, NONE)];
    expect(value("agent.response_latency.mean", ...parts)).toBe(1000);
    expect(value("agent.response_rate", ...parts)).toBe(1);
  });

  test("of two turns, the first is not answered if the user speaks again before the agent", () => {
    const parts = [
      ofEach(5, U),
      ofEach(10, NONE),
      ofEach(5, U),
      ofEach(5, NONE),
      ofEach(3, A),
      ofEach(3, NONE),
    ];
    expect(value("agent.response_rate", ...parts)).toBe(0.5);
  });

  test("an agent that starts in the tick in which the user stops does not answer", () => {
    expect(value("agent.response_rate", ofEach(2, U), ofEach(1, A), ofEach(1, NONE))).toBeNull();
    const own = panel(ofEach(2, U), ofEach(1, A), ofEach(1, NONE)).get("agent.answer_latency.mean");
    expect(own).toMatchObject({ value: 0, n: 1 });
  });

  test("an agent that stops 3 ticks into the user's interruption yields in 600 ms", () => {
    const parts = [
      ofEach(4, A),
      ofEach(3, BOTH),
      ofEach(3, U),
      ofEach(5, NONE),
      ofEach(3, A),
      ofEach(2, NONE),
    ];
    expect(value("yield_latency.mean", ...parts)).toBeCloseTo(600, 9);
    expect(value("yield_rate", ...parts)).toBe(1);
  });

  test("one that speaks through the window of 2 s does not yield", () => {
    expect(value("yield_rate", ofEach(2, A), ofEach(4, BOTH), ofEach(12, A), ofEach(2, NONE))).toBe(0);
  });

  test("one that speaks until the call ends has not been seen to stop", () => {
    expect(value("yield_rate", ofEach(2, A), ofEach(4, BOTH))).toBe(0);
    const { call_end_ms: _, ...open } = asInput([...ofEach(2, A), ...ofEach(4, BOTH)], 200);
    expect(metricsById(evaluateBuiltins(open).metrics).get("yield_rate")?.value).toBe(1);
  });

  test("an agent that starts twice during one turn has interrupted twice", () => {
    const parts = [
      ofEach(1, U),
      ofEach(1, BOTH),
      ofEach(1, U),
      ofEach(1, BOTH),
      ofEach(1, NONE),
      ofEach(1, A),
    ];
    expect(value("interruptions.by_agent", ...parts)).toBe(2);
    expect(value("agent_interruption_rate", ...parts)).toBe(2);
  });

  test("if two start together, each interrupts the other", () => {
    const parts = [ofEach(2, NONE), ofEach(3, BOTH), ofEach(5, A), ofEach(2, NONE)];
    expect(value("interruptions.by_user", ...parts)).toBe(1);
    expect(value("interruptions.by_agent", ...parts)).toBe(1);
  });

  const mumble: Tick = { agent: true, user: true, backchannel: true };

  test("a backchannel that the agent talks through is right, and one at which it stops is wrong", () => {
    expect(
      value("selectivity.backchannel", ofEach(3, A), ofEach(2, mumble), ofEach(8, A), ofEach(2, NONE)),
    ).toBe(1);
    expect(value("selectivity.backchannel", ofEach(3, A), ofEach(2, mumble), ofEach(8, NONE))).toBe(0);
  });

  test("a vocal tic at which the agent stops is wrong", () => {
    const tic: Tick = { agent: true, user: true, effect: "vocal_tic" };
    expect(value("selectivity.vocal_tic", ofEach(3, A), ofEach(2, tic), ofEach(8, NONE))).toBe(0);
  });

  test("speech to others while all are silent is ignored by an agent that stays silent for 2 s", () => {
    const aside: Tick = { effect: "non_directed" };
    expect(
      value("selectivity.non_directed", ofEach(3, A), ofEach(3, NONE), ofEach(2, aside), ofEach(15, NONE)),
    ).toBe(1);
    // The window includes its end.
    expect(value("selectivity.non_directed", ofEach(2, aside), ofEach(10, NONE), ofEach(2, A))).toBe(0);
    expect(value("selectivity.non_directed", ofEach(2, aside), ofEach(11, NONE), ofEach(2, A))).toBe(1);
  });

  test("an effect outside the user's speech that the agent talks through is not counted by the source", () => {
    const cough: Tick = { agent: true, effect: "vocal_tic" };
    const through = [ofEach(3, A), ofEach(1, cough), ofEach(10, A)];
    expect(value("selectivity.vocal_tic", ...through)).toBeNull();
    expect(value("ignored.vocal_tic", ...through)).toBe(1);
  });

  test("one tic makes a whole stretch of speech a tic, not an interruption", () => {
    const tic: Tick = { agent: true, user: true, effect: "vocal_tic" };
    const parts = [ofEach(3, A), ofEach(4, BOTH), ofEach(1, tic), ofEach(8, A), ofEach(2, NONE)];
    expect(value("interruptions.by_user", ...parts)).toBe(0);
    expect(value("selectivity.vocal_tic", ...parts)).toBe(1);
  });
});

test("a backchannel that the transcript does not count as speech is a separate segment", () => {
  const transcript = [{ speaker: "AGENT", utterance: "", start_offset_ms: 0, end_offset_ms: 5000 }];
  const events = [{ tags: ["backchannel"], start_offset_ms: 2000, end_offset_ms: 2300 }];
  const panel = panelOf({ transcript, events }, ["selectivity.backchannel", "interruptions.by_user"]);
  expect(panel).toEqual({ "selectivity.backchannel": 1, "interruptions.by_user": 0 });
});

test("a backchannel may be marked a little next to the detected speech", () => {
  const segments = { agent: [{ start_ms: 0, end_ms: 5000 }], user: [{ start_ms: 2000, end_ms: 2400 }] };
  const events = [{ tags: ["backchannel"], start_offset_ms: 2080, end_offset_ms: 2400 }];
  expect(panelOf({ segments, events }, ["selectivity.backchannel"])).toEqual({
    "selectivity.backchannel": 1,
  });
});
