import { expect, test } from "vitest";
import type { ConversationInput } from "../metrics/conversation.ts";
import { judgeConversation } from "./judge.ts";

const POLICY = "Before you say goodbye, repeat the day and the time of the appointment.";
const agent = {
  prompt: `You are the front desk of a clinic. Book with book_appointment.\n\n${POLICY}`,
  knowledge_base: "",
  goals: [],
  off: [],
};
const booking = {
  name: "book_appointment",
  parameters: { day: "tuesday", time: "9:15" },
  output: { booked: true },
  start_offset_ms: 1500,
};

/** The policy's finding for a conversation that ends with these words. */
function judged(last: string, tool_calls: readonly object[]) {
  const transcript = [
    { speaker: "user", utterance: "Hello, I have a question about an appointment." },
    { speaker: "agent", utterance: "Of course." },
    { speaker: "user", utterance: "Thank you." },
    { speaker: "agent", utterance: last },
  ].map((entry, index) => ({ ...entry, start_offset_ms: index * 1000 }));
  const conversation = { transcript, tool_calls, effectful_tools: ["book_appointment"] };
  const found = judgeConversation(agent, conversation as unknown as ConversationInput);
  return found?.find(({ source }) => source === POLICY)?.finding;
}

test("a caller who booked nothing may be let go without a repeat", () => {
  expect(judged("You're welcome. Goodbye.", [])).toMatchObject({ status: "idle" });
});

test("the booking is repeated before the end, or the policy is broken", () => {
  expect(judged("See you on Tuesday at 9:15. Goodbye.", [booking])).toMatchObject({ status: "kept" });
  expect(judged("You're welcome. Goodbye.", [booking])).toMatchObject({ status: "broken" });
});
