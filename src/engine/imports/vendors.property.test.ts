import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Conversation,
  conversations,
  responses,
  vendorLogs,
} from "../../../test/support/vendor-logs.ts";
import type { LoggedCall } from "./reader.ts";
import { callsIn, submissionOf, VENDORS } from "./vendors.ts";

test("every platform has a log to test with", () => {
  expect(Object.keys(vendorLogs).sort()).toEqual([...VENDORS].sort());
});

function onlyCall(log: unknown): LoggedCall {
  const [call, ...more] = callsIn(log);
  expect(more).toEqual([]);
  if (!call || "fault" in call) throw new Error(`no call: ${JSON.stringify(call)}`);
  return call.call;
}

describe.each(Object.entries(vendorLogs))("%s", (vendor, { log, times, tools, agent, latency }) => {
  test("its log gives the conversation back, with the times that it has and no others", () => {
    fc.assert(
      fc.property(conversations, (conversation) => {
        const call = onlyCall(log(conversation));
        const { transcript = [], tool_calls = [], start_time_utc, metadata } = submissionOf(call);
        expect([call.vendor, call.id]).toEqual([vendor, conversation.id]);
        if (agent) expect(call.agent_id).toBe(conversation.agent_id);
        expect(start_time_utc).toBe(new Date(conversation.start).toISOString());
        expect(transcript).toEqual(conversation.turns.map((turn) => expectedEntry(turn, times)));
        const used = tool_calls?.map(({ name, parameters, output }) => ({ name, parameters, output }));
        expect(used).toEqual(
          tools
            ? conversation.tools.map(({ name, parameters, output }) => ({ name, parameters, output }))
            : [],
        );
        if (latency && responses(conversation).length > 0)
          expect(metadata).toMatchObject({ source: { latency_ms: { end_to_end: responses(conversation) } } });
      }),
    );
  });

  test("no other platform's shape fits it, also in lists and envelopes", () => {
    fc.assert(
      fc.property(conversations, conversations, (one, other) => {
        const logs = [log(one), log(other)];
        for (const wrapped of [logs, { items: logs, has_more: false }, { results: logs }])
          expect(callsIn(wrapped).map((call) => "call" in call && call.call.vendor)).toEqual([
            vendor,
            vendor,
          ]);
      }),
    );
  });
});

function expectedEntry(
  { side, text, start_ms, end_ms }: Conversation["turns"][number],
  times: (typeof vendorLogs)[string]["times"],
) {
  const said = { speaker: side, utterance: text };
  if (times === "seconds") return { start_offset_ms: Math.floor(start_ms / 1000) * 1000, ...said };
  const isTimed = times === "both" || (times === "user" && side === "USER");
  return isTimed ? { start_offset_ms: start_ms, end_offset_ms: end_ms, ...said } : said;
}
