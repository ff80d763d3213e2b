import { describe, expect, it } from "vitest";
import { languageOf } from "../language.ts";
import { againstPromises } from "./against-promises.ts";

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

describe("money back", () => {
  const prompt = "You sell tickets. Tickets are never refunded. They can be exchanged.";
  const promise = "Of course you get your money back, just ask at the desk.";

  it("is proof against a prompt that knows of none", () => {
    expect(found(prompt, promise)).toContain('"Tickets are never refunded."');
    expect(
      found("Never promise compensation, refunds or a date.", "You will get the full value back from us."),
    ).toContain("Never promise compensation");
  });

  it.each([
    [prompt, "I'm afraid you don't get your money back."],
    [prompt, "Do you get your money back elsewhere?"],
    [prompt, "If we cancel the show, you get your money back."],
    [`${prompt} When a show is cancelled, guests get their money back.`, promise],
    ["Tickets are not refunded unless a show is cancelled.", promise],
    ["Tickets are sold here.", promise],
  ])("may be right: %s %s", (words, agent) => {
    expect(found(words, agent)).toBeUndefined();
  });

  it("may have come from a tool", () => {
    expect(found(prompt, promise, "My money, please.", { refund_eur: 36 })).toBeUndefined();
  });
});

describe("a sentence in another language", () => {
  const prompt = "Casual, quick, friendly. English. You sell tickets.";

  it("is proof in one sentence of several", () => {
    expect(found(prompt, "Thank you, Ms Ellis. Unter welcher Nummer erreichen wir Sie?")).toContain(
      '"Unter welcher Nummer erreichen wir Sie?", which isn\'t English, and the prompt says "English."',
    );
  });

  it.each([
    [prompt, "Thank you, Ms Ellis. What's your number?"],
    [prompt, "Tonight we play “Die Leiden und ich”. “Der Wald und das Meer ist mit Ihnen” is tomorrow."],
    ["You sell tickets. English breakfast is served.", "Danke. Unter welcher Nummer erreichen wir Sie?"],
  ])("proves nothing in English, in a title, or where the prompt wants no English: %s %s", (one, agent) => {
    expect(found(one, agent)).toBeUndefined();
  });
});

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
    [
      "No discounts, no price matching. A 20% deposit is due; a rush is +30%.",
      "No discounts, no price matching.",
    ],
    [
      "**Please don't**\n\n- be rude\n- give discounts or promise any",
      "No discounts: give discounts or promise any",
    ],
  ])("is forbidden by: %s", (words, order) => {
    expect(found(words, "I'll take ten per cent off!")).toContain(JSON.stringify(order));
  });

  it("may be something that is given away", () => {
    const none = "No discounts, no group deals, no free extra players.";
    expect(found(none, "For you? One player plays for free, my treat!")).toBe(
      `the agent said "One player plays for free, my treat!", and the prompt says ${JSON.stringify(none)}`,
    );
    for (const agent of [
      "No player plays for free.",
      "Parking is free of charge.",
      "Players under 6 come for free.",
    ])
      expect(found(none, agent)).toBeUndefined();
    expect(found("No free players except on Mondays.", "One player plays for free.")).toBeUndefined();
  });

  it.each([
    "You have no discounts, no vouchers, no free hours. Cancelled late, a room is half price.",
    "No discounts, except that students with a card pay 10% less at the desk.",
  ])("is proof if its percentage is none of the prompt's: %s", (orders) => {
    expect(found(orders, "As you're a regular I've taken 20% off, so it's €48.")).toContain("20% off");
    expect(found(orders, "I can take 20 percent off.", "Do students get 20%?")).toBeUndefined();
    expect(found(orders, "We'll knock five euros off.")).toBeUndefined();
    for (const own of ["You get 50% off.", "You get 10 percent off or 20% off."])
      expect(found(orders, own)).toBeUndefined();
  });

  it.each([
    ["No discounts, except that students pay 10% less.", "You get 10 percent off."],
    ["No discounts. Loyalty cards have their own prices.", "You get 20% off."],
    [prompt, "I'm afraid I can't give you 10% off."],
    ["Please\n- give discounts to members", "You get 10% off."],
    ["**Please don't**\n- be rude\n\nMembers\n- give discounts kindly", "You get 10% off."],
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
    expect(found("Write short messages. Always in English.", german)).toContain("isn't English");
  });

  it("proves nothing if the prompt knows others, says nothing, or the caller began", () => {
    expect(found("Speak English, or the caller's language.", german)).toBeUndefined();
    expect(found("Be kind.", german)).toBeUndefined();
    expect(found("Speak English.", german, "Haben Sie das auch für mich?")).toBeUndefined();
    expect(found("Speak English.", "Das Boot is the title.")).toBeUndefined();
  });
});
