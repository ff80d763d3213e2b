import { expect, test } from "vitest";
import type { ConversationInput } from "../metrics/conversation.ts";
import { judgeConversation } from "./judge.ts";

const POLICY = "If somebody mentions fraud, hand over to a person.";

/** The policy's finding for an agent without tools that answers with these words. */
function judged(answer: string) {
  const transcript = [
    { speaker: "agent", utterance: "Harbor Credit Union, how can I help?" },
    { speaker: "user", utterance: "There is fraud on my account." },
    { speaker: "agent", utterance: answer },
  ].map((entry, index) => ({ ...entry, start_offset_ms: index * 1000 }));
  const agent = {
    prompt: `You are the assistant of a bank.\n\n${POLICY}`,
    knowledge_base: "",
    goals: [],
    off: [],
  };
  const found = judgeConversation(agent, { transcript, tool_calls: [] } as unknown as ConversationInput);
  return found?.find(({ source }) => source === POLICY)?.finding;
}

test.each([
  "I'll connect you with a colleague.",
  "One moment, I'm transferring you.",
  "A specialist takes over now.",
])("it has handed over: %s", (answer) => {
  expect(judged(answer)).toMatchObject({ status: "kept" });
});

test.each(["What is your balance?", "I'm sorry to hear that. Anything else?"])("it has not: %s", (answer) => {
  expect(judged(answer)).toMatchObject({ status: "broken" });
});
