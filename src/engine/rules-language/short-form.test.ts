import fc from "fast-check";
import { expect, test } from "vitest";
import { processorMs } from "../../../test/support/processor-time.ts";
import { EXPECTATION_MAXIMUM } from "../../contract/limits.ts";
import { catalogue } from "../metrics/catalogue.ts";
import { checkRules } from "./compile.ts";
import { clauseOf, shortened } from "./short-form.ts";

const PAIRS = [
  ["calls book_appointment", "pass when tool book_appointment called"],
  ["never calls cancel_appointment", "pass when tool cancel_appointment never called"],
  ['calls "look up" once', 'pass when tool "look up" called once'],
  ['says "confirmed"', 'pass when agent says "confirmed"'],
  ["never says /guarantee/i", "pass when agent never says /guarantee/i"],
  ["calls a before calls b", "pass when tool a called before tool b called"],
  ['calls pay after user says "yes"', 'pass when tool pay called after user says "yes"'],
  [
    'calls a with {day: "calls"} or says "calls b"',
    'pass when tool a called with {day: "calls"} or agent says "calls b"',
  ],
  [
    '(says "bye" or says "goodbye") and never calls x',
    'pass when (agent says "bye" or agent says "goodbye") and tool x never called',
  ],
  ["response_latency.p95 < 2s", "pass when response_latency.p95 < 2s"],
] as const;

test.each(PAIRS)("%s means %s, and the other way round", (short, clause) => {
  expect(clauseOf(short)).toBe(clause);
  expect(shortened(clause)).toBe(short);
  expect(checkRules(`@rules\n${clause}`, { response_type: "pass_fail" }, [...catalogue])).toEqual([]);
});

test.each([
  "fail when tool issue_refund called before tool lookup_order called",
  "na when call_duration < 10s",
  'pass when user says "yes"',
])("a whole clause stays as it is: %s", (clause) => {
  expect(clauseOf(clause)).toBe(clause);
});

test("conditions of the rule language need only their clause", () => {
  expect(clauseOf('not user says "complaint"')).toBe('pass when not user says "complaint"');
  expect(clauseOf("tool pay called twice")).toBe("pass when tool pay called twice");
  expect(clauseOf('count of agent says "sorry" < 2')).toBe('pass when count of agent says "sorry" < 2');
});

test.each([
  "The agent apologizes for the delay",
  "Agent offers a refund, and user is happy",
  "tool output is explained in plain words",
  "never sounds annoyed",
  "Passes the caller on to a person",
  "Not rude",
  "",
])("a sentence is for a judge: %j", (sentence) => {
  expect(clauseOf(sentence)).toBeUndefined();
});

test("a mistake in a clause is a mistake, not a sentence", () => {
  for (const written of [
    "calls",
    "says hello",
    'agent syas "hello"',
    "calls a twise",
    "respnse_latency.p95 < 2s",
  ]) {
    const clause = clauseOf(written);
    expect(clause, written).toBeDefined();
    expect(
      checkRules(`@rules\n${clause}`, { response_type: "pass_fail" }, [...catalogue]).length,
      written,
    ).toBeGreaterThan(0);
  }
});

test("both directions agree on anything made of these words", () => {
  const name = fc.stringMatching(/^[a-z]{1,6}(_[a-z]{1,4})?$/).filter((one) => !RESERVED.has(one));
  const text = fc.string({ maxLength: 12 }).map((said) => JSON.stringify(`x${said}`));
  const event = fc.oneof(
    name.map((tool) => `calls ${tool}`),
    name.map((tool) => `never calls ${tool}`),
    text.map((said) => `says ${said}`),
    text.map((said) => `never says ${said}`),
    text.map((said) => `user says ${said}`),
  );
  fc.assert(
    fc.property(
      fc.array(event, { minLength: 1, maxLength: 4 }),
      fc.constantFrom("and", "or"),
      (events, joint) => {
        const short = events.join(` ${joint} `);
        // It begins with `user`, which the clause has too.
        const clause = clauseOf(short) ?? "";
        expect(shortened(clause)).toBe(short);
        expect(clauseOf(shortened(clause))).toBe(clause);
      },
    ),
  );
});

const RESERVED = new Set([
  "calls",
  "says",
  "never",
  "called",
  "tool",
  "agent",
  "user",
  "when",
  "pass",
  "with",
  "not",
]);

test("hostile text of any length takes no time", () => {
  for (const piece of ["calls ", "never ", 'says "', "((((", "calls a before ", "/a"]) {
    const taken_ms = processorMs(() => {
      for (const characters of [EXPECTATION_MAXIMUM, 100_000])
        clauseOf(piece.repeat(characters / piece.length));
    });
    expect(taken_ms, piece).toBeLessThan(500);
  }
});
