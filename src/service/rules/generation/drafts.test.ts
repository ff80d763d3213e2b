import { expect, test } from "vitest";
import { expand, goalBatches, loadBatches, personaBatches } from "./drafts.ts";

test("load is spread over the goals, the first ones take what does not divide evenly", () => {
  const batches = loadBatches(8, { name: "Desk", goals: ["a", "b", "c"] });
  // 8 = 3 + 3 + 2
  expect(batches.map(({ count, draft }) => [draft.intent, count])).toEqual([
    ["a", 3],
    ["b", 3],
    ["c", 2],
  ]);
});

test("load on an agent without goals asks what it can help with", () => {
  for (const goals of [null, undefined, []])
    expect(loadBatches(2, { name: "Desk", goals })).toMatchObject([
      { count: 2, draft: { intent: "Ask what Desk can help with" } },
    ]);
});

test("a persona is called by its name, else by its goal", () => {
  const persona = { description: "", num_calls: 1 };
  const titles = personaBatches([
    { ...persona, name: "Ada", goal: "Refund" },
    { ...persona, name: " ", goal: "Refund" },
    { ...persona, name: "", goal: "" },
  ]).map(({ draft }) => draft.title);
  expect(titles).toEqual(["Ada", "Refund", "Persona"]);
});

test("batches are spelt out up to the maximum, however large they are", () => {
  const batches = goalBatches([
    { goal: "a", num_calls: 2 },
    { goal: "b", num_calls: 0 },
    { goal: "c", num_calls: Number.MAX_SAFE_INTEGER },
    { goal: "d", num_calls: 1 },
  ]);
  expect(expand(batches, 5).map((draft) => draft.intent)).toEqual(["a", "a", "c", "c", "c"]);
});
