import { describe, expect, it } from "vitest";
import { compileRules } from "../compile.ts";
import { evaluateRules } from "../evaluate.ts";
import type { RuleInput, ToolCall, Turn } from "../input.ts";
import type { ClauseResult } from "../result.ts";

const turns: Turn[] = [
  {
    i: 1,
    speaker: "AGENT",
    text: "Sorry, sorry! This is a recorded line.",
    start_offset_ms: 0,
    end_offset_ms: 2000,
  },
  { i: 2, speaker: "USER", text: "Book it, please.", start_offset_ms: 3000, end_offset_ms: 4000 },
  { i: 3, speaker: "AGENT", text: "Shall I? Say yes.", start_offset_ms: 4500, end_offset_ms: 6000 },
  { i: 4, speaker: "USER", text: "Yes!", start_offset_ms: 6500, end_offset_ms: 7000 },
];
const tool_calls: ToolCall[] = [
  { name: "lookup", parameters: { id: 1 }, output: { ok: false }, start_offset_ms: 3500 },
  { name: "book", parameters: { date: "2026-03-01", seats: 2 }, output: { ok: true }, start_offset_ms: 7000 },
  { name: "book", parameters: { date: "2026-03-02" }, output: { ok: true }, start_offset_ms: 9000 },
];
const whole: RuleInput = { turns, tool_calls, metric: () => undefined };

function clauseOn(condition: string, input: RuleInput = whole): ClauseResult | undefined {
  const rules = compileRules(`@rules\npass when ${condition}`, { response_type: "pass_fail" }, []);
  expect(rules.errors).toEqual([]);
  return evaluateRules(rules, input).clauses[0];
}

describe("how often something is said", () => {
  it.each([
    ['agent says "recorded line"', true],
    ['user says "recorded line"', false],
    ['agent never says "recorded line"', false],
    ['user never says "recorded line"', true],
    // Two places in one turn count twice.
    ['agent says "sorry" twice', true],
    ['agent says "sorry" once', false],
    ['agent says "sorry" at most once', false],
    ["agent says /s\\w/i at least 3 times", true],
  ])("%s: %s", (condition, outcome) => {
    expect(clauseOn(condition)?.outcome).toBe(outcome);
  });
});

describe("order of utterances", () => {
  it.each([
    ['user says "yes" after turn 3', true],
    ['user says "yes" after turn 4', false],
    ['user says "yes" before turn 5', true],
    ['user says "yes" before turn 4', false],
    ['user says "yes" after agent says "yes"', true],
    ['user says "yes" before agent says "yes"', false],
    // Within a turn, the order in its text decides.
    ['agent says "sorry" before agent says "recorded"', true],
    ['agent says "sorry" once after agent says "sorry"', true],
    // `before` means before the first: "sorry" is before it, and "recorded" is after it.
    ['agent says "recorded" before agent says /i/i', false],
    // Nothing comes before or after an event that never happens.
    ['user says "yes" before user says "never"', false],
    ['user says "yes" after user says "never"', false],
    ['user says "yes" after (agent says "yes" after turn 3)', false],
    ['user says "yes" within 1 turn of agent says "yes"', true],
    ['user says "yes" within 1 turn of user says "book"', false],
    ['user says "yes" within 2 turns after user says "book"', true],
    ['user says "yes" within 2 turns before user says "book"', false],
    // 6500 - 6000 = 500.
    ['user says "yes" within 500ms after agent says "yes"', true],
    ['user says "yes" within 499ms of agent says "yes"', false],
    ['user says "yes" within 0.5 s of agent says "yes"', true],
    // Something is not near itself.
    ['user says "yes" within 9 turns of user says "yes"', false],
    ['agent says "sorry" within 0 turns of agent says "sorry"', true],
  ])("%s: %s", (condition, outcome) => {
    expect(clauseOn(condition)?.outcome).toBe(outcome);
  });
});

describe("tool calls", () => {
  it.each([
    ["tool book called", true],
    ["tool Book called", false],
    ["tool book called twice", true],
    ["tool cancel never called", true],
    ['tool book called once with {"date": "2026-03-01"}', true],
    ["tool book called with {seats: 3}", false],
    ["tool book called twice returning {ok: true}", true],
    ["tool lookup called returning {ok: true}", false],
    ['tool book called after user says "yes"', true],
    ['tool book called twice after user says "yes"', true],
    ['tool book called before user says "yes"', false],
    ["tool book called once after tool book called", true],
    ["tool lookup called before tool book called", true],
    ["tool book called before turn 5", true],
    ["tool book called after turn 5", false],
    ["tool book called after turn 4", true],
    // From 3000 to 4000 the call at 3500 is neither before nor after the turn.
    ["tool lookup called before turn 2", false],
    ["tool lookup called after turn 2", false],
    ["tool lookup called after turn 1 before turn 3", true],
    // 7000 - 7000 = 0 and 9000 - 7000 = 2000.
    ['tool book called once within 1 s after user says "yes"', true],
    ['tool book called twice within 2 s after user says "yes"', true],
    ['tool lookup called within 0 ms of user says "book"', true],
    // Turn 2 is the last that had begun by 3500.
    ['tool lookup called within 0 turns of user says "book"', true],
    ["tool lookup called within 1 turn of tool book called", false],
    ["tool lookup called within 2 turns of tool book called", true],
    // It is unknown whether "book" had been said when the call was made during that turn.
    ['tool lookup called after user says "book"', "unknown"],
  ])("%s: %s", (condition, outcome) => {
    expect(clauseOn(condition)?.outcome).toBe(outcome);
  });
});

describe("what is missing", () => {
  const noTranscript = { ...whole, turns: undefined };
  const noCalls = { ...whole, tool_calls: undefined };
  const noOffsets = {
    ...whole,
    turns: turns.map(({ i, speaker, text }) => ({ i, speaker, text })),
    tool_calls: tool_calls.map(({ name, parameters }) => ({ name, parameters })),
  };
  const backwards = { ...whole, turns: turns.map((turn) => ({ ...turn, end_offset_ms: -1 })) };
  const noParameters = { ...whole, tool_calls: [{ name: "book" }] };
  const nameAlone = { ...whole, tool_calls: [{ name: "book", parameters: null, output: null }] };
  const noResult = { ...whole, tool_calls: [{ name: "book", parameters: {}, output: null }] };
  const beside = {
    ...whole,
    turns: [
      { i: 1, speaker: "AGENT" as const, text: "a".repeat(20_001) },
      { i: 2, speaker: "AGENT" as const, text: "book it" },
    ],
  };
  const long = { ...whole, turns: [{ i: 1, speaker: "AGENT" as const, text: "a".repeat(20_001) }] };

  it.each<[string, RuleInput, ClauseResult["outcome"], string | undefined]>([
    ['agent says "sorry"', noTranscript, "unknown", "transcript"],
    ["agent says /book/", beside, true, undefined],
    ["agent says /cook/", beside, "unknown", "a shorter text in turn 1"],
    ["agent says /book/ once", beside, "unknown", "a shorter text in turn 1"],
    ["agent says /it/ after agent says /book/", beside, true, undefined],
    ["agent says /book/ before agent says /it/", beside, "unknown", "a shorter text in turn 1"],
    ["tool book called", noTranscript, true, undefined],
    ["tool book called before turn 2", noTranscript, "unknown", "transcript"],
    ['tool book called after user says "yes"', noTranscript, "unknown", "transcript"],
    ["tool book called", noCalls, "unknown", "tool_calls"],
    ["tool book never called", noCalls, "unknown", "tool_calls"],
    ["tool book called at most 0 times", noCalls, "unknown", "tool_calls"],
    ['user says "yes" after agent says "yes"', noOffsets, true, undefined],
    [
      'user says "yes" within 1 s of agent says "yes"',
      noOffsets,
      "unknown",
      "offsets of turn 4, offsets of turn 3",
    ],
    [
      'tool book called after user says "yes"',
      noOffsets,
      "unknown",
      "offsets of tool call 2 (book), offsets of turn 4, offsets of tool call 3 (book)",
    ],
    // At most twice, whatever the offsets would say.
    ['tool book called at most twice after user says "yes"', noOffsets, true, undefined],
    ['tool book called 3 times after user says "yes"', noOffsets, false, undefined],
    [
      "tool book called returning {ok: true}",
      noOffsets,
      "unknown",
      "output of tool call 2 (book), output of tool call 3 (book)",
    ],
    ["tool book called with {seats: 2}", noParameters, "unknown", "parameters of tool call 1 (book)"],
    ["tool book called with {seats: 2}", nameAlone, "unknown", "parameters of tool call 1 (book)"],
    ["tool book called returning {ok: true}", nameAlone, "unknown", "output of tool call 1 (book)"],
    ["tool book called returning {ok: true}", noResult, false, undefined],
    ["tool book called before turn 2", backwards, "unknown", "offsets of turn 2"],
    ["agent says /a+/", long, "unknown", "a shorter text in turn 1"],
    ['agent says "b"', long, false, undefined],
  ])("%s", (condition, input, outcome, missing) => {
    expect(clauseOn(condition, input)).toMatchObject({ outcome, missing });
  });
});

it("does not order a call and a message of the same moment", () => {
  const at = (moment: number): RuleInput => ({
    turns: [{ i: 1, speaker: "USER", text: "yes", start_offset_ms: 500, end_offset_ms: 500 }],
    tool_calls: [{ name: "book", start_offset_ms: moment }],
    metric: () => undefined,
  });
  const outcomes = [499, 500, 501].map(
    (moment) => clauseOn('tool book called after user says "yes"', at(moment))?.outcome,
  );
  expect(outcomes).toEqual([false, "unknown", true]);
});

it("orders a call and a written turn as they arrived, whatever their offsets", () => {
  const written = (moment: number, arrival: number): RuleInput => ({
    turns: [
      { i: 1, speaker: "USER", text: "yes", start_offset_ms: 500, arrival: 0 },
      { i: 2, speaker: "AGENT", text: "booked", start_offset_ms: 500, arrival: 1 },
    ],
    tool_calls: [{ name: "book", start_offset_ms: moment, arrival }],
    metric: () => undefined,
  });
  const on = (condition: string, input: RuleInput) => clauseOn(condition, input)?.outcome;
  for (const moment of [500, 501, 700])
    expect(on('tool book called after user says "yes"', written(moment, 0.5))).toBe(true);
  expect(on('tool book called before agent says "booked"', written(500, 0.5))).toBe(true);
  expect(on('tool book called after agent says "booked"', written(500, 1.5))).toBe(true);
  expect(on('tool book called after user says "yes"', written(500, -0.5))).toBe(false);
  expect(on('tool book called within 0 turns of user says "yes"', written(500, 0.5))).toBe(true);
  expect(on('agent says "booked" within 0 ms after user says "yes"', written(500, 0.5))).toBe(true);
});

it("measures seconds as exactly as milliseconds", () => {
  const input: RuleInput = {
    turns: [
      { i: 1, speaker: "AGENT", text: "one moment", start_offset_ms: 0, end_offset_ms: 1000 },
      { i: 2, speaker: "USER", text: "fine", start_offset_ms: 3010, end_offset_ms: 4000 },
    ],
    metric: () => undefined,
  };
  const outcomes = ["2.01 s", "2010 ms", "2.009 s"].map(
    (limit) => clauseOn(`user says "fine" within ${limit} after agent says "one moment"`, input)?.outcome,
  );
  expect(outcomes).toEqual([true, true, false]);
});

it("looks at two thousand places, and leaves open what lies beyond", () => {
  const turns: Turn[] = [{ i: 1, speaker: "USER", text: "a ".repeat(2001) }];
  const outcomes = ["user says /a/", "user says /a/ 3000 times", "user says /a/ at most 1999 times"].map(
    (condition) => clauseOn(condition, { ...whole, turns })?.outcome,
  );
  expect(outcomes).toEqual([true, "unknown", false]);
});

describe("evidence", () => {
  const yes = { kind: "turn", turn: 4, speaker: "USER", quote: "Yes", matched: true };
  const first = {
    kind: "tool_call",
    call: 2,
    name: "book",
    parameters: { date: "2026-03-01", seats: 2 },
    output: { ok: true },
    start_offset_ms: 7000,
  };

  it("is the evidence found, and what it was compared with", () => {
    const clause = clauseOn('tool book called with {seats: 2} after user says "yes"');
    expect(clause?.evidence).toEqual([{ ...first, matched: true }, yes]);
  });

  it("is what came close where nothing was found", () => {
    const clause = clauseOn("tool book called with {seats: 3}");
    expect(clause?.evidence).toEqual([
      { ...first, matched: false },
      expect.objectContaining({ kind: "tool_call", call: 3, matched: false }),
    ]);
  });

  it("is what makes `or` true and `and` false", () => {
    expect(clauseOn('user says "yes" or agent says "bye"')?.evidence).toEqual([yes]);
    expect(clauseOn('user says "yes" and tool book called with {seats: 3}')?.evidence).toHaveLength(2);
  });

  it("names each quote and each call once, and stops at ten", () => {
    expect(clauseOn('agent says "sorry" twice')?.evidence).toMatchObject([
      { quote: "Sorry" },
      { quote: "sorry" },
    ]);
    expect(clauseOn('tool book called twice after user says "yes"')?.evidence).toHaveLength(3);
    expect(clauseOn("agent says /\\w/")?.evidence).toHaveLength(10);
  });
});
