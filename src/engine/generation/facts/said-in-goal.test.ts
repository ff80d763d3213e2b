import { describe, expect, it } from "vitest";
import { ownWords } from "../../caller/facts/own-words.ts";
import { languageOf } from "../../caller/language.ts";
import { codeInGoal, toldInGoal, withoutCaller } from "./said-in-goal.ts";

describe("codeInGoal", () => {
  it.each([
    [
      "Customer Petersen (order KF-70412) wants the sofa on Tuesday",
      ["order number", "order"],
      undefined,
      "KF-70412",
    ],
    ["Moreau (KF-69977) has a scratched bookcase", ["order number", "order"], "KF-12345", "KF-69977"],
    ["Have a flat tyre repaired on Saturday (LNE 905, phone 0172 5551234)", ["plate"], "KWT 482", "LNE 905"],
    [
      "Cancel the appointment with the reference HV-2077.",
      ["booking reference", "reference"],
      "HV-2051",
      "HV-2077",
    ],
    ["A plot holder reports rubbish beside plot 7A", ["plot number", "plot"], "14B", "7A"],
    ["Track order number 104233", ["order number", "order"], undefined, "104233"],
    [
      "Tomas Reyes (M-3588) asks whether he may deduct his car",
      ["client number", "client"],
      undefined,
      "M-3588",
    ],
    ["The flat tyre (LNE 905) is repaired", ["plate"], "KWT482", "LNE 905"],
    // Of something else, or not sure which.
    ["Find the wheels of the car BRK 77", ["order number", "order"], undefined, undefined],
    ["Swap order KF-70412 for order KF-70413", ["order number", "order"], "KF-12345", undefined],
    ["Book a table in March 2026", ["order number", "order"], undefined, undefined],
    ["Order a birthday cake for Friday at 14:40", ["order number", "order"], undefined, undefined],
    ["Ask for a call on 0160 5550099", ["customer number", "customer"], "12345678901", undefined],
  ])("%s", (goal, names, form, code) => {
    expect(codeInGoal(goal, names, form)).toBe(code);
  });
});

describe("toldInGoal", () => {
  it.each([
    ["Book for yourself, Anna Bergmann, born 14 May 1988.", "name", "Anna Bergmann"],
    ["Book for yourself, Anna Bergmann, born 14 May 1988.", "birth", "1988-05-14"],
    ["Get your daughter Mia Novak, born 20 August 2014, vaccinated on Saturday 7 March", "name", "Mia Novak"],
    [
      "Get your daughter Mia Novak, born 20 August 2014, vaccinated on Saturday 7 March",
      "birth",
      "2014-08-20",
    ],
    ["Customer Petersen (order KF-70412) can't be home", "last", "Petersen"],
    ["Customer Petersen (order KF-70412) can't be home", "first", undefined],
    ["Book a table for Jonas van der Weide, 0160 5550099", "last", "van der Weide"],
    ["Book a seat for Ole Brandt, ole.brandt@example.com", "name", "Ole Brandt"],
    ["Buy two tickets for The Seagull, Nora Quinn, nora.quinn@example.com", "name", "Nora Quinn"],
    ["Book a clean, 3 Park Lane, Thursday 12 March, Mia Solberg, 0152 5557070", "name", "Mia Solberg"],
    ["Book a clean, Park Lane, 0152 5557070", "name", undefined],
    ["Book two seats for Blue Night on Friday", "name", undefined],
    ["Rent five city bikes without helmets for Pat Ryan", "name", "Pat Ryan"],
    ["Oskar Vilks, client M-3220, needs a copy of his assessment", "name", "Oskar Vilks"],
    ["Tomas Reyes (M-3588) asks whether he may deduct his car", "name", "Tomas Reyes"],
    ["Nina Falk is not yet a client", "name", "Nina Falk"],
    ["Order a cake for Friday, name Ben Carter, and pay later", "name", "Ben Carter"],
    ["Call back on 0160 5550099", "phone", "0160 5550099"],
    ["Send it to ana@example.com", "email", "ana@example.com"],
    ["Book a table for Friday Evening", "name", undefined],
    ["Buy two tickets for Swan Lake", "name", undefined],
    ["Call 0160 5550099 or 0160 5550088", "phone", undefined],
    ["Wants an appointment in May 1988", "birth", undefined],
    ["Customer K-218 wants twelve bowls", "name", undefined],
    ["Have it collected from 14 Elm Grove on Thursday", "address", "14 Elm Grove"],
    ["Move it from 5 Thursday March to 12 March", "address", undefined],
  ] as const)("%s: %s", (goal, kind, said) => {
    expect(toldInGoal(goal, kind, "Tonight: Swan Lake, at eight.")).toBe(said);
  });
});

describe("who calls, for the tool and for the words", () => {
  it.each([
    ["Customer Petersen (order KF-70412) wants to move the sofa", "wants to move the sofa"],
    ["Oskar Vilks, client M-3220, needs a copy", "needs a copy"],
    ["Tomas Reyes asks whether he may deduct his car", "asks whether he may deduct his car"],
    ["British Airways has cancelled my flight", undefined],
    ["British Airways has cancelled the flight", undefined],
    ["Royal Mail (UK) has lost the parcel", undefined],
    ["Customer Service wants to close the case", undefined],
  ])("%s", (goal, rest) => {
    expect(withoutCaller(goal)).toBe(rest ?? goal);
    const own = ownWords(goal, languageOf("en")) ?? goal;
    expect(own === goal).toBe(rest === undefined);
    expect(toldInGoal(goal, "name", "") === undefined || rest !== undefined).toBe(true);
  });
});
