import { expect, test } from "vitest";
import { resultTalk } from "./conversations.ts";

const conversation = (end_state?: object[]) => ({
  id: 12,
  digital_human_id: 501,
  status: "COMPLETED",
  started_at: "2026-11-24T09:00:00.000Z",
  transcript: [{ role: "USER", message: "A table, please", start_offset_ms: 0 }],
  tool_calls: [],
  evaluation: { verdicts: [], ...(end_state && { end_state }) },
});

test("what became of the tables leads to the turns before", () => {
  const added = {
    table: "bookings",
    row: 1,
    change: "added",
    before: null,
    after: { id: 1 },
    calls: [1],
    turn: 1,
  };
  const early = {
    ...added,
    change: "changed",
    before: { id: 1, seats: 2 },
    after: { id: 1, seats: 1 },
    turn: 0,
  };
  expect(resultTalk(conversation([added, early]), () => "Jo").end_state).toEqual([
    { text: 'bookings: added {"id":1} by tool call 1 after turn 1', turn: 0 },
    { text: "bookings: changed row id 1: seats 2 → 1 by tool call 1" },
  ]);
  expect(resultTalk(conversation([]), () => "Jo").end_state).toEqual([]);
  expect(resultTalk(conversation(), () => "Jo").end_state).toBeNull();
});
