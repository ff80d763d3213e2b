import { describe, expect, test } from "vitest";
import { generatedDialogues } from "./testing/generated-dialogues.ts";
import { heardIn } from "./testing/hear.ts";
import { type Dialogue, unseenDialogues } from "./testing/unseen-dialogues.ts";

/** How many facts became what they had to, and the others in words. */
function judged(dialogues: readonly Dialogue[]) {
  const missed: string[] = [];
  let count = 0;
  let blamed = 0;
  for (const dialogue of dialogues) {
    const heard = heardIn(dialogue);
    for (const [fact, expected] of Object.entries(dialogue.expected)) {
      count += 1;
      const found = heard.find((one) => one.fact === fact);
      if (found?.outcome === expected) continue;
      if (found?.outcome === "wrong") blamed += 1;
      const places = JSON.stringify(found?.places);
      missed.push(
        `${dialogue.language} ${fact} ${dialogue.facts[fact]}: ${found?.outcome}, not ${expected}; ${places} ${dialogue.lines.join(" | ")}`,
      );
    }
  }
  return { count, accuracy: (count - missed.length) / count, blamed, missed };
}

describe("mishearings at known places", () => {
  test.each([1, 2, 3])("are found in 500 generated dialogues, seed %i", (seed) => {
    const { count, accuracy, blamed, missed } = judged(generatedDialogues(500, seed));
    expect(count).toBeGreaterThan(1000);
    expect(blamed, missed.join("\n")).toBeLessThanOrEqual(count / 500);
    expect(accuracy, missed.join("\n")).toBeGreaterThanOrEqual(0.98);
  });

  test("are found in dialogues that were written before the reader", () => {
    const { count, blamed, missed } = judged(unseenDialogues);
    expect(count).toBe(80);
    expect(missed).toEqual([]);
    expect(blamed).toBe(0);
  });
});
