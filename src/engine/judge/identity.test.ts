import { expect, test } from "vitest";
import { identityOf } from "./identity.ts";
import type { JudgedMetric } from "./metric.ts";

const metric: JudgedMetric = {
  name: "Tone",
  description: "Is {{name}} greeted?",
  response_type: "pass_fail",
};
const identity = identityOf(metric, "TEXT");

test("a metric with the same words is the same metric, whatever is left out of it", () => {
  const written = { ...metric, scoring_guidance: null, enum_options: null, temperature: 0, model: "m" };
  expect(identityOf(written, "TEXT")).toEqual(identity);
});

test.each([
  ["name", { name: "Tones" }],
  ["description", { description: "Is {{other}} greeted?" }],
  ["guidance", { scoring_guidance: "Be strict." }],
  ["type", { response_type: "yes_no" }],
  ["not applicable", { allow_not_applicable: true }],
  ["temperature", { temperature: 0.5 }],
] as const)("another %s is another metric and another question", (_, change) => {
  const other = identityOf({ ...metric, ...change }, "TEXT");
  expect(other.metric_sha256).not.toBe(identity.metric_sha256);
  expect(other.question_sha256).not.toBe(identity.question_sha256);
});

test("the same metric on audio instead of text is another question", () => {
  const heard = identityOf(metric, "AUDIO");
  expect(heard.metric_sha256).toBe(identity.metric_sha256);
  expect(heard.question_sha256).not.toBe(identity.question_sha256);
});
