import { describe, expect, test } from "vitest";
import { noPaint } from "../../terminal/colour.ts";
import type { Call, Evaluation, Verdict } from "./call.ts";
import { callText, paintCall } from "./call-text.ts";

const verdict = (fields: Partial<Verdict>): Verdict => ({
  metric_id: null,
  name: "Greeting",
  response_type: "pass_fail",
  requested_by: ["agent"],
  status: "EVALUATED",
  value: true,
  method: "rule",
  ...fields,
});

const evaluation: Evaluation = {
  evaluated_at: "2025-03-01T10:05:00Z",
  verdicts: [],
  counts: { passed: 0, failed: 0, evaluated: 0, not_applicable: 0, not_evaluated: 0, error: 0 },
  metrics: [],
  timing_from: "transcript",
  data_quality: [],
  transcript: null,
  recording: null,
  usage: { calls: 0, cached_calls: 0, prompt_tokens: 0, completion_tokens: 0, ms: 0 },
};

const entry = (speaker: string, start_offset_ms: number, end_offset_ms: number, utterance: string) => ({
  speaker,
  start_offset_ms,
  end_offset_ms,
  utterance,
});

const call = (part: Partial<Evaluation> | null, submission: Partial<Call> = {}): Call => ({
  id: "8c7d",
  agent_id: "101",
  status: "COMPLETED",
  created_at: "2025-03-01T10:04:00Z",
  start_time_utc: "2025-03-01T10:00:00Z",
  prompt_version: 2,
  knowledge_base_version: null,
  recording: null,
  ...submission,
  evaluation: part && { ...evaluation, ...part },
});

const HEAD = "call 8c7d  COMPLETED  agent 101  2025-03-01T10:00:00Z  prompt v2";

test("a call that is not evaluated shows its transcript", () => {
  expect(callText(call(null, { transcript: [{ speaker: "AGENT", utterance: "Hello" }] }))).toBe(
    [HEAD, "", "TIMELINE", "           1 AGENT Hello"].join("\n"),
  );
});

describe("the timeline", () => {
  const submission = {
    transcript: [
      entry("AGENT", 0, 2000, "Hello"),
      entry("customer", 1000, 3000, "A slot"),
      entry("AGENT", 3500, 5000, "Ten"),
      entry("USER", 8000, 10_000, "Fine"),
      entry("AGENT", 9000, 10_000, "So"),
    ],
    tool_calls: [{ name: "find", start_offset_ms: 3100, parameters: { day: 1 } }],
  };

  test("says so where a service does not name a tool", () => {
    const nameless = { parameters: null, start_offset_ms: 100 } as never;
    const lines = callText(call({}, { ...submission, tool_calls: [nameless] }), 80).split("\n");
    expect(lines.filter((line) => line.includes(" tool "))).toEqual(["  0:00.1     tool  unknown tool()"]);
  });

  test("shows a tool call before the words of the same moment", () => {
    const evaluation = {
      transcript: [entry("AGENT", 500, 900, "Ten is free")],
      tool_calls: [{ name: "find", start_offset_ms: 500 }],
    };
    const lines = callText(call({}, evaluation as Partial<Call>)).split("\n");
    expect(lines.slice(-2)).toEqual(["  0:00.5     tool  find()", "  0:00.5   1 AGENT Ten is free"]);
  });

  test("shows what else was reported at its place", () => {
    const handed = {
      transcript: [entry("AGENT", 100, 400, "One moment"), entry("AGENT", 900, 1200, "Billing")],
      events: [
        {
          title: "agent_handoff",
          start_offset_ms: 500,
          metadata: { old_agent_id: "desk", new_agent_id: "bill" },
        },
        { title: "agent_latency", start_offset_ms: 900, metadata: { latency_ms: { llm: 250 } } },
      ],
    };
    const lines = callText(call({}, handed as Partial<Call>)).split("\n");
    expect(lines.slice(-3)).toEqual([
      "  0:00.1   1 AGENT One moment",
      "  0:00.5     event agent_handoff desk → bill",
      "  0:00.9   2 AGENT Billing",
    ]);
  });

  test("draws who spoke when, overlaps, silences of two seconds, tool calls, and latencies", () => {
    // 29 columns less 9 for the labels: a column is half a second.
    expect(callText(call({}, submission), 29).split("\n")).toEqual(
      [
        HEAD,
        "",
        "TIMELINE  times from the transcript",
        "agent    ████   ███        ██",
        "user       ████          ████",
        "overlap    ██              ██",
        "silence            ······",
        "tools          ▲",
        "         0:00.0        0:10.0",
        "",
        "  0:00.0   1 AGENT Hello",
        "  0:01.0   2 USER  A slot",
        '  0:03.1     tool  find({"day":1})',
        "                   ▬▬▬▬ 500 ms",
        "  0:03.5   3 AGENT Ten",
        "  0:08.0   4 USER  Fine",
        "                   × 1.0 s before the user ended",
        "  0:09.0   5 AGENT So",
      ].map((line) => (line.startsWith("overlap") ? line.replaceAll("█", "×") : line)),
    );
  });

  test("keeps to the width of the terminal, and breaks nothing when piped", () => {
    const utterance = "予約 ".repeat(40).trim();
    const long = call({}, { transcript: [entry("AGENT", 0, 1000, utterance)] });
    const lines = callText(long, 60).split("\n");
    for (const line of lines.slice(2))
      expect(Array.from(line, (c) => (c > "⺀" ? 2 : 1)).reduce((a, b) => a + b, 0)).toBeLessThanOrEqual(60);
    expect(lines.length).toBeGreaterThan(8);
    expect(callText(long)).toContain(utterance);
  });

  test("uses the recording if its channels are known", () => {
    const heard = (start_ms: number, end_ms: number) => ({
      peak_dbfs: -3,
      rms_dbfs: -20,
      clipped_fraction: 0,
      digital_silence_fraction: 0,
      estimate: { voice_activity: { segments: [{ start_ms, end_ms }], threshold_dbfs: -50 }, snr_db: null },
    });
    const drift = { n: 1, unmatched: 0, median_ms: 10, max_ms: -20 };
    const text = callText(
      call({
        timing_from: "recording",
        recording: {
          status: "EVALUATED",
          encoding: "pcm_s16",
          sample_rate_hz: 8000,
          channel_count: 2,
          duration_ms: 4000,
          channels: [heard(2000, 4000), heard(0, 1000)],
          channel_correlation: 0,
          copied_mono: false,
          assignment: {
            status: "assigned",
            by: "transcript",
            agent_channel: 1,
            overlap_ms: 3000,
            other_overlap_ms: 0,
          },
          drift: { agent: drift, user: { ...drift, median_ms: null, max_ms: null } },
        },
      }),
      49,
    );
    expect(text).toContain(`agent    ${"█".repeat(10)}\nuser     ${" ".repeat(20)}${"█".repeat(20)}`);
    expect(text).toContain("  channel 1 (agent): peak -3.0 dBFS");
    expect(text.replaceAll(/\s+/g, " ")).toContain(
      "the transcript is off by: agent: median 10 ms, at most -20 ms (n=1); user not comparable",
    );
  });
});

describe("verdicts", () => {
  const shown = (fields: Partial<Verdict>) =>
    callText(call({ verdicts: [verdict(fields)], timing_from: null }))
      .split("\n")
      .slice(3);

  test("of rules have every clause and its evidence", () => {
    const clauses = [
      {
        line: 2,
        text: 'pass when agent says "recorded"',
        outcome: false,
        decided: true,
        evidence: [{ kind: "turn", turn: 1, speaker: "AGENT", quote: 'not "it"', matched: false }],
      },
      {
        line: 3,
        text: "fail when overlap_ms > 1s",
        outcome: "unknown",
        decided: false,
        evidence: [],
        missing: "offsets",
      },
    ];
    expect(shown({ value: false, clauses })).toEqual([
      "  FAILED         Greeting",
      '      * false   pass when agent says "recorded"',
      '          turn 1 AGENT: "not \\"it\\"" (not counted)',
      "        unknown fail when overlap_ms > 1s",
      "          missing: offsets",
    ]);
  });

  test("of a judge have its reasoning, its quotes, and its cost", () => {
    expect(
      shown({
        method: "judge",
        model: "m-1",
        reasoning: "The agent greets.",
        evidence: [{ kind: "turn", turn: 1, speaker: "AGENT", quote: "Hello", matched: true }],
        agreement: 2 / 3,
        votes: [true, false, true].map((value) => ({ status: "EVALUATED", value })),
        usage: { calls: 3, cached_calls: 1, prompt_tokens: 10, completion_tokens: null, ms: 5 },
        suspected_injection: [{ where: "turn 2", sign: "addresses_the_judge" }],
      }),
    ).toEqual([
      "  passed         Greeting",
      '      turn 1 AGENT: "Hello"',
      "      judge: The agent greets.",
      "      by m-1, agreement 0.67, votes: 2 true, 1 false, 3 calls, 1 from the cache",
      "      warning: turn 2 seems to address the judge (addresses_the_judge)",
    ]);
  });

  test.each([
    [{ status: "NOT_EVALUATED", reason: "no_model", value: null }, "not evaluated (no_model) Greeting"],
    [{ status: "NOT_APPLICABLE", value: null }, "not applicable Greeting"],
    [
      { status: "ERROR", reason: "rule_error", message: "line 2: no", value: null },
      "error (rule_error) Greeting",
    ],
    [{ response_type: "yes_no", value: false }, "no             Greeting"],
    [{ response_type: "quantitative", value: 1234.567, unit: "ms" }, "1.23 s         Greeting"],
    [{ response_type: "json", value: { a: 1 } }, '{"a":1}        Greeting'],
  ] as const)("are shown on one line: %j", (fields, line) => {
    expect(shown(fields)[0]).toBe(`  ${line}`);
  });
});

test("failed verdicts come first, then those without a verdict", () => {
  const verdicts = [
    verdict({ name: "Held" }),
    verdict({ name: "Open", status: "NOT_EVALUATED", value: null }),
    verdict({ name: "Broken", status: "ERROR", value: null }),
    verdict({ name: "Failed", value: false }),
  ];
  const text = callText(call({ verdicts, timing_from: null }));
  expect(text.match(/Held|Open|Broken|Failed/g)).toEqual(["Failed", "Broken", "Open", "Held"]);
});

test("metrics have unit and support, the unusual ones first; those not evaluated are grouped by reason", () => {
  const metric = { status: "EVALUATED", unit: "ms", n: 3, low_support: false, formula: "f@1", evidence: [] };
  const missing = { ...metric, status: "NOT_EVALUATED", reason: "missing_offsets", value: null, n: 0 };
  const metrics = [
    { ...metric, id: "latency", value: 646.66, low_support: true },
    { ...metric, id: "share", value: 38.29, unit: "percent" },
    { ...missing, id: "overlap" },
    { ...missing, id: "silence" },
    { ...metric, id: "longest_silence", value: 2000 },
    { ...metric, id: "talk_time.agent", value: 1999 },
    { ...metric, id: "tool_calls.failed", value: 0, unit: "count" },
    { ...metric, id: "tool_calls.missing", value: 1, unit: "count" },
  ];
  const data_quality = [{ code: "missing_offsets", indexes: [1, 4], message: "entries without offsets" }];
  expect(
    callText(call({ metrics, data_quality, timing_from: null }))
      .split("\n")
      .slice(2),
  ).toEqual([
    "DATA",
    "  missing_offsets: entries without offsets (at 1, 4)",
    "",
    "UNUSUAL",
    "  longest_silence     2.0 s (n=3)",
    "  tool_calls.missing  1 (n=3)",
    "  1 with low support: latency",
    "",
    "METRICS",
    "  talk",
    "    talk_time.agent  2.0 s (n=3)",
    "  tools",
    "    tool_calls.failed  0 (n=3)",
    "  other",
    "    latency  647 ms (n=3, low support)",
    "    share    38.3% (n=3)",
    "  2 not evaluated (missing_offsets): overlap, silence",
  ]);
  expect(callText(call({ metrics, timing_from: null }), 40)).toContain(
    "\n  2 not evaluated (missing_offsets): ov…",
  );
});

test("colours add nothing but colour", () => {
  const text = callText(call({ verdicts: [verdict({ value: false })], timing_from: null }));
  const marked = { ...noPaint, red: (part: string) => `<${part}>`, bold: (part: string) => `{${part}}` };
  expect(paintCall(text, noPaint)).toBe(text);
  expect(paintCall(text, marked)).toContain("<  FAILED>");
  expect(paintCall(text, marked)).toContain("{VERDICTS}");
});

test("what the agent heard of the caller's facts is listed, wrong ones first", () => {
  const fact = { kind: "number", said: 0, places: [] };
  const value = [
    { ...fact, fact: "name", value: "Jo", outcome: "right" },
    { ...fact, fact: "phone", value: "555", outcome: "never_used" },
    {
      ...fact,
      fact: "order_number",
      value: "KX-4471",
      outcome: "wrong",
      places: [{ verdict: "wrong", heard: "KX4417", tool_call: 0, parameter: "order" }],
    },
  ];
  const metric = { status: "EVALUATED", unit: "value", n: 3, low_support: false, formula: "f", evidence: [] };
  const text = callText(call({ metrics: [{ ...metric, id: "entities.heard", value }], timing_from: null }));
  expect(text.split("\n").slice(2)).toEqual([
    "HEARD",
    "  order_number is wrong: KX-4471 came back as KX4417 in the parameter order",
    "  phone never came back: 555",
    "  name is right: Jo",
  ]);
});
