/** What a caller with an errand makes of questions that are not about what they seem to be. */
import { describe, expect, it } from "vitest";
import { answer, caller, done, PIZZA, talk } from "./testing/pizza-order.ts";

const MOT = { job: "mot", registration: "KX19 WRD", customer_name: "Nadia Novak" };

describe("a question", () => {
  it("for the name on the job card asks for no job", () => {
    const said = answer(MOT, "What's the reg, and what name goes on the job card?");
    expect(said).toContain("Nadia Novak");
    expect(said).not.toContain("mot");
  });

  it.each([
    ["Large Margherita, is that agreeable?", "Yes, that's right."],
    ["Large Margherita, yes or no?", "Yes, that's right."],
    ["To recap: 1 large Margherita, 2 colas. Good to go?", "Yes, that's right."],
    ["Shall Mrs Whitcombe telephone you back, yes or no?", "No, thank you."],
  ])("for a yes gets one: %s", (line, said) => {
    expect(answer({ pizza: "Margherita", size: "large" }, line)).toBe(said);
  });

  it("for a time is answered with the part of the day of the wish, and then with an hour", () => {
    const record = caller(
      { plate: "KX19 WRD" },
      { intent: "I'd like to fetch my car on Tuesday afternoon." },
    );
    const { said } = talk(record, ["How can I help?", "What time?", "A time please, like 9:30?"]);
    expect(said.slice(2)).toEqual(["In the afternoon.", "3 pm."]);
  });
});

describe("a caller that only wanted to know something", () => {
  it("wants nothing else when it is asked for what it has not come for", () => {
    const record = caller(PIZZA);
    const { said } = talk(record, [
      "How can I help?",
      { say: "That's ordered.", calls: done(PIZZA) },
      "Which items are to be collected, and how many of each?",
    ]);
    expect(said.at(-1)).toBe("No, that's all, thanks.");
  });
});
