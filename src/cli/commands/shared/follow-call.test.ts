import { expect, test } from "vitest";
import { unseenParts } from "./follow-call.ts";

const turn = (role: string, message: string, start_offset_ms: number) => ({ role, message, start_offset_ms });
const call = (name: string, start_offset_ms: number) => ({ name, parameters: {}, start_offset_ms });

/** What it says is new in each of the records, one after the other. */
function linesOf(...records: { transcript: object[]; tool_calls: object[]; events?: object[] }[]) {
  const unseen = unseenParts();
  return records.map((record) => unseen(record as never));
}

test("a turn that is recorded after the calls that were made in it is told once, and so are they", () => {
  const asked = turn("USER", "A refund, please.", 100);
  const moment = turn("AGENT", "One moment.", 400);
  const handoff = { title: "agent_handoff", start_offset_ms: 450 };
  const calls = [call("lookup", 500), call("refund", 500), call("refund", 500)];
  expect(
    linesOf(
      { transcript: [asked], tool_calls: calls.slice(0, 2) },
      { transcript: [asked, moment], tool_calls: calls, events: [handoff] },
      { transcript: [asked, moment], tool_calls: calls, events: [handoff] },
    ),
  ).toEqual([
    { transcript: [asked], tool_calls: calls.slice(0, 2) },
    { transcript: [moment], tool_calls: calls.slice(2), events: [handoff] },
    { transcript: [], tool_calls: [], events: [] },
  ]);
});
