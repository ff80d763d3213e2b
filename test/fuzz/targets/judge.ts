import fc from "fast-check";
import type { JudgedMetric } from "../../../src/engine/judge/metric.ts";
import { questionOf } from "../../../src/engine/judge/question.ts";
import { readAnswer } from "../../../src/engine/judge/read-answer.ts";
import { changed, edited } from "../inputs.ts";
import { target } from "../target.ts";

const turns = [
  { i: 0, speaker: "AGENT" as const, text: "Hello, clinic speaking." },
  { i: 1, speaker: "USER" as const, text: "I want a refund 😀." },
];
const metrics: JudgedMetric[] = [
  { name: "Greets", response_type: "pass_fail" },
  { name: "Mood", response_type: "enum", enum_options: ["calm", "angry"], allow_not_applicable: true },
  { name: "Score", response_type: "quantitative", min_value: 0, max_value: 10 },
  { name: "Facts", response_type: "json" },
];
const asked = metrics.map((metric) => {
  const ballot = questionOf(metric, { turns, builtins: [] }).ballot(1);
  const answer = {
    nonce: ballot.nonce,
    control_1: ballot.controls[0],
    control_2: ballot.controls[1],
    evidence: [{ turn: 0, quote: "Hello, clinic" }],
    reasoning: "It greets.",
    status: "scored",
    value: { pass_fail: true, enum: "calm", quantitative: 5, json: { a: [1] } }[
      metric.response_type as "enum"
    ],
  };
  return { metric, ballot, answer };
});

const wrappings = fc.constantFrom<(text: string) => string>(
  (text) => text,
  (text) => `\`\`\`json\n${text}\n\`\`\``,
  (text) => `<think>{"nonce": 1}</think>Here: ${text}`,
  (text) => `${text}${text}`,
);

/** A judge's answer, which may be influenced by what the judge reads. */
export const judgeAnswer = target({
  name: "judge-answer",
  share: 10,
  inputs: fc.nat({ max: asked.length - 1 }).chain((index) => {
    const answer = asked[index]?.answer;
    const texts = fc.oneof(
      changed(fc.constant(answer)).map((value) => JSON.stringify(value)),
      edited(fc.constant(JSON.stringify(answer))),
    );
    return fc.record({
      index: fc.constant(index),
      text: fc.tuple(texts, wrappings).map(([text, wrap]) => wrap(text)),
    });
  }),
  run({ index, text }) {
    const question = asked[index];
    if (!question) return;
    const read = readAnswer(text, { metric: question.metric, turns }, question.ballot);
    if ("vote" in read && read.vote.status === "EVALUATED" && read.vote.value === undefined)
      throw new Error("a verdict without a value");
    if ("fault" in read && read.fault.message === "") throw new Error("a fault without words");
  },
});
