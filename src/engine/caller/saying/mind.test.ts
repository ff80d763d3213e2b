import { describe, expect, it } from "vitest";
import { fidelity } from "../fidelity.ts";
import { outcomeOf } from "../judging/deed.ts";
import { answer, caller, done, talk } from "../testing/pizza-order.ts";

describe("a caller that changes its mind", () => {
  const facts = { pizza: "Veggie", size: "large", phone: "0171 555 0188", changes_mind_size: "small" };
  const asked = [
    "Which pizza, which size, and your number?",
    "A large Veggie, 0171 555 0188. Shall I place the order?",
  ];
  const placed = (size: string, lines: readonly string[]) => {
    const { played, state, transcript } = talk(caller(facts), lines);
    const call = {
      ...done({ pizza: "Veggie", size })[0],
      name: "place_order",
      arrival: lines.length * 2 - 0.5,
    };
    return outcomeOf(played, [call], state, transcript);
  };

  it("does it when its fact is read back, once, and holds on to the new one", () => {
    expect(answer(facts, "Which pizza, which size, and your number?")).toMatch(/[Ll]arge/);
    const changed = talk(caller(facts), asked);
    expect(changed.last).toBe("No, make that small, please.");
    const again = "A small Veggie, 0171 555 0188. Shall I place the order?";
    expect(talk(caller(facts), [...asked, again]).last).toMatch(/^Yes/);
    expect(talk(caller(facts), [...asked, asked[1] ?? ""]).last).toMatch(/^No.*small/);
    expect(fidelity(caller(facts), changed.played, changed.transcript, changed.state).verdict).toBe("valid");
  });

  it("says what it has changed when it is asked, and insists on it in other words", () => {
    const what = "I see. What would you like to be different?";
    const told = talk(caller(facts), [...asked, what]);
    expect(told.last).toContain("size is small");
    const again = "Let me say it again: a large Veggie. Do you agree with that?";
    const said = talk(caller(facts), [...asked, what, again, again, again]).said;
    expect(said.slice(-3)).toEqual([
      expect.stringMatching(/^No.*small/),
      expect.stringMatching(/small/),
      expect.stringMatching(/small/),
    ]);
    expect(new Set(said.slice(-2)).size).toBe(2);
  });

  it("changes what its wish says of a number as well", () => {
    const record = caller(
      { pizza: "Veggie", people: 2, changes_mind_people: 3 },
      { intent: "I'd like to book a table for two guests." },
    );
    const lines = ["For how many people?", "A table for 2 people. Shall I book it?"];
    expect(talk(record, lines).last).toMatch(/^No, make that 3 \w+, please\.$/);
    expect(talk(record, [...lines, "A table for 3 people. Shall I book it?"]).last).toMatch(/^Yes/);
  });

  it("fails an agent that says that it has changed it, and places the old one", () => {
    const lines = [...asked, "Of course, changed! It's placed. Anything else?"];
    expect(placed("large", lines)?.wrong).toEqual([{ label: "size", wanted: "small", said: "large" }]);
    expect(placed("small", lines)).toMatchObject({ called: true, wrong: [], unsure: [] });
  });

  it("knows an amount that is read back with its currency", () => {
    const record = caller({ pizza: "Veggie", limit: 900, changes_mind_limit: 800 });
    const back = "So that is a Veggie, and from 1,200 euros to 900 euros a day. Is that right?";
    expect(talk(record, ["What limit?", back]).last).toBe("No, make that 800, please.");
  });

  it("has not been tested if the agent never reads anything back", () => {
    expect(placed("large", ["Which pizza, which size, and your number?"])?.unchanged).toEqual(["size"]);
  });

  it("has got what it wanted if the tool was called before", () => {
    const lines = [
      asked[0] ?? "",
      "A large Veggie, placed. Is that right?",
      "Sorry, too late. Anything else?",
    ];
    const { played, state, transcript } = talk(caller(facts), lines);
    const call = { name: "place_order", parameters: { pizza: "Veggie", size: "large" }, arrival: 1.5 };
    expect(outcomeOf(played, [call], state, transcript)).toMatchObject({ wrong: [], unsure: [] });
  });
});

describe("after it has changed its mind", () => {
  const facts = { people: 12, size: "large", changes_mind_people: 14 };
  const more = { intent: "I'd like twelve lunch bowls." };
  const before = ["Which size?", "A large box, 12 lunch bowls. Shall I place the order?"];
  const last = (line: string) => talk(caller(facts, more), [...before, line]).last;

  it("refuses the number that it had before, said of the same thing", () => {
    expect(last("Updated. 12 lunch bowls, in a large box. Good to go?")).toMatch(/^No.*14/);
  });

  it.each([
    "Updated. 14 lunch bowls instead of 12 lunch bowls. Good to go?",
    "Updated. That is 12 euros more. Good to go?",
    "Updated, from 12:00. Good to go?",
  ])("says yes to the new one, and to what is about something else: %s", (line) => {
    expect(last(line)).toMatch(/^(?:Yes|That's right)/);
  });

  it("changes its mind as well where it gives in to something else", () => {
    const given = talk(caller({ ...facts, insurance: true, day: "Monday" }, more), [
      "Which size?",
      "A large box on Tuesday, 12 lunch bowls. Shall I place the order?",
      "I have Tuesday only. A large box on Tuesday, 12 lunch bowls. Shall I place the order?",
    ]);
    expect(given.said.join(" ")).toContain("make that 14");
  });
});

it("hears its hours in a time from and to", () => {
  const record = caller({ size: "large", hours: 2, changes_mind_hours: 3 });
  const line = "A large one, 2 pm to 4 pm, 60 euros. Shall I place the order?";
  expect(talk(record, ["Which size?", line]).last).toContain("make that 3 hours");
});

describe("a caller with a value of two words", () => {
  it("hears a value of two words also the other way round", () => {
    const wired = { pizza: "headset wired", changes_mind_pizza: "headset wireless" };
    const { last } = talk(caller(wired), ["Which pizza?", "So that's one wired headset. Shall I order it?"]);
    expect(last).toBe("No, make that headset wireless, please.");
  });
});
