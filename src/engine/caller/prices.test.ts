/** The agent knows what something costs, and says in many words what it has done. */
import { describe, expect, test } from "vitest";
import { play } from "./testing/play.ts";

/** The caller's last answer if the agent says these messages in order. */
function answerTo(lines: readonly string[], intent = "I want to renew my library card.") {
  const role_description = "Your name is Ann Lee. The amount is 40 dollars.";
  const [action] = play({ intent, role_description, creativity: 0 }, lines).actions.toReversed();
  return action;
}

describe("a price that the agent names", () => {
  test.each([
    "Renewing it comes to 260 euros in total. Shall I go ahead?",
    "Your card costs 12 pounds to renew. Do you accept that charge?",
    "That will be $75 for the card. Is that okay?",
  ])("is not contradicted by an amount that the caller never spoke of: %s", (line) => {
    expect(answerTo(["Hello.", line])?.say).toMatch(/^Yes/);
  });

  test("is, once the caller has named the amount", () => {
    expect(answerTo(["Hello.", "How much is it about?", "So it's 50 dollars. Is that right?"])?.say).toBe(
      "No, it's 40 dollars.",
    );
  });

  test("is used if it is in what the caller wants", () => {
    const refund = "I want a refund of 40 dollars.";
    expect(answerTo(["Hello.", "A refund of 60 dollars. Shall I go ahead?"], refund)?.say).toBe(
      "No, it's 40 dollars.",
    );
  });
});

test.each([
  "I've renewed your card for a year.",
  "We've blocked the old card, and the new one is in the post.",
  "You're in the diary for Tuesday.",
  "Your card has been renewed.",
])("the caller takes it for done: %s", (line) => {
  expect(answerTo(["Hello.", line])?.rule).toBe("confirm");
});

test.each(["So that's Friday for your card. OK?", "Ann Lee, all right?", "That's for one year, okay?"])(
  "a question for yes in one word is answered: %s",
  (line) => {
    expect(answerTo(["Hello.", line])?.say).toBe("Yes, that's right.");
  },
);
