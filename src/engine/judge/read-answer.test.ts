import { describe, expect, test } from "vitest";
import type { JudgedMetric } from "./metric.ts";
import { questionOf } from "./question.ts";
import { readAnswer } from "./read-answer.ts";

const metric: JudgedMetric = { name: "Disclosure", response_type: "pass_fail" };
const turns = [
  { i: 1, speaker: "AGENT" as const, text: "Hello, this call is recorded." },
  { i: 2, speaker: "USER" as const, text: "I would rate it 9 out of 10." },
];
const question = questionOf(metric, { turns, builtins: [] });
const ballot = question.ballot(1);

const answer = (fields: object = {}) =>
  JSON.stringify({
    nonce: ballot.nonce,
    control_1: ballot.controls[0],
    control_2: ballot.controls[1],
    evidence: [{ turn: 1, quote: "this call is recorded" }],
    reasoning: "it says so",
    status: "scored",
    value: true,
    ...fields,
  });
const read = (text: string) => readAnswer(text, question, ballot);
const fault = (reason: string) => ({ fault: { reason } });

describe("if there are several answers", () => {
  test("the last one counts", () => {
    expect(read(answer() + answer({ value: false }))).toMatchObject({ vote: { value: false } });
  });

  test("the last one counts also where it is of no use", () => {
    expect(read(answer() + answer({ value: null }))).toMatchObject(fault("wrong_type"));
  });

  test("a draft is none of them", () => {
    expect(read(`<think>${answer()}`)).toMatchObject(fault("unreadable_answer"));
    expect(read(`${answer()}</think>${answer({ value: false })}`)).toMatchObject({ vote: { value: false } });
    expect(read(`<think>${answer({ value: false })}</think>${answer()}`)).toMatchObject({
      vote: { value: true },
    });
  });

  test("one that says two things is none of them", () => {
    const twice = answer().replace('"value":true', '"value":true,"value":false');
    expect(read(twice)).toMatchObject(fault("unreadable_answer"));
  });
});

describe("evidence", () => {
  test("of a sign or of a common word carries no verdict", () => {
    for (const quote of [".", "is", "this"])
      expect(read(answer({ evidence: [{ turn: 1, quote }] }))).toMatchObject(fault("unsupported_evidence"));
  });

  test("may be a caller who speaks of marks", () => {
    const evidence = [{ turn: 2, quote: "I would rate it 9 out of 10." }];
    expect(read(answer({ evidence }))).toMatchObject({ vote: { status: "EVALUATED", value: true } });
  });
});

test("the data is one line for every reader, with the same content", () => {
  const text = "one\u2028two\u2029three\u0085four";
  const { user } = questionOf(metric, { turns: [{ i: 1, speaker: "USER", text }], builtins: [] }).ballot(1);
  expect(user.split(/[\n\u0085\u2028\u2029]/)).toHaveLength(3);
  expect(JSON.parse(user.split("\n")[1] ?? "").turns[0].text).toBe(text);
});
