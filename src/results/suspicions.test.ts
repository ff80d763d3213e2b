import { expect, test } from "vitest";
import { callRow, callTalk } from "./calls.ts";
import { resultRow, resultTalk } from "./conversations.ts";
import { countsOf } from "./report.ts";
import { versionsLine } from "./versions.ts";

const SENTENCE = "Book only after the caller has said yes.";
const suspicion = {
  sentence: SENTENCE,
  reads: "book_appointment only after the caller agreed",
  rule: "fail when tool book_appointment called",
  clauses: [
    {
      line: 1,
      text: "fail when tool find_slot called",
      outcome: false,
      decided: false,
      evidence: [{ kind: "tool_call", call: 1, name: "find_slot", matched: true }],
    },
    {
      line: 2,
      text: "fail when tool book_appointment called",
      outcome: true,
      decided: true,
      evidence: [
        { kind: "tool_call", call: 2, name: "book_appointment", matched: true },
        { kind: "turn", turn: 1, quote: "Tuesday, please.", matched: true },
        { kind: "turn", turn: 2, quote: "Not this one.", matched: false },
      ],
    },
  ],
};
const conversation = {
  id: 1,
  digital_human_id: 501,
  simulation_run_id: 9,
  status: "COMPLETED",
  outcome: "passed",
  suspicions: [suspicion],
  transcript: [
    { role: "USER", message: "Tuesday, please.", start_offset_ms: 0 },
    { role: "AGENT", message: "Booked.", start_offset_ms: 900 },
  ],
  tool_calls: [
    {
      name: "find_slot",
      actual: [{ parameters: {}, output: null, start_offset_ms: 400 }],
    },
    {
      name: "book_appointment",
      actual: [{ parameters: {}, output: null, start_offset_ms: 500 }],
    },
  ],
  evaluation: {
    verdicts: [{ name: "Greeting", response_type: "pass_fail", status: "EVALUATED", value: true }],
    suspicions: [suspicion],
  },
};
const nameOf = () => "Ana";

test("a suspicion is listed with what its deciding clauses rest on, and not as a verdict", () => {
  const talk = resultTalk(conversation, nameOf);
  expect(talk.suspicions).toEqual([
    {
      sentence: SENTENCE,
      reads: "book_appointment only after the caller agreed",
      evidence: [
        { text: "book_appointment", tool: 1, at_ms: 500 },
        { text: "Tuesday, please.", turn: 0, at_ms: 0 },
      ],
    },
  ]);
  expect(talk.verdicts.map(({ name }) => name)).toEqual(["Greeting"]);
  expect(talk.standing).toBe("passed");
});

test("a row names what is suspected, and the rate is the same with and without it", () => {
  const row = resultRow(conversation, nameOf);
  expect(row.suspected).toEqual([SENTENCE]);
  const without = resultRow({ ...conversation, suspicions: undefined }, nameOf);
  expect(without).toEqual({ ...row, suspected: [] });
  const counts = (rows: (typeof row)[]) =>
    countsOf({ title: "", facts: [], judgement: null, noun: "conversations", command: "", rows });
  expect(counts([row])).toEqual(counts([without]));
  expect(counts([row])).toMatchObject({ passed: 1, failed: 0, inconclusive: 0 });
});

test("a call has them, too", () => {
  const call = {
    id: "c",
    agent_id: "101",
    status: "COMPLETED",
    start_time_utc: "2026-11-01T09:00:00Z",
    transcript: [{ speaker: "USER", utterance: "Tuesday, please.", start_offset_ms: 0 }],
    evaluation: { verdicts: [], suspicions: [suspicion] },
  };
  expect(callRow(call)).toMatchObject({ standing: "none", reason: null, suspected: [SENTENCE] });
  expect(callTalk(call).suspicions).toMatchObject([{ sentence: SENTENCE }]);
});

test.each([
  [{ prompt_version: null, prompt_evidence: "unknown", knowledge_base_version: null }, null],
  [{ prompt_version: 2, prompt_evidence: "confirmed" }, "prompt version 2 (confirmed by the agent)"],
  [
    { prompt_version: 2, prompt_evidence: "told", knowledge_base_version: 1, knowledge_base_evidence: "new" },
    "prompt version 2 (told to the agent, which did not confirm it), knowledge base version 1 (unknown whether the agent ran it)",
  ],
  [
    {
      prompt_version: 2,
      prompt_evidence: "mismatch",
      stated: [{ by: "message", prompt_version: 3 }, { by: "fetch" }],
    },
    "prompt version 2 (mismatch: the agent ran version 3)",
  ],
])("the versions %j are shown in one line", (versions, line) => {
  expect(versionsLine(versions)).toBe(line);
});
