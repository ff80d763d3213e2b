import { expect, test } from "vitest";
import { fieldsWith, onlyExpecting, partsOf } from "./parts.ts";

const FIELDS = {
  name: "Bob",
  intent: "Wants a refund. The order number is 1182. It is a gift.",
  traits: [
    { trait_name: "goal_tool", value: "issue_refund" },
    { trait_name: "order", value: "1182" },
    { trait_name: "angry", value: true },
  ],
  scripted_responses: [{ match_phrase: "asks about size", response_value: "M" }],
  formatted_transcript: [
    { role: "USER", utterance: "Hi." },
    { role: "AGENT", utterance: "…" },
    { role: "USER", utterance: "Refund." },
    { role: "AGENT", utterance: "…" },
  ],
  background_noise: "office",
  background_noise_volume: 0.5,
};

test("every part is named, and all of them together are the digital human", () => {
  const parts = partsOf(FIELDS);
  expect(parts.map(({ says }) => says)).toEqual([
    "intent: The order number is 1182.",
    "intent: It is a gift.",
    'fact order: "1182"',
    "fact angry: true",
    "answer when the agent asks about size: M",
    "line: Hi.",
    "line: Refund.",
    "background noise",
  ]);
  expect(fieldsWith(FIELDS, parts)).toEqual(FIELDS);
});

test("a digital human without its parts keeps its intent and the tool of its goal", () => {
  expect(fieldsWith(FIELDS, [])).toEqual({
    name: "Bob",
    intent: "Wants a refund.",
    traits: [{ trait_name: "goal_tool", value: "issue_refund" }],
    formatted_transcript: [],
  });
});

test("a scripted line is left out together with the answer to it", () => {
  const kept = partsOf(FIELDS).filter(({ says }) => says === "line: Refund.");
  expect(fieldsWith(FIELDS, kept)["formatted_transcript"]).toEqual(FIELDS.formatted_transcript.slice(2));
});

test("only the expectation that failed stays, unless it cannot be found", () => {
  const fields = { success_criteria: "@rules\nna when a\nfail when b\npass when c" };
  expect(onlyExpecting(fields, ["fail when b"])).toEqual({
    fields: { success_criteria: "@rules\nna when a\nfail when b" },
    taken: ["expectation: pass when c"],
  });
  expect(onlyExpecting(fields, ["fail when b and d"])).toEqual({ fields, taken: [] });
  expect(onlyExpecting(fields, [])).toEqual({ fields, taken: [] });
  expect(onlyExpecting({ success_criteria: "It works." }, ["fail when b"]).taken).toEqual([]);
});
