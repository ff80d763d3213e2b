import { describe, expect, it } from "vitest";
import { caller, talk } from "../testing/pizza-order.ts";

const FACTS = {
  customer_name: "Nadia Novak",
  phone: "0171 555 0188",
  day: "2026-03-05",
  voucher_code: "SK4907",
};
const CHATTY = caller(
  { ...FACTS, talkative: "very", angry: "very" },
  { fluency: "beginner", verbosity: "high" },
);

describe("a caller that hesitates and chats", () => {
  it.each([
    ["What is your name?", /^(?:My name is |It's )?Nadia Novak\.$/],
    ["And your phone number?", /^(?:It's )?0171 555 0188\.$/],
    ["What is the voucher code?", /^(?:It's )?SK4907\.$/],
  ])("leaves its words away from what is taken down: %s", (question, said) => {
    const filler = Array.from({ length: 3 }, () => "And which day?");
    for (const before of [0, 1, 2, 3]) {
      expect(talk(CHATTY, [...filler.slice(0, before), question]).last).toMatch(said);
      expect(talk(CHATTY, [...filler.slice(0, before), question, `Sorry? ${question}`]).last).toMatch(said);
    }
  });

  it("says them beside everything else", () => {
    const { said } = talk(CHATTY, ["Which day?", "Which day was that?", "And which day?"]);
    expect(said.join(" ")).toMatch(/Um…|chat|annoying/);
    expect(said.slice(1).join(" ")).toMatch(/Um…|chat|annoying/);
  });
});
