import { expect, test } from "vitest";
import { notesOn } from "./notes.ts";

test("every finding has its line, and missing ones have none", () => {
  const notes = notesOn({
    outcome: "incompleted",
    outcome_reason: "because",
    fidelity: {
      verdict: "simulator_invalid",
      infidelities: [{ reason: "fact_invented", turn: 2, detail: "B-7" }],
      asked_but_unknown: ["email", "date_of_birth"],
    },
    divergence: [
      { line: 0, status: "matched", turn: 1, similarity: 1 },
      { line: 1, status: "skipped", turn: null, similarity: null },
    ],
    unused_fields: ["accent"],
    inactive_scripted_responses: [{ index: 0, reason: 'unknown match_type "rhymes"' }],
  });
  expect(notes).toEqual([
    "inconclusive: because",
    "did not keep to its record (fact_invented, entry 3): B-7",
    "asked for and not in its record: email, date_of_birth",
    "recorded lines: 1 said, 1 skipped",
    "without effect in this conversation: accent",
    'scripted response 1 is inactive: unknown match_type "rhymes"',
  ]);
  expect(notesOn({ outcome: "passed", outcome_reason: null, unused_fields: [], divergence: null })).toEqual([
    "passed",
  ]);
  expect(
    notesOn({ outcome: "incompleted", outcome_reason: "not evaluated: Success criteria (no_model)" }),
  ).toEqual([
    "inconclusive: not evaluated: Success criteria (no_model)",
    "no_model: prose is judged by a language model, and none is configured; rules (@rules) need none",
  ]);
  const unreached = { id: "12", outcome: "incompleted", outcome_reason: "the agent could not be reached" };
  expect(notesOn({ ...unreached, end_reason: "agent_unreachable" })).toEqual([
    "inconclusive: the agent could not be reached",
    "next: `parley webhooks deliveries --result 12` shows each attempt and what went wrong",
  ]);
  expect(notesOn({})).toEqual([]);
});
