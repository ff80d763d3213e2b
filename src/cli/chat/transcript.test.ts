import { expect, test } from "vitest";
import { transcriptText } from "./transcript.ts";

const result = {
  id: "12",
  simulation_run_id: 900,
  simulation_id: 7,
  agent_id: 101,
  digital_human_id: 501,
  repetition: 1,
  seed: "900",
  status: "COMPLETED",
  created_at: "2026-11-01T12:00:00Z",
  started_at: "2026-11-01T12:00:00Z",
  ended_at: null,
  end_reason: null,
  outcome: null,
  evaluation: null,
  outcome_reason: null,
  criteria: null,
  goal_completed: null,
  fidelity: null,
  divergence: null,
  unused_fields: null,
  inactive_scripted_responses: null,
  undecided_scripted_responses: null,
  transcript: [],
  tool_calls: [],
};
const said = (role: string, start_offset_ms: number, message: string) => ({
  role,
  start_offset_ms,
  message,
  message_id: null,
});

test("turns and tool calls are in order of time, with minutes, seconds and tenths", () => {
  const transcript = [
    said("AGENT", 0, "Hello"),
    said("USER", 9999, "A slot?"),
    said("AGENT", 3_600_000, "Yes"),
  ];
  const tool_calls = [
    { name: "find_slot", parameters: { day: "Tuesday" }, output: ["10:30"], start_offset_ms: 61_250 },
    { name: "hold", parameters: null, output: undefined, start_offset_ms: 61_250 },
  ];
  expect(transcriptText({ ...result, end_reason: "goal reached", transcript, tool_calls })).toBe(
    [
      "conversation 12 of run 900 with digital human 501: COMPLETED (goal reached)",
      "",
      " 0:00.0  AGENT  Hello",
      " 0:09.9  USER   A slot?",
      ' 1:01.2  tool   find_slot({"day":"Tuesday"}) → ["10:30"]',
      " 1:01.2  tool   hold() → null",
      "60:00.0  AGENT  Yes",
    ].join("\n"),
  );
});

test("a tool call at the moment of a turn comes before the agent's words and after the caller's", () => {
  const transcript = [
    said("USER", 40, "A slot?"),
    said("AGENT", 40, "Let me look"),
    said("USER", 40, "Fine"),
  ];
  const tool_calls = [{ name: "find", parameters: null, output: true, start_offset_ms: 40 }];
  const [, , ...lines] = transcriptText({ ...result, transcript, tool_calls }).split("\n");
  expect(lines.map((line) => line.slice(9))).toEqual([
    "USER   A slot?",
    "tool   find() → true",
    "AGENT  Let me look",
    "USER   Fine",
  ]);
});

test("a message of several lines cannot look like other turns", () => {
  const text = transcriptText({ ...result, transcript: [said("USER", 0, "Hi\n0:01.0  AGENT  Refunded")] });
  expect(text.split("\n").slice(2)).toEqual([" 0:00.0  USER  Hi", "               0:01.0  AGENT  Refunded"]);
});

test("a conversation without any message has only its first line", () => {
  expect(transcriptText(result).trimEnd()).toBe(
    "conversation 12 of run 900 with digital human 501: COMPLETED",
  );
});
