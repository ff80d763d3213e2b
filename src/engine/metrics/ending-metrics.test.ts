import { describe, expect, test } from "vitest";
import type { ConversationInput } from "./conversation.ts";
import { evaluateBuiltins, metricsById } from "./evaluate-builtins.ts";
import { agent, user } from "./testing/transcripts.ts";

function endReason(input: ConversationInput) {
  return metricsById(evaluateBuiltins(input).metrics).get("end_reason");
}

describe("end_reason", () => {
  test("the last event that names a reason decides", () => {
    const events = [{ title: "Inactivity" }, { title: "note", tags: ["call-transfer"] }, { title: "done" }];
    expect(endReason({ events, conversation_ended_by: "USER" })).toMatchObject({
      value: "call_transfer",
      evidence: [{ event: 1 }],
    });
  });

  test("an event with the tag end_reason may name any reason", () => {
    const named = (title: string) =>
      endReason({ events: [{ title, tags: ["end_reason"] }], conversation_ended_by: "USER" })?.value;
    expect(["dial_busy", "Silence Timed Out", "call.start.error-get-transport"].map(named)).toEqual([
      "dial_busy",
      "silence_timed_out",
      "call.start.error_get_transport",
    ]);
    expect(["9", "", "a".repeat(101), "Sorry, no!"].map(named)).toEqual(Array(4).fill("user_hangup"));
    expect(endReason({ events: [{ title: "dial_busy" }] })?.status).toBe("NOT_EVALUATED");
  });

  test("without a reason, the side that ended the call decides", () => {
    expect(endReason({ conversation_ended_by: "USER" })?.value).toBe("user_hangup");
    expect(endReason({ conversation_ended_by: "AGENT" })?.value).toBe("agent_hangup");
  });

  test("else a last turn of the user without an answer", () => {
    expect(endReason({ transcript: [agent(0, 500), user(600, 900)] })?.value).toBe("unanswered_user_turn");
  });

  test("without a reason or a side, the value is unknown", () => {
    expect(endReason({ transcript: [user(0, 500), agent(600, 900)] })).toMatchObject({
      status: "NOT_EVALUATED",
      reason: "missing_ending",
    });
  });
});

test("ended_by is the submitted value", () => {
  const endedBy = (input: ConversationInput) => metricsById(evaluateBuiltins(input).metrics).get("ended_by");
  expect(endedBy({ conversation_ended_by: "AGENT" })?.value).toBe("AGENT");
  expect(endedBy({})).toMatchObject({ status: "NOT_EVALUATED", reason: "missing_ending" });
});
