import { describe, expect, test } from "vitest";
import type { AgentSignal, Ask, LinePlan, Prepared } from "./exchange.ts";
import { FLOORS, type InterruptionPlan, readInterruptions } from "./interruptions.ts";
import { Line } from "./line.ts";
import { FRAME, SAMPLE_RATE, TICK_MS } from "./pcm.ts";

const NO_INTERRUPTIONS: InterruptionPlan = readInterruptions({ type: "none" });
const PLAN: LinePlan = {
  seed: "s",
  endpointing_ms: 1000,
  interruptions: NO_INTERRUPTIONS,
  speaks_first: false,
  first_wait_ms: 6000,
  extension: null,
  max_duration_ms: 600_000,
  murmurs: [],
  machine: null,
};

const voice = (ms: number, level = 3000) =>
  Int16Array.from({ length: (ms * SAMPLE_RATE) / 1000 }, (_, at) =>
    Math.round(level * Math.sin((2 * Math.PI * 220 * at) / SAMPLE_RATE)),
  );
const SOUND = voice(TICK_MS);

interface Played {
  readonly line: Line;
  readonly asks: Ask[];
  readonly events: string[];
  readonly spoken: number[];
}

/** Plays a call: when the agent makes sound and signals, in milliseconds, and the digital human's answers. */
function play(
  plan: LinePlan,
  ms: number,
  agent: {
    readonly sounds: readonly (readonly [from: number, to: number])[];
    readonly signals?: Readonly<Record<number, AgentSignal>>;
  },
  answer: (ask: Ask) => Partial<Prepared> = () => ({ speech: voice(500) }),
): Played {
  const line = new Line(plan);
  const played: Played = { line, asks: [], events: [], spoken: [] };
  for (let now = 0; now < ms; now += TICK_MS) {
    const sounds = agent.sounds.some(([from, to]) => now >= from && now < to);
    const signal = agent.signals?.[now];
    const tick = line.tick(sounds ? SOUND : null, signal ? [signal] : [], false);
    played.asks.push(...tick.asks);
    for (const what of ["started", "completed", "over"] as const)
      if (tick[what]) played.events.push(`${now} ${what}`);
    if (tick.interrupts) played.events.push(`${now} interrupts`);
    if (tick.speech) played.spoken.push(now);
    for (const ask of tick.asks)
      line.answer(ask.id, {
        text: "hm",
        speech: new Int16Array(0),
        end: null,
        wake_ms: 30_000,
        ...answer(ask),
      });
    if (tick.over) break;
  }
  return played;
}

describe("the end of the agent's turn", () => {
  test("is recognized by the contents of frames: endless silence does not hold up the digital human", () => {
    const line = new Line(PLAN);
    const silence = new Int16Array(FRAME);
    const started: number[] = [];
    for (let now = 0; now < 6000; now += TICK_MS) {
      const tick = line.tick(now >= 500 && now < 2000 ? SOUND : silence, [], true);
      for (const { id } of tick.asks)
        line.answer(id, { text: "hm", speech: voice(200), end: null, wake_ms: 30_000 });
      if (tick.started) started.push(now);
    }
    expect(started).toHaveLength(1);
    expect(Math.abs((started[0] ?? 0) - 3000)).toBeLessThanOrEqual(TICK_MS);
  });

  test("a pause shorter than the delay is part of the turn; one that is longer makes two", () => {
    const one = play(PLAN, 8000, {
      sounds: [
        [500, 1500],
        [2200, 3000],
      ],
    });
    expect(one.line.utterances.filter(({ speaker }) => speaker === "AGENT")).toHaveLength(1);
    const two = play(PLAN, 9000, {
      sounds: [
        [500, 1500],
        [4500, 5000],
      ],
    });
    expect(two.line.utterances.map(({ speaker }) => speaker)).toEqual(["AGENT", "USER", "AGENT", "USER"]);
  });

  test("speech.completed spares the delay", () => {
    const { events } = play(PLAN, 4000, { sounds: [[500, 1500]], signals: { 1500: "speech.completed" } });
    expect(events[0]).toMatch(/^(1700|1720) started$/);
  });

  test("speech.continues keeps the floor for what follows, and no longer than ten seconds", () => {
    const sounds = [[500, 1500]] as const;
    const begins = (agent: Parameters<typeof play>[2]) =>
      Number(play(PLAN, 20_000, agent).events[0]?.split(" ")[0]);
    const signals = { 1500: "speech.continues" } as const;
    const silent = begins({ sounds, signals });
    expect(silent).toBeGreaterThanOrEqual(11_500);
    expect(silent).toBeLessThanOrEqual(11_740);
    // Three seconds later, it does. Then its turn is over like any other.
    const more = [...sounds, [4500, 5000]] as const;
    const { line } = play(PLAN, 8000, { sounds: more, signals });
    expect(line.utterances.map(({ speaker }) => speaker)).toEqual(["AGENT", "USER"]);
    expect(Math.abs(begins({ sounds: more, signals }) - 6000)).toBeLessThanOrEqual(TICK_MS);
    // The signal came half a second before the end of what it had said.
    const ahead = begins({ sounds: more, signals: { 1000: "speech.continues" } });
    expect(Math.abs(ahead - 6000)).toBeLessThanOrEqual(TICK_MS);
    // It has nothing more to say.
    const with_signals = begins({ sounds, signals: { ...signals, 3000: "speech.completed" } });
    expect(with_signals).toBeGreaterThanOrEqual(3000);
    expect(with_signals).toBeLessThanOrEqual(3040);
  });

  test("an answer that is prepared is dropped when the agent keeps speaking", () => {
    const { asks } = play(PLAN, 6000, {
      sounds: [
        [500, 1500],
        [2000, 3000],
      ],
    });
    expect(asks.filter(({ about }) => about === "turn")).toHaveLength(2);
  });
});

describe("silence", () => {
  test("of an agent that never speaks: the digital human speaks after a while, then waits its own time", () => {
    const { asks, events } = play(PLAN, 40_000, { sounds: [] });
    expect(asks.map(({ about }) => about)).toEqual(["silence", "silence"]);
    expect(events.filter((event) => event.endsWith("started"))).toEqual(["6020 started", "36540 started"]);
  });

  test("an answer with an end hangs up after its last word", () => {
    const { events } = play(PLAN, 9000, { sounds: [[0, 500]] }, () => ({
      speech: voice(400),
      end: "goal_reached",
    }));
    expect(events.at(-1)).toMatch(/over$/);
    expect(Number.parseInt(events.at(-1) ?? "", 10)).toBeLessThan(3000);
  });

  test("a call has a longest duration", () => {
    const { events } = play({ ...PLAN, max_duration_ms: 2000 }, 9000, { sounds: [[0, 9000]] });
    expect(events).toEqual(["2000 over"]);
  });
});

describe("the floor", () => {
  const long = () => ({ speech: voice(8000) });

  test("speech.started while the digital human speaks stops it within a frame", () => {
    const { events, line } = play(
      { ...PLAN, speaks_first: true },
      4000,
      { sounds: [], signals: { 2000: "speech.started" } },
      long,
    );
    expect(events.slice(0, 2)).toEqual(["520 started", "2000 completed"]);
    expect(line.utterances[0]).toMatchObject({ start_ms: 520, end_ms: 2000, cut: "interrupted" });
  });

  test.each(Object.entries(FLOORS))(
    "%s gives way after its own time, and not to a short sound",
    (_, floor) => {
      const plan = { ...PLAN, speaks_first: true, interruptions: { ...NO_INTERRUPTIONS, floor } };
      const begin = 520 + floor.grace_ms;
      const short = play(plan, 8400, { sounds: [[begin, begin + floor.yield_after_ms - 260]] }, long);
      expect(short.line.utterances[0]?.cut).toBeNull();
      const over = play(plan, 8400, { sounds: [[begin, begin + 2000]] }, long);
      const stopped = over.line.utterances[0]?.end_ms ?? 0;
      expect(Math.abs(stopped - begin - floor.yield_after_ms)).toBeLessThanOrEqual(80);
    },
  );

  describe("that was lost is taken again", () => {
    /**
     * The agent speaks over the digital human, which began at 520, until it gives way, and for two more
     * seconds.
     */
    const cutShort = (floor: InterruptionPlan["floor"]) => {
      const plan = { ...PLAN, speaks_first: true, interruptions: { ...NO_INTERRUPTIONS, floor } };
      const begin = 520 + floor.grace_ms;
      const ends = begin + floor.yield_after_ms + 2000;
      const { line } = play(plan, ends + 3000, { sounds: [[begin, ends]] }, long);
      const [said, ...later] = line.utterances.filter(({ speaker }) => speaker === "USER");
      return { cut_ms: said?.end_ms ?? 0, ends, next: later[0] };
    };

    test("never by yield: it answers the agent", () => {
      expect(cutShort(FLOORS.yield).next?.about).toBe("turn");
    });

    test("by adaptive, 0.2 to 1.2 s after the agent has paused", () => {
      const { ends, next } = cutShort({ ...FLOORS.adaptive });
      expect(next?.about).toBe("again");
      expect(next?.start_ms).toBeGreaterThanOrEqual(ends + 200);
      expect(next?.start_ms).toBeLessThanOrEqual(ends + 1200 + TICK_MS);
    });

    test("by insist, 0.1 to 0.5 s later and while the agent speaks, once it may speak again", () => {
      const { cut_ms, ends, next } = cutShort(FLOORS.insist);
      expect(next?.about).toBe("again");
      expect(next?.start_ms).toBeGreaterThanOrEqual(cut_ms + FLOORS.insist.pause_ms);
      expect(next?.start_ms).toBeLessThanOrEqual(cut_ms + 500 + TICK_MS);
      expect(next?.start_ms).toBeLessThan(ends);
    });
  });

  test("a short sound while the digital human speaks wants no answer", () => {
    const { asks } = play({ ...PLAN, speaks_first: true }, 9000, { sounds: [[700, 1000]] }, () => ({
      speech: voice(3000),
    }));
    expect(asks.map(({ about }) => about)).toEqual(["open"]);
  });
});

describe("murmurs", () => {
  const murmurs = [{ text: "Mm-hmm.", speech: voice(300) }];
  const turn = { sounds: [[500, 20_000] as const] };

  test("come every three to six seconds while the agent speaks, and never count as turns", () => {
    const { line, asks, events } = play({ ...PLAN, murmurs }, 22_000, turn);
    const [agent, ...said] = line.utterances;
    const heard = said.filter(({ about }) => about === "murmur").map(({ start_ms }) => start_ms);
    expect(heard.length).toBeGreaterThanOrEqual(3);
    const gaps = heard.map((at, place) => at - (heard[place - 1] ?? agent?.start_ms ?? 0));
    for (const gap of gaps) {
      expect(gap).toBeGreaterThanOrEqual(3000);
      expect(gap).toBeLessThanOrEqual(6000 + TICK_MS);
    }
    // The agent is notified only of the answer.
    expect(events.filter((event) => event.endsWith("started"))).toHaveLength(1);
    expect(asks.map(({ about }) => about)).toEqual(["turn"]);
    expect(agent).toMatchObject({ end_ms: 20_000 });
  });

  test("never come where there is nothing to murmur", () => {
    const { line } = play(PLAN, 22_000, turn);
    expect(line.utterances.map(({ about }) => about)).toEqual([null, "turn"]);
  });
});

test("an unanswered turn belongs to the next one that is answered", () => {
  const { asks } = play(
    { ...PLAN, speaks_first: true },
    12_000,
    {
      sounds: [
        [700, 1000],
        [6000, 7000],
      ],
    },
    () => ({ speech: voice(3000) }),
  );
  expect(asks.filter(({ about }) => about === "turn")).toMatchObject([
    { turn: 1, from_ms: 700, to_ms: 7000 },
  ]);
});

describe("interruptions", () => {
  test("come at the planned time within the agent's turn, and are counted once they are heard", () => {
    const plan = { ...PLAN, interruptions: readInterruptions({ type: "high" }) };
    let broke = 0;
    for (let call = 0; call < 40; call++) {
      const { line, events } = play(
        { ...plan, seed: `call-${call}` },
        5000,
        { sounds: [[500, 5000]] },
        () => ({
          speech: voice(300),
        }),
      );
      const spoken = line.utterances.filter(({ about }) => about === "interruption");
      expect(line.breakIns).toBe(spoken.length);
      expect(events.filter((event) => event.endsWith("interrupts"))).toHaveLength(spoken.length);
      for (const { start_ms } of spoken) expect(start_ms).toBeGreaterThanOrEqual(1500);
      broke += spoken.length;
    }
    expect(broke).toBeGreaterThan(20);
  });

  test.each([
    ["none", 0],
    ["low", 1],
    ["medium", 4],
    ["high", 8],
  ] as const)("%s: at most %i in a call", (type, most) => {
    const turns = Array.from(
      { length: 12 },
      (_, turn) => [turn * 12_000 + 500, turn * 12_000 + 9500] as const,
    );
    const counts = Array.from({ length: 20 }, (_, call) => {
      const plan = { ...PLAN, seed: `${type}-${call}`, interruptions: readInterruptions({ type }) };
      return play(plan, 144_000, { sounds: turns }, () => ({ speech: voice(200) })).line.breakIns;
    });
    expect(Math.max(...counts)).toBe(most);
  });
});

test("the same frames, signals and answers give the same speech", () => {
  const plan = { ...PLAN, interruptions: readInterruptions({ type: "medium" }) };
  const run = () =>
    play(plan, 30_000, {
      sounds: [
        [500, 6000],
        [9000, 15_000],
        [18_000, 26_000],
      ],
    });
  const [one, other] = [run(), run()];
  expect(one.spoken).toEqual(other.spoken);
  expect(one.line.utterances).toEqual(other.line.utterances);
});

describe("a key", () => {
  const MENU: LinePlan = { ...PLAN, speaks_first: true, machine: "menu" };

  test("stops what is being said at once, and is answered soon", () => {
    const { line, asks } = play(MENU, 8000, { sounds: [], signals: { 1500: "key.pressed" } }, () => ({
      speech: voice(4000),
    }));
    const [greeting, key, answer] = line.utterances;
    expect(greeting).toMatchObject({ speaker: "USER", end_ms: 1500, cut: "interrupted" });
    expect(key).toMatchObject({ speaker: "AGENT", start_ms: 1500, end_ms: 1500 });
    expect(asks.map(({ about }) => about)).toEqual(["open", "turn"]);
    expect(answer?.start_ms).toBe(2100);
  });

  test("waits for the next key, and its tone counts as an answer", () => {
    const { line } = play(MENU, 8000, {
      sounds: [
        [1500, 1600],
        [2000, 2100],
      ],
      signals: { 1540: "key.pressed", 2040: "key.pressed" },
    });
    const agent = line.utterances.filter(({ speaker }) => speaker === "AGENT");
    expect(agent).toHaveLength(1);
    expect(agent[0]).toMatchObject({ start_ms: 1500, end_ms: 2100 });
    const answer = line.utterances.at(-1);
    expect(answer).toMatchObject({ speaker: "USER", about: "turn" });
    expect((answer?.start_ms ?? 0) - 2100).toBeGreaterThanOrEqual(600);
  });
});
