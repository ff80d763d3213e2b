import { describe, expect, it } from "vitest";
import { caller, talk } from "../testing/pizza-order.ts";

const ORDER = caller({ size: "large", day: "2026-03-06" }, { intent: "I'd like a pizza on Friday." });
const RIGHT = "So a large one on Friday the 6th of March, between 8 and 10.";
const WRONG = "So a large one on Saturday the 7th of March, between 8 and 10.";
const ASKED = ["Which size, and which day?"];
const WAYS = [
  "Is that agreeable?",
  "Would you say yes, or name another day?",
  "Is this fine, or shall I look for something else?",
  "Shall we do it like this, or would you prefer another day?",
  "Agreed, or not?",
  "All right, yes or no?",
];

describe("a yes that is asked beside an alternative", () => {
  it.each(WAYS)("confirms what was read back: %s", (question) => {
    const again = `Forgive me, I am a little slow today. ${question}`;
    const { said } = talk(ORDER, [...ASKED, `${RIGHT} ${question}`, again, again]);
    expect(said.slice(2)).toEqual(Array(3).fill(expect.stringMatching(/^Yes/)));
  });

  it.each(WAYS)("gets the correction, also when it is asked again: %s", (question) => {
    const again = `Forgive me, I am a little slow today. ${question}`;
    const { said } = talk(ORDER, [...ASKED, `${WRONG} ${question}`, again]);
    expect(said.slice(2)).toEqual(Array(2).fill(expect.stringMatching(/^No.* Friday the 6th of March/)));
  });

  it("is a yes to what the agent has corrected", () => {
    const { last } = talk(ORDER, [...ASKED, `${WRONG} Is that right?`, "Got it, changed. Is that right?"]);
    expect(last).toMatch(/^Yes/);
  });

  it("is still a choice between values", () => {
    expect(talk(ORDER, [...ASKED, "Small, large or extra large?"]).last).toMatch(/Large/);
  });
});

describe("an offer to call back", () => {
  it.each([
    "I still have not understood. Shall Mrs Whitcombe telephone you back?",
    "I'm not getting this, sorry. Shall I leave it to them to sort with a call back?",
    "I can't follow. May I have somebody ring you?",
  ])("of an agent that does not follow gets the wish, and then a yes: %s", (offer) => {
    const { said } = talk(ORDER, [...ASKED, offer, offer, offer]);
    expect(said[2]).toBe("No, thank you. I'd like a pizza on Friday.");
    expect(said.slice(3)).toEqual(Array(2).fill(expect.stringMatching(/^Yes/)));
  });

  it("of any other agent gets a no", () => {
    const offer = "Shall we call you back when it is on its way?";
    expect(talk(ORDER, [...ASKED, offer]).last).toBe("No, thank you.");
  });
});
