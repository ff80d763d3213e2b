import { describe, expect, test } from "vitest";
import { ruleInputOf } from "../../metrics/rule-input.ts";
import { rulesOf } from "../../world/expected.ts";
import { checkRules, compileRules } from "../compile.ts";
import { evaluateRules } from "../evaluate.ts";
import { clauseOf } from "../short-form.ts";
import { stateInWords } from "../state-in-words.ts";

const SETTINGS = { response_type: "pass_fail" } as const;

/** A booking was added, then a payment changed, by the second and third call. */
const input = ruleInputOf(
  {
    transcript: [
      { speaker: "USER", utterance: "A table please", arrival: 0 },
      { speaker: "AGENT", utterance: "Done", arrival: 1 },
    ],
    tool_calls: [
      { name: "look", arrival: 0.5 },
      { name: "book", arrival: 0.5 },
      { name: "pay", arrival: 1.5 },
    ],
    world: {
      tables: {
        bookings: { rows: [{ id: 1, day: "monday", name: "Al" }] },
        payments: { rows: [{ id: 1, amount: 10 }] },
        notes: { columns: ["text"] },
      },
      calls: [
        {
          call: 2,
          changes: [
            { table: "bookings", row: 2, before: null, after: { id: 2, day: "friday", name: "Jordan Lee" } },
          ],
        },
        {
          call: 3,
          changes: [
            { table: "payments", row: 1, before: { id: 1, amount: 10 }, after: { id: 1, amount: 12 } },
          ],
        },
      ],
    },
  },
  () => undefined,
);

const verdictOf = (rules: string, given = input) => evaluateRules(compileRules(rules, SETTINGS, []), given);

test.each([
  ['pass when state bookings has {day: friday, name: "Jordan Lee"}', true],
  ["pass when state bookings has {day: friday} once", true],
  ["pass when state bookings has {} twice", true],
  ["pass when state bookings has {day: sunday}", false],
  ["pass when state bookings never has {day: sunday}", true],
  [
    "pass when state bookings has {id: {$gte: 2}, name: /lee/} and not state notes changed".replace(
      "/lee/",
      "/Lee/",
    ),
    true,
  ],
  ["fail when state payments changed", false],
  ["fail when state notes changed", true],
  ["pass when state payments never changed", false],
  ["fail when not state changed only {bookings: [{day: friday}], payments: [{id: 1}]}", true],
  ["fail when not state changed only {bookings: [{day: friday}]}", false],
  ["fail when not state changed only {}", false],
])("%s: %s", (rule, value) => {
  expect(verdictOf(`@rules\n${rule}`)).toMatchObject({ status: "EVALUATED", value });
});

test("the evidence is what became of the row, by which call, after which turn", () => {
  const result = verdictOf(
    "@rules\nfail when state payments changed\npass when state bookings has {day: friday}",
  );
  expect(result.clauses.map(({ evidence }) => evidence)).toMatchObject([
    [{ kind: "state", table: "payments", change: "changed", calls: [3], turn: 2 }],
    [{ kind: "state", table: "bookings", change: "added", calls: [2], turn: 1 }],
  ]);
  expect(result.clauses.map(({ evidence: [row = {}] }) => stateInWords(row))).toEqual([
    "payments: changed row id 1: amount 10 → 12 by tool call 3 after turn 2",
    'bookings: added {"id":2,"day":"friday","name":"Jordan Lee"} by tool call 2 after turn 1',
  ]);
});

test("a state that could not be read is unknown, with the reason, never a pass or a failure", () => {
  const { state: _, ...without } = input;
  const unread = { ...without, state_unread: "it answered with status 503" };
  for (const clause of ["pass when state payments never has {}", "fail when state payments changed"])
    expect(verdictOf(`@rules\n${clause}`, unread)).toMatchObject({
      status: "NOT_EVALUATED",
      reason: "state_unread",
      missing: ["the state of the agent's system: it answered with status 503"],
    });
});

test("without a world, or without such a table, it is unknown, never a pass", () => {
  const { state: _, ...without } = input;
  expect(verdictOf("@rules\nfail when state payments changed", without)).toMatchObject({
    status: "NOT_EVALUATED",
    reason: "missing_world",
  });
  expect(verdictOf("@rules\npass when state boookings never has {}")).toMatchObject({
    status: "NOT_EVALUATED",
    missing: ["a table boookings"],
  });
});

test.each([
  ["pass when state bookings hsa {}", "did you mean `has`?"],
  ["pass when state bookings has friday", "must be an object"],
  ["pass when state changed only [1]", "expected `{`"],
])("%s is a mistake", (rule, message) => {
  expect(checkRules(`@rules\n${rule}`, SETTINGS, [])[0]?.message).toContain(message);
});

test("an expectation of a test file needs no `pass when`", () => {
  expect(clauseOf("state bookings has {day: friday}")).toBe("pass when state bookings has {day: friday}");
  expect(clauseOf("state of the art answers are given")).toBeUndefined();
});

describe("expected_state", () => {
  test.each([
    [
      { tables: { bookings: { has: [{ day: "friday" }] }, payments: { has: [{ amount: 12 }] } }, only: true },
      true,
    ],
    [{ tables: { bookings: { has: [{ day: "friday" }] } }, only: true }, false],
    [{ tables: { bookings: { never_has: [{ day: "friday" }] } } }, false],
    [{ tables: { payments: { unchanged: true } } } as const, false],
    [{ tables: { notes: { unchanged: true } } } as const, true],
    [{ only: true }, false],
  ])("%j: %s", (expected, value) => {
    expect(verdictOf(rulesOf(expected) ?? "")).toMatchObject({ status: "EVALUATED", value });
  });

  test("an empty expectation gives no rule", () => {
    expect(rulesOf({})).toBeUndefined();
  });
});
