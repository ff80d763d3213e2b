import { describe, expect, it } from "vitest";
import { processorMs } from "../../../../test/support/processor-time.ts";
import type { ErrandFact } from "../errand.ts";
import { languageOf } from "../language.ts";
import type { MadeCall } from "../made-call.ts";
import { valueAgainst } from "./agreed-values.ts";

const agent = (utterance: string) => ({ role: "AGENT", utterance });
const user = (utterance: string) => ({ role: "USER", utterance });
const WINDOWS: ErrandFact = {
  name: "window",
  value: "08-11",
  required: true,
  words: ["window"],
  options: ["08-11", "11-14", "17-20"],
};

const against = (
  parameters: Record<string, unknown>,
  transcript: ReturnType<typeof agent>[],
  earlier: readonly MadeCall[] = [],
) =>
  valueAgainst(
    { name: "change_seat", parameters, arrival: transcript.length - 0.5 },
    earlier,
    [WINDOWS],
    transcript,
    languageOf("en"),
  );

describe("valueAgainst", () => {
  const seat = [
    user("A window seat, please."),
    agent("I have 8F or 19A. You sit in 24B now."),
    user("8F, please."),
    agent("So seat 8F on flight NW218. Shall I change it?"),
    user("Yes, please do."),
  ];

  it("finds another code than the one that was read back", () => {
    expect(against({ seat: "8A" }, seat)).toEqual({ label: "seat", wanted: "8F", said: "8A" });
  });

  it("has nothing against the right one, an answer that is more than a yes, or two codes of a form", () => {
    expect(against({ seat: "8F", from: "24B" }, seat)).toBeUndefined();
    expect(against({ seat: "19A" }, [...seat.slice(0, 4), user("Yes, or 19A.")])).toBeUndefined();
    const both = [...seat.slice(0, 3), agent("So 8F instead of 24B. Shall I change it?"), user("Yes.")];
    expect(against({ seat: "9C" }, both)).toBeUndefined();
  });

  it("takes no word that says nothing for a value", () => {
    const reason: ErrandFact = {
      ...WINDOWS,
      name: "reason",
      value: "price",
      options: ["price", "moving", "other"],
    };
    const called = (readBack: string) =>
      valueAgainst(
        { name: "cancel_membership", parameters: { reason: "price" }, arrival: 2.5 },
        [],
        [reason],
        [user("Cancel it, please."), agent(readBack), user("Yes, go ahead.")],
        languageOf("en"),
      );
    expect(called("A freeze would be another way. Do you want me to cancel it?")).toBeUndefined();
    expect(called("You are moving, then. Do you want me to cancel it?")).toMatchObject({ wanted: "moving" });
  });

  it("finds a yes for a no, and takes a question asked once more for the same read-back", () => {
    const helmets = [user("Two bikes."), agent("Two bikes, no helmets. Reserve?"), user("Yes, please.")];
    expect(against({ helmets: true }, helmets)).toEqual({ label: "helmets", wanted: "false", said: "true" });
    expect(against({ helmets: false }, helmets)).toBeUndefined();
    const fee = helmets.with(1, agent("Two bikes, no helmets fee. Reserve?"));
    expect(against({ helmets: true }, fee)).toBeUndefined();
    const again = [
      ...helmets.slice(0, 2),
      user("Two bikes."),
      agent("Sorry, I missed that. Shall I go ahead?"),
      user("Yes, please."),
    ];
    expect(against({ helmets: true }, again)).toMatchObject({ said: "true" });
    const changed = again.with(2, user("No, change that to helmets for two."));
    expect(against({ helmets: true }, changed)).toBeUndefined();
  });

  const window = [
    user("I'd like a pick-up."),
    agent("So, Tuesday between 8 and 11. Is everything correct?"),
    user("Yes, that's right."),
  ];

  it("finds another of the tool's values, said in words", () => {
    expect(against({ window: "17-20" }, window)).toEqual({ label: "window", wanted: "08-11", said: "17-20" });
    expect(against({ window: "08-11" }, window)).toBeUndefined();
    const later = window.with(1, agent("Between 8 and 11 won't do, so between 5 and 8 pm. Is that correct?"));
    expect(against({ window: "17-20" }, later)).toBeUndefined();
    const either = [
      window[0] ?? agent(""),
      agent("Between 8 and 11, or 17 to 20 if that fails?"),
      user("Yes."),
    ];
    expect(against({ window: "17-20" }, either)).toBeUndefined();
  });

  const loans = { name: "find_patron", output: { loans: ["The Salt Path", "Dune", "Middlemarch"] } };
  const book = [user("Renew a book."), agent("Which one?"), user("The Salt Path.")];

  it("finds another of a list that nobody has named", () => {
    expect(against({ title: "Dune" }, book, [loans])?.wanted).toBe("The Salt Path");
    expect(against({ title: "The Salt Path" }, book, [loans])).toBeUndefined();
    expect(
      against({ title: "Dune" }, [...book, agent("Or Dune?"), user("Then that.")], [loans]),
    ).toBeUndefined();
  });

  it("looks for the items of a list once, however many values a call has", () => {
    const items = Array.from({ length: 500 }, (_, place) => `w${1000 + place}`);
    const parameters = Object.fromEntries(items.map((item) => [`p_${item}`, item]));
    const talk = [user("word ".repeat(400)), agent("Which one?"), user("I don't know.")];
    const list = [{ name: "search", output: { items } }];
    expect(processorMs(() => against(parameters, talk, list))).toBeLessThan(1500);
  });
});

describe("a text that was read back", () => {
  const CARD: ErrandFact = {
    name: "card_text",
    value: "Get well soon",
    required: true,
    words: ["card text"],
  };
  const card = (asked: string, answer: string, text: string) => {
    const transcript = [user("The card says: Get well soon."), agent(asked), user(answer)];
    const call = { name: "place_order", parameters: { card_text: text }, arrival: 2.5 };
    return valueAgainst(call, [], [CARD], transcript, languageOf("en"));
  };
  const asked = 'Roses with a card saying "Get well soon". Shall I order?';

  it("is not empty in the call", () => {
    expect(card(asked, "Yes, please.", "")).toEqual({
      label: "card text",
      wanted: "Get well soon",
      said: "",
    });
  });

  it("may be, if it was not read back, or not agreed to", () => {
    expect(card("Roses without a card. Shall I order?", "Yes, please.", "")).toBeUndefined();
    expect(card(asked, "No card, please.", "")).toBeUndefined();
    expect(card(asked, "Yes, please.", "Get well soon")).toBeUndefined();
  });
});
