import { expect, test } from "vitest";
import type { ConversationInput } from "../metrics/conversation.ts";
import { budgetOf } from "../rules-language/budget.ts";
import { keepingReader } from "./agent-reader.ts";
import { type JudgedAgent, judgeConversation } from "./judge.ts";

const agent = (prompt: string): JudgedAgent => ({ prompt, knowledge_base: "", goals: [], off: [] });
const NO_REFUNDS =
  "You are the assistant of a shop.\n\nNever call issue_refund. Tools: issue_refund, find_order.";
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

test("the rule of a policy is compiled once", () => {
  const { compiled } = keepingReader()(wanted(NO_REFUNDS));
  expect(compiled("fail when tool issue_refund called")).toBe(compiled("fail when tool issue_refund called"));
});

test.each([
  ["Never give refunds. Tools: issue_refund.", 1],
  // The words are there, but nothing is forbidden any more.
  ["Give refunds. Tools: issue_refund.", 0],
  ["Never give refunds to companies. Tools: issue_refund.", 0],
])("an accepted policy binds as long as the prompt has its sentence: %s", (prompt, count) => {
  const rule = "fail when tool issue_refund called";
  const accepted = { sentence: "Never give refunds.", reads: null, rule, status: "accepted" as const };
  const { policies } = judgeConversation({ ...agent(prompt), policies: [accepted] }, REFUNDED);
  expect(policies.filter((one) => one.accepted)).toHaveLength(count);
});

test("a rule that needs more steps than it may take gives no verdict, and says so", () => {
  const rule = "fail when agent says /\\w{1,9}x/";
  const accepted = { sentence: "Never call issue_refund.", reads: null, rule, status: "accepted" as const };
  const judged = (steps: number) =>
    judgeConversation({ ...agent(NO_REFUNDS), policies: [accepted] }, REFUNDED, {
      budgetFor: () => () => budgetOf(steps),
    });
  expect(judged(10)).toMatchObject({ is_spent: true, policies: [{ result: { status: "NOT_EVALUATED" } }] });
  expect(judged(100_000)).toMatchObject({ is_spent: false, policies: [{ result: { value: true } }] });
});

test("an accepted policy applies whatever the punctuation of its sentence, and not to a prompt without it", () => {
  const policies = ["- never call issue_refund", "Never call find_order."].map((sentence) => ({
    sentence,
    reads: sentence,
    rule: "fail when tool issue_refund called",
    status: "accepted" as const,
  }));
  const judged = judgeConversation({ ...agent(NO_REFUNDS), policies }, REFUNDED).policies;
  expect(judged.filter(({ accepted }) => accepted)).toMatchObject([
    { sentence: "- never call issue_refund", result: { value: false } },
  ]);
});
