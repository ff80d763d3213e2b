import { describe, expect, it } from "vitest";
import { againstPromises } from "./against-promises.ts";
import { languageOf } from "./language.ts";

const found = (prompt: string, agent: string, user = "Could I have a discount?", output: unknown = {}) =>
  againstPromises(
    [{ name: "get_quote", output }],
    {
      prompt,
      knowledge_base: "",
      transcript: [
        { role: "USER", utterance: user },
        { role: "AGENT", utterance: agent },
      ],
    },
    languageOf("en"),
  );

describe("a discount", () => {
  const prompt = "You sell tickets. No discounts. Be kind.";

  it.each([
    "Of course, you get 10% off.",
    "I can give you fifteen percent off for ordering today.",
    "We'll knock five euros off.",
    "That's with a discount of 10 euros.",
  ])("is proof against a prompt that has none: %s", (agent) => {
    expect(found(prompt, agent)).toContain(`${JSON.stringify("No discounts.")}`);
  });

  it.each([
    [prompt, "I'm afraid I can't give you 10% off."],
    [prompt, "Would you like the discount list?"],
    [prompt, "The brush takes the dust off."],
    [prompt, "I'll take you off the waiting list."],
    [prompt, "We've taken the olives off your order."],
    ["No discounts without a card.", "You get 10% off."],
    ["No other discounts.", "You get 10% off."],
    ["No discounts. Seven days cost 20% less.", "You get 20% off."],
    ["Be kind.", "You get 10% off."],
  ])("proves nothing where it may be right: %s %s", (orders, agent) => {
    expect(found(orders, agent)).toBeUndefined();
  });

  it("that a tool has returned is the tool's", () => {
    expect(found(prompt, "You get 10% off.", undefined, { discount: 10 })).toBeUndefined();
  });
});

describe("another language", () => {
  const german = "Ich wiederhole das für Sie: Ist das so richtig?";

  it("is proof against a prompt that has English only", () => {
    expect(found("You speak English only.", german)).toContain("isn't English");
    expect(found("Speak English.", german)).toContain("isn't English");
  });

  it("proves nothing if the prompt knows others, says nothing, or the caller began", () => {
    expect(found("Speak English, or the caller's language.", german)).toBeUndefined();
    expect(found("Be kind.", german)).toBeUndefined();
    expect(found("Speak English.", german, "Haben Sie das auch für mich?")).toBeUndefined();
    expect(found("Speak English.", "Das Boot is the title.")).toBeUndefined();
  });
});
