import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ConversationInput, TranscriptEntry } from "../conversation.ts";
import { evaluateBuiltins, metricsById } from "../evaluate-builtins.ts";
import type { MetricValue } from "../metric-value.ts";
import { arbitraryTranscript } from "../testing/arbitrary-transcript.ts";
import { agent, backchannel, user } from "../testing/transcripts.ts";

function evaluate(input: ConversationInput, silence_threshold_ms?: number) {
  return metricsById(evaluateBuiltins(input, { silence_threshold_ms }).metrics);
}

function valuesOf(input: ConversationInput): Record<string, MetricValue["value"]> {
  return Object.fromEntries([...evaluate(input)].map(([id, { value }]) => [id, value]));
}

/**
 * The agent answers after 800 and 1200 ms. The user interrupts at 8600 (the agent stops at 9000), and speaks
 * again at 15000 without an answer to the turn that ended at 13000. Then the user is interrupted at 15500,
 * and speaks last.
 */
const transcript = [
  agent(500, 2500),
  user(3000, 5000),
  agent(5800, 9000),
  backchannel(8000, 8200),
  user(8600, 10_000),
  agent(11_200, 12_000),
  user(12_500, 13_000),
  user(15_000, 16_000),
  agent(15_500, 18_000),
  user(18_500, 19_000),
];

describe("a conversation worked out by hand", () => {
  test.each([
    // Latencies 800, 1200 and 2500; rank 0.9 * (3 - 1) = 1.8: 1200 + 0.8 * 1300, and so on.
    ["agent.response_latency.mean", 1500, 3],
    ["agent.response_latency.p50", 1200, 3],
    ["agent.response_latency.p90", 2240, 3],
    ["agent.response_latency.p95", 2370, 3],
    ["agent.response_latency.max", 2500, 3],
    // Answered: 5000, 10000, and 13000. The turn that ends at 16000 does not count, and neither does the
    // last.
    ["agent.response_rate", 1, 3],
    // Here, 13000 is not answered, because the user spoke again at 15000.
    ["agent.answer_latency.mean", 1000, 2],
    ["agent.answer_rate", 2 / 3, 3],
    ["unanswered_final_user_turn", 1, 5],
    ["time_to_first_agent_speech", 500, 1],
    ["call_duration", 19_000, 10],
    // 2000 + 3200 + 800 + 2500, and 2000 + 200 + 1400 + 500 + 1000 + 500.
    ["talk_time.agent", 8500, 4],
    ["talk_time.user", 5600, 6],
    ["talk_share.agent", (100 * 8500) / 19_000, 4],
    ["talk_share.user", (100 * 5600) / 19_000, 6],
    ["talk_share_of_speech.agent", (100 * 8500) / 14_100, 4],
    ["talk_share_of_speech.user", (100 * 5600) / 14_100, 6],
    ["talk_ratio", 8500 / 5600, 10],
    ["longest_monologue.agent", 3200, 4],
    // The user's turn of two entries, 12500 to 16000.
    ["longest_monologue.user", 3500, 4],
    // 8000-8200, 8600-9000 and 15500-16000.
    ["overlap_ms", 1100, 3],
    ["interruptions.by_user", 1, 6],
    ["interruptions.by_agent", 1, 4],
    ["agent_interruption_rate", 1 / 3, 3],
    ["agent_interruptions_per_minute", 60 / 19, 1],
    ["yield_rate", 1, 1],
    ["yield_latency.mean", 400, 1],
    // The agent stops 1000 ms after the backchannel began, just late enough.
    ["selectivity.backchannel", 1, 1],
    // Gaps: 500, 800, 1200, 500, 2000, 500, of the 18500 between first and last speech.
    ["longest_silence", 2000, 6],
    ["silence_total", 5500, 6],
    ["silence_ratio", 5500 / 18_500, 6],
    ["silences_over", 0, 6],
    ["leading_silence", 500, 1],
    ["turn_count", 8, 8],
    ["exchanges", 3, 8],
  ])("%s is %d from %d observations", (id, value, n) => {
    const metric = evaluate({ transcript }).get(id);
    expect(metric).toMatchObject({ status: "EVALUATED", n });
    expect(metric?.value).toBeCloseTo(value, 10);
  });

  test("the threshold of silences_over can be set", () => {
    expect(evaluate({ transcript }, 1000).get("silences_over")).toMatchObject({
      value: 2,
      evidence: [
        { start_ms: 10_000, end_ms: 11_200 },
        { start_ms: 13_000, end_ms: 15_000 },
      ],
    });
  });

  test("evidence points at the gaps", () => {
    expect(evaluate({ transcript }).get("agent.response_latency.max")?.evidence).toEqual([
      { start_ms: 5000, end_ms: 5800 },
      { start_ms: 10_000, end_ms: 11_200 },
      { start_ms: 13_000, end_ms: 15_500 },
    ]);
  });

  test("few events are low support", () => {
    const metrics = evaluate({ transcript });
    expect(metrics.get("agent.response_rate")?.low_support).toBe(true);
    expect(metrics.get("talk_time.agent")?.low_support).toBe(false);
  });

  test("what did not happen is not applicable", () => {
    const metrics = evaluate({ transcript });
    for (const id of ["agent.greeting_after_user", "selectivity.vocal_tic", "selectivity.non_directed"]) {
      expect(metrics.get(id)).toMatchObject({
        status: "NOT_APPLICABLE",
        reason: "no_occurrences",
        value: null,
      });
    }
  });
});

test("10 answers carry a median, 20 a 95th percentile", () => {
  const answers = (count: number) =>
    Array.from({ length: count }, (_, turn) => [
      user(turn * 10_000, turn * 10_000 + 1000),
      agent(turn * 10_000 + 2000, turn * 10_000 + 3000),
    ]).flat();
  const low = (count: number, id: string) => evaluate({ transcript: answers(count) }).get(id)?.low_support;
  expect([low(9, "agent.response_latency.p50"), low(10, "agent.response_latency.p50")]).toEqual([
    true,
    false,
  ]);
  expect([low(19, "agent.response_latency.p95"), low(20, "agent.response_latency.p95")]).toEqual([
    true,
    false,
  ]);
});

test("a greeting is measured when the user speaks first", () => {
  const greeting = (...entries: TranscriptEntry[]) =>
    evaluate({ transcript: entries }).get("agent.greeting_after_user")?.value;
  expect(greeting(user(0, 800), agent(1400, 2000))).toBe(600);
  expect(greeting(user(0, 800), agent(500, 2000))).toBe(-300);
});

test("a yield must come in less than 2000 ms", () => {
  const yieldRate = (stop: number) =>
    evaluate({ transcript: [agent(0, stop), user(1000, 5000)] }).get("yield_rate")?.value;
  expect(yieldRate(2999)).toBe(1);
  expect(yieldRate(3000)).toBe(0);
});

test("latency is split by whether a tool call starts in the gap", () => {
  const input = {
    transcript: [user(0, 1000), agent(4000, 5000), user(6000, 7000), agent(7500, 8000)],
    tool_calls: [{ name: "lookup", start_offset_ms: 1500 }],
  };
  expect(valuesOf(input)).toMatchObject({
    "agent.response_latency.with_tool.mean": 3000,
    "agent.response_latency.without_tool.mean": 500,
    "tool_call_after_user_end.mean": 500,
  });
});

test("without tool calls the split is unknown", () => {
  const metrics = evaluate({ transcript });
  expect(metrics.get("agent.response_latency.with_tool.mean")).toMatchObject({
    status: "NOT_EVALUATED",
    reason: "missing_tool_calls",
  });
});

test("voice activity takes the place of the transcript's offsets", () => {
  const segments = { agent: [{ start_ms: 100, end_ms: 1000 }], user: [{ start_ms: 1500, end_ms: 2000 }] };
  const untimed = [{ speaker: "AGENT", utterance: "Hello there, hello" }];
  expect(valuesOf({ segments, transcript: untimed })).toMatchObject({
    time_to_first_agent_speech: 100,
    "talk_time.user": 500,
    silence_total: 500,
    // 3 words in 900 ms.
    "words_per_minute.agent": 200,
  });
});

describe("properties", () => {
  const durations = [
    "agent.response_latency.mean",
    "agent.response_latency.p95",
    "talk_time.agent",
    "talk_time.user",
    "talk_ratio",
    "overlap_ms",
    "yield_latency.mean",
    "longest_silence",
    "silence_total",
    "silence_ratio",
    "longest_monologue.agent",
    "interruptions.by_user",
    "interruptions.by_agent",
    "turn_count",
    "words_per_minute.agent",
  ];

  test("if the call starts later, only values measured from its start change", () => {
    fc.assert(
      fc.property(arbitraryTranscript, fc.integer({ min: 1, max: 100_000 }), (entries, shift) => {
        const later = entries.map((entry) => ({
          ...entry,
          start_offset_ms: Number(entry.start_offset_ms) + shift,
          end_offset_ms: Number(entry.end_offset_ms) + shift,
        }));
        const before = valuesOf({ transcript: entries });
        const after = valuesOf({ transcript: later });
        for (const id of durations) expect(after[id], id).toEqual(before[id]);
        expect(after["call_duration"]).toBe(Number(before["call_duration"]) + shift);
        expect(after["leading_silence"]).toBe(Number(before["leading_silence"]) + shift);
      }),
    );
  });

  test("exchanging the speakers exchanges the sides", () => {
    fc.assert(
      fc.property(arbitraryTranscript, (entries) => {
        const swapped = entries.map((entry) => ({
          ...entry,
          speaker: entry.speaker === "AGENT" ? "USER" : "AGENT",
        }));
        const before = valuesOf({ transcript: entries });
        const after = valuesOf({ transcript: swapped });
        for (const id of ["talk_time", "talk_share", "talk_share_of_speech", "longest_monologue"]) {
          expect(after[`${id}.agent`], id).toEqual(before[`${id}.user`]);
          expect(after[`${id}.user`], id).toEqual(before[`${id}.agent`]);
        }
        for (const id of ["overlap_ms", "silence_total", "turn_count"])
          expect(after[id], id).toEqual(before[id]);
      }),
    );
  });

  test("joining two entries of one side that touch changes no time", () => {
    fc.assert(
      fc.property(arbitraryTranscript, fc.nat(), (entries, choice) => {
        const at = choice % entries.length;
        const whole = entries[at];
        if (whole === undefined) return;
        const middle = Math.floor((Number(whole.start_offset_ms) + Number(whole.end_offset_ms)) / 2);
        if (middle === whole.start_offset_ms) return;
        const halves = [
          { ...whole, end_offset_ms: middle },
          { ...whole, start_offset_ms: middle },
        ];
        const before = valuesOf({ transcript: entries });
        const after = valuesOf({ transcript: entries.toSpliced(at, 1, ...halves) });
        for (const id of [
          "talk_time.agent",
          "talk_time.user",
          "overlap_ms",
          "silence_total",
          "call_duration",
        ]) {
          expect(after[id], id).toEqual(before[id]);
        }
      }),
    );
  });

  test("speech, silence and overlap add up to the time between first and last speech", () => {
    fc.assert(
      fc.property(arbitraryTranscript, (entries) => {
        const values = valuesOf({ transcript: entries });
        const number = (id: string) => Number(values[id]);
        expect(number("talk_time.agent") + number("talk_time.user") - number("overlap_ms")).toBe(
          number("call_duration") - number("leading_silence") - number("silence_total"),
        );
      }),
    );
  });
});
