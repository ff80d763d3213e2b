import { describe, expect, it } from "vitest";
import { nearestSentence, sentenceFinder } from "./has-sentence.ts";
import { statements } from "./read/statements.ts";

const SENTENCES = statements(`# Desk
- Read the order back. Then wait for **a clear yes**.
- Never offer discounts above 10%.

| Plan  | Speed      | Price |
|-------|------------|-------|
| Start | 100 Mbit/s | €29   |
`);

describe("the sentence of a policy", () => {
  it.each([
    "Read the order back.",
    "Then wait for **a clear yes**.",
    "Read the order back. Then wait for a clear yes.",
    "read the order back",
    "| Start | 100 Mbit/s | €29   |",
  ])("%s is in the prompt", (sentence) => {
    expect(sentenceFinder(SENTENCES)(sentence)).toBe(true);
  });

  it.each([
    "Never offer discounts.",
    "Read the order.",
    "Never offer discounts above 100%.",
    "Then wait for a clear yes. Read the order back.",
    "",
  ])("%j is not", (sentence) => {
    expect(sentenceFinder(SENTENCES)(sentence)).toBe(false);
  });

  it("has a nearest one in the prompt, if half of the words are the same", () => {
    expect(nearestSentence(SENTENCES, "Never offer any discounts")).toBe("Never offer discounts above 10%.");
    expect(nearestSentence(SENTENCES, "Greet everybody by their name")).toBeUndefined();
  });
});
