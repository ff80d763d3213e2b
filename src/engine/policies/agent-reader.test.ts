import { expect, test } from "vitest";
import type { ConversationInput } from "../metrics/conversation.ts";
import { keepingReader } from "./agent-reader.ts";
import { type JudgedAgent, judgeConversation } from "./judge.ts";

const agent = (prompt: string): JudgedAgent => ({ prompt, knowledge_base: "", goals: [], off: [] });
const NO_REFUNDS = "You are the assistant of a shop.\n\nNever give refunds. Tools: issue_refund, find_order.";
const REFUNDS = "You are the assistant of a shop.\n\nTools: issue_refund, find_order.";

const REFUNDED = {
  transcript: [
    { speaker: "user", utterance: "I'd like my money back.", start_offset_ms: 0 },
    { speaker: "agent", utterance: "There you are.", start_offset_ms: 2000 },
  ],
  tool_calls: [{ name: "issue_refund", parameters: {}, output: { ok: true }, start_offset_ms: 1000 }],
} as unknown as ConversationInput;

const wanted = (prompt: string) => ({ texts: agent(prompt), called: ["issue_refund"] });

test("an agent is read once, and an edited prompt is read again", () => {
  const read = keepingReader();
  const first = read(wanted(NO_REFUNDS)).proposals();
  expect(read(wanted(NO_REFUNDS)).proposals()).toBe(first);
  expect(read(wanted(REFUNDS)).proposals()).not.toBe(first);
  const broken = (prompt: string) =>
    judgeConversation(agent(prompt), REFUNDED, { read }).policies.filter(
      ({ result }) => result.value === false,
    );
  expect(broken(NO_REFUNDS)).toMatchObject([{ reads: "issue_refund is never called", accepted: false }]);
  expect(broken(REFUNDS)).toEqual([]);
  expect(broken(NO_REFUNDS)).toHaveLength(1);
});

test.each([
  ["the knowledge base", { texts: { ...agent(NO_REFUNDS), knowledge_base: "We close at five." } }],
  ["the goals", { texts: { ...agent(NO_REFUNDS), goals: ["Get a refund"] } }],
  ["a tool that was called", { called: ["issue_refund", "wipe_disk"] }],
  ["what a tool is said to do", { read_only: ["issue_refund"] }],
])("%s makes it another agent", (_, change) => {
  const read = keepingReader();
  expect(read({ ...wanted(NO_REFUNDS), ...change })).not.toBe(read(wanted(NO_REFUNDS)));
});

test("the order in which tools were called does not", () => {
  const read = keepingReader();
  const first = read({ ...wanted(NO_REFUNDS), called: ["a_tool", "b_tool", "a_tool"] });
  expect(read({ ...wanted(NO_REFUNDS), called: ["b_tool", "a_tool"] })).toBe(first);
});

test("only the agents that were used last are kept", () => {
  const read = keepingReader(2);
  const [a, b] = ["a", "b"].map((prompt) => read(wanted(prompt)));
  expect(read(wanted("a"))).toBe(a);
  read(wanted("c"));
  expect(read(wanted("a"))).toBe(a);
  expect(read(wanted("b"))).not.toBe(b);
});

test("an agent that was read before judges like one that is read again", () => {
  const read = keepingReader();
  const fresh = judgeConversation(agent(NO_REFUNDS), REFUNDED);
  for (const _ of [1, 2, 3]) expect(judgeConversation(agent(NO_REFUNDS), REFUNDED, { read })).toEqual(fresh);
});
