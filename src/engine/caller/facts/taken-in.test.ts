import { expect, test } from "vitest";
import { prepareCaller } from "../caller.ts";
import { FACTS_MAXIMUM } from "./taken-in.ts";

test("a record that a person can keep in mind is taken in as it is", () => {
  const role_description = "Your order number is A-17. ".repeat(400);
  expect(prepareCaller({ role_description }).report.unused_offline).toEqual([]);
});

test.each([
  ["characters", "you and has ".repeat(10_000), 50_000],
  ["sentences", "Your name is Ann. ".repeat(1000), 500 * "Your name is Ann. ".length - 1],
])("a text with too many %s is used up to a place that the report names", (_, role_description, end) => {
  const { report } = prepareCaller({ role_description });
  expect(report.unused_offline).toEqual([`role_description: not used after its first ${end} characters`]);
});

test("a recording that is too long is used up to a turn that the report names", () => {
  const utterance = "word ".repeat(1000);
  const formatted_transcript = Array.from({ length: 100 }, () => ({ role: "USER", utterance }));
  const { report, replay } = prepareCaller({ formatted_transcript });
  expect(report.unused_offline).toEqual(["formatted_transcript: not used after its first 39 turns"]);
  expect(replay.lines.length).toBeLessThanOrEqual(39);
});

test("a caller knows a bounded number of facts", () => {
  const role_description = Array.from({ length: 490 }, (_, at) => `The code of room ${at} is B-${at}9.`).join(
    " ",
  );
  expect(prepareCaller({ role_description }).facts.length).toBeLessThanOrEqual(FACTS_MAXIMUM);
});
