import { expect, test } from "vitest";
import type { Output } from "../../contract/types.ts";
import { causesOf } from "./causes.ts";

const verdict = (
  name: string,
  value: boolean,
  about: Partial<Output<"Verdict">> = {},
): Output<"Verdict"> => ({
  metric_id: null,
  name,
  response_type: "pass_fail",
  requested_by: ["prompt"],
  status: "EVALUATED",
  value,
  method: "rule",
  ...about,
});
const clause = (text: string, ...evidence: object[]) => ({
  clauses: [
    { line: 1, text, outcome: true, decided: true, evidence: evidence as Record<string, unknown>[] },
    { line: 2, text: "another", outcome: true, decided: false, evidence: [] },
  ],
});
const call = (name: string) => ({ kind: "tool_call", call: 1, name });

test("conversations that fail by the same clause are one group, the largest first", () => {
  const failed = (id: string, name: string, text: string, ...evidence: object[]) => ({
    id,
    reason: null,
    verdicts: [verdict("other", true), verdict(name, false, clause(text, ...evidence))],
  });
  expect(
    causesOf([
      failed("1", "a", "fail when x", call("book"), { kind: "turn", turn: 4 }),
      failed("2", "b", "fail when x", call("book")),
      failed("3", "b", "fail when x", call("cancel")),
      failed("4", "b", "fail when y"),
    ]),
  ).toEqual([
    { criterion: "b", clause: "fail when x", tool: null, turn: null, conversations: ["2", "3"] },
    { criterion: "a", clause: "fail when x", tool: "book", turn: 4, conversations: ["1"] },
    { criterion: "b", clause: "fail when y", tool: null, turn: null, conversations: ["4"] },
  ]);
});

test("without clauses, what is said decides; without verdicts, the reason of the service", () => {
  expect(
    causesOf([
      { id: "1", reason: "no", verdicts: [verdict("Goal", false, { message: "not booked" })] },
      { id: "2", reason: "the agent was rude", verdicts: [] },
    ]),
  ).toMatchObject([
    { criterion: "Goal", clause: "not booked" },
    { criterion: null, clause: "the agent was rude" },
  ]);
});
