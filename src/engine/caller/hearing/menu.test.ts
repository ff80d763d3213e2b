import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { processorMs } from "../../../../test/support/processor-time.ts";
import { LANGUAGES } from "../language.ts";
import { optionsIn } from "./menu.ts";

const { en } = LANGUAGES;

describe("the alternatives in a question", () => {
  it.each([
    ["Margherita, Pepperoni or Veggie?", ["Margherita", "Pepperoni", "Veggie"]],
    ["Which pizza would you like: Margherita, Pepperoni, or Veggie?", ["Margherita", "Pepperoni", "Veggie"]],
    ["Would you like a thin crust or a deep pan with that?", ["thin crust", "deep pan"]],
    ["How big should it be, small, medium or large?", ["small", "medium", "large"]],
    ["And the crust, thin or deep pan?", ["thin", "deep pan"]],
    ["10:00 or 15:30?", ["10:00", "15:30"]],
    ["Would Tuesday or Wednesday work instead?", ["Tuesday", "Wednesday"]],
    ["And is it a road bike, a mountain bike or an e-bike?", ["road bike", "mountain bike", "e-bike"]],
    ["Is that for delivery or collection, and what's your name?", ["delivery", "collection"]],
    ["When should the van call, which day and morning or afternoon?", ["morning", "afternoon"]],
    ["Which day suits you, and morning or afternoon?", ["morning", "afternoon"]],
    ["Would Mira or Aylin be alright?", ["Mira", "Aylin"]],
    ["Is Tuesday or Wednesday fine for you?", ["Tuesday", "Wednesday"]],
    ["Wednesday 9 December: A) 08:00, B) 11:00, C) 15:30?", ["08:00", "11:00", "15:30"]],
    ["Right, Tuesday 29 December, I've got 8 to 12 or 4 to 7.", ["8 to 12", "4 to 7"]],
    ["How would you like to pay: credit card or gift card?", ["credit card", "gift card"]],
    ["I'm afraid 12:30 isn't free; I have 9:00, 11:00 or 16:30.", ["9:00", "11:00", "16:30"]],
    ["And how big is he or she – small, medium or large?", ["small", "medium", "large"]],
    [
      "We have Wednesday, March 4 at 4:00 pm; Tuesday, March 10 at 3:00 pm; or Saturday, March 14 at 9:30 am.",
      ["Wednesday March 4 at 4:00 pm", "Tuesday March 10 at 3:00 pm", "Saturday March 14 at 9:30 am"],
    ],
    ["On Tuesday, 10 March lessons can begin at 16:00, 17:30 or 19:00.", ["16:00", "17:30", "19:00"]],
  ])("%s", (question, options) => {
    expect(optionsIn(question, en)).toEqual(options);
  });

  it.each([
    "Shall I book it or would you like another day?",
    "Is that right, or did I miss something?",
    "Is everybody in the group 16 or older?",
    "Is that alright?",
    "Would that be okay?",
    "Anything else, or is that all?",
    "What is your name?",
    "Do you want it or not?",
    "Are there any stains or damage we should know about?",
    "Do you have any allergies or special wishes?",
  ])("are missing in: %s", (question) => {
    expect(optionsIn(question, en)).toEqual([]);
  });

  it("are found again in any list of words, in every form of the question", () => {
    const word = fc.constantFrom("Margherita", "Quattro Stagioni", "blue", "Dr Chen", "half past ten", "XL");
    const form = fc.constantFrom(
      (list: string) => `${list}?`,
      (list: string) => `Would you like ${list}?`,
      (list: string) => `We have ${list}, which would you like?`,
      (list: string) => `Which one would you prefer: ${list}?`,
    );
    fc.assert(
      fc.property(fc.uniqueArray(word, { minLength: 2, maxLength: 6 }), form, (options, question) => {
        const list = `${options.slice(0, -1).join(", ")} or ${options.at(-1)}`;
        expect(optionsIn(question(list), en)).toEqual(options);
      }),
    );
  });

  it.each([" or ", ", ", "a or ", "(", " ", "? "])("are looked for in linear time: many of %j", (piece) => {
    const text = piece.repeat(100_000 / piece.length);
    expect(processorMs(() => optionsIn(text, en))).toBeLessThan(1_000);
  });
});
