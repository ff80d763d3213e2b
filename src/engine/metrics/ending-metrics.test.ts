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

  test("else who ended it", () => {
    expect(endReason({ conversation_ended_by: "USER" })?.value).toBe("user_hangup");
    expect(endReason({ conversation_ended_by: "AGENT" })?.value).toBe("agent_hangup");
  });

  test("else a last turn of the user without an answer", () => {
    expect(endReason({ transcript: [agent(0, 500), user(600, 900)] })?.value).toBe("unanswered_user_turn");
  });

  test("otherwise it is unknown", () => {
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
