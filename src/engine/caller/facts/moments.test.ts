/** Days and hours: how callers say them, recognize them, and choose from what is offered. */
import { describe, expect, it } from "vitest";
import { prepareCaller } from "../caller.ts";
import { fidelity } from "../fidelity.ts";
import { outcomeOf } from "../judging/deed.ts";
import { languageOf } from "../language.ts";
import { play } from "../testing/play.ts";
import { momentOf, otherDateIn, saysDate, spokenDate, spokenTime } from "./moments.ts";

const TOOL = {
  name: "book",
  parameters: {
    type: "object",
    required: ["date", "time"],
    properties: {
      date: { type: "string", format: "date" },
      time: { type: "string" },
      doctor: { type: "string" },
    },
  },
};
// A Tuesday.
const DATE = "2024-12-03";
const record = (facts: Record<string, string>) => ({
  intent: "I'd like to book an appointment.",
  creativity: 0,
  traits: Object.entries({ goal_tool: "book", ...facts }).map(([trait_name, value]) => ({
    trait_name,
    value,
  })),
});
const played = (facts: Record<string, string>, lines: readonly string[]) =>
  play(record(facts), lines, { tools: [TOOL] });
const answer = (facts: Record<string, string>, ...lines: string[]) => played(facts, lines).said.at(-1);

describe("a moment in figures", () => {
  it.each([
    [{ date: DATE }, "Which day would you like?", "It's Tuesday the 3rd of December."],
    [{ date: DATE }, "What date? Please use the format YYYY-MM-DD.", "It's 2024-12-03."],
    [{ date: DATE }, "What date (DD/MM/YYYY)?", "It's 03/12/2024."],
    [{ time: "09:30" }, "What time?", "It's 9:30 am."],
    [{ time: "15:00" }, "What time would suit you?", "It's 3 pm."],
    [
      { start: "2024-12-03T15:30:00" },
      "What date and time would you like?",
      "Tuesday the 3rd of December, 3:30 pm.",
    ],
    [{ date_of_birth: "1984-05-03" }, "And your date of birth?", "It's the 3rd of May 1984."],
  ])("is said as a person says it: %j %s", (facts, line, said) => {
    expect(answer(facts, line)).toBe(said);
  });

  it("is said in the caller's language", () => {
    const saying = (code: string) => [
      spokenDate(DATE, "", languageOf(code)),
      spokenTime("09:30", languageOf(code)),
    ];
    expect(saying("de")).toEqual(["Dienstag, 3. Dezember", "9:30"]);
    expect(saying("fr")).toEqual(["mardi 3 décembre", "9:30"]);
  });

  it("was not invented by the caller", () => {
    const { caller, transcript, state } = played({ date: DATE }, [
      "Which day?",
      "In the format YYYY-MM-DD, please?",
    ]);
    expect(fidelity(record({ date: DATE }), caller, transcript, state).infidelities).toEqual([]);
  });

  it.each([
    "3 December",
    "December 3rd",
    "3/12",
    "12/03/2024",
    "2024-12-03",
    "Tuesday",
    "Tuesday the 3rd",
    "Tue 3 Dec",
    "the 3rd",
  ])("is recognized: %s", (said) => {
    expect(saysDate(`I have you down for ${said}.`, DATE, languageOf("en"))).toBe(true);
    expect(answer({ date: DATE }, `So that's ${said}, is that right?`)).toBe("Yes, that's right.");
  });

  it.each([
    "4 December",
    "December 10th",
    "4/12",
    "2024-12-04",
    "Wednesday",
    "Tuesday the 10th",
    "3 January",
  ])("is told from another: %s", (said) => {
    expect(otherDateIn(`I have you down for ${said}.`, DATE, languageOf("en"))).toBeDefined();
    expect(answer({ date: DATE }, `So that's ${said}, is that right?`)).toBe(
      "No, it's Tuesday the 3rd of December.",
    );
  });

  it("is one of two in a read-back", () => {
    const stay = { check_in: "2024-12-03", check_out: "2024-12-06" };
    expect(answer(stay, "So from 3 December to 6 December, correct?")).toBe("Yes, that's right.");
    expect(answer(stay, "So from 3 December to 7 December, correct?")).toBe(
      "No, it's Friday the 6th of December.",
    );
    expect(answer(stay, "You arrive on 3 December, correct?")).toBe("Yes, that's right.");
  });

  it("was told, in the verdict, in any form", () => {
    const { caller, transcript, state } = played({ date: DATE, time: "09:30" }, ["Which day and what time?"]);
    const outcome = (date: string, time: string) =>
      outcomeOf(caller, [{ name: "book", parameters: { date, time } }], state, transcript);
    expect(outcome("2024-12-03", "9:30")).toMatchObject({ wrong: [], unsure: [] });
    expect(outcome("Tuesday", "09:30:00")).toMatchObject({ wrong: [], unsure: [] });
    expect(outcome("2024-12-04", "09:30")).toMatchObject({ wrong: [{ label: "date", said: "2024-12-04" }] });
    expect(outcome("2024-12-03", "10:30")).toMatchObject({ wrong: [{ label: "time", said: "10:30" }] });
  });

  it.each(["", "2024", "2024-13-45", "25 December", "1:2", "x".repeat(100_000), "2024-12-03".repeat(10_000)])(
    "is not any text",
    (text) => {
      expect(momentOf(text)).toBeUndefined();
    },
  );
});

const TUESDAY_MORNING = { preferred_day: "Tuesday", preferred_time: "morning", doctor: "Dr Patel" };

describe("offered moments", () => {
  it.each([
    ["I have Tuesday at 9:30 or Tuesday at 14:00. Which would you prefer?", "Tuesday at 9:30, please."],
    [
      "We have Monday at 10:00, Tuesday at 11:15 and Wednesday at 9:00. Which one works for you?",
      "Tuesday at 11:15, please.",
    ],
    [
      "Here is what is free: Tuesday at 10:00 with Dr Chen, Tuesday at 11:00 with Dr Patel, Friday at 9:00 with Dr Patel. Which one would you like?",
      "Tuesday at 11:00 with Dr Patel, please.",
    ],
    [
      "These are available:\n- Tuesday at 14:00\n- Tuesday at 8:30\nWhich one would you like?",
      "Tuesday at 8:30, please.",
    ],
    ["9:30 or 14:00?", "9:30, please."],
  ])("are chosen from by day, part of the day, and person: %s", (line, said) => {
    expect(answer(TUESDAY_MORNING, line)).toBe(said);
  });

  it.each([
    ["How about Tuesday at 9:30?", "Yes, please."],
    ["Good afternoon! I have Tuesday at 11:45 free. Shall I book it?", "Yes, please."],
    ["How about Tuesday at 2:30 pm?", "No, it's morning."],
    ["Shall I book you in on Wednesday at 9:30?", "No, it's Tuesday."],
    ["Tuesday at 9:30 with Dr Chen, shall I book it?", "No, it's Dr Patel."],
    ["Would Tuesday afternoon suit you?", "No, it's morning."],
  ])("are taken or refused: %s", (line, said) => {
    expect(answer(TUESDAY_MORNING, line)).toBe(said);
  });

  it("that all are wrong are refused once, and then the best is taken", () => {
    const line = "I have Tuesday at 15:00 or Wednesday at 9:30. Which would you prefer?";
    const { said } = played({ preferred_day: "Tuesday", preferred_time: "morning" }, [line, line]);
    expect(said.slice(1)).toEqual(["No, Tuesday, morning please.", "Tuesday at 15:00, please."]);
  });

  it("are insisted on where the time is the caller's own", () => {
    expect(answer({ day: "Tuesday", time: "9:30" }, "How about Tuesday at 10:00?")).toBe("No, it's 9:30.");
  });
});

it("the name of a thing is not the caller's", () => {
  const items = {
    name: "order",
    parameters: {
      type: "object",
      required: ["items"],
      properties: {
        items: {
          type: "array",
          items: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
        },
      },
    },
  };
  const caller = {
    intent: "I'd like to order lunch.",
    creativity: 0,
    traits: [
      { trait_name: "goal_tool", value: "order" },
      { trait_name: "name", value: "Veggie wrap" },
    ],
  };
  const last = (line: string) => play(caller, [line], { tools: [items] }).said.at(-1);
  expect(prepareCaller(caller, { tools: [items] }).facts[0]).toMatchObject({
    slot: "product",
    value: "Veggie wrap",
  });
  expect(last("What's your name?")).toBe("I'd rather not say.");
  expect(last("Which item would you like?")).toBe("Veggie wrap, please.");
});

it.each([
  ["What's your name, and your pet's name?", "Biscuit, Ana Diaz."],
  ["What's your name?", "My name is Ana Diaz."],
  ["And what's your pet called? I need the pet's name.", "Biscuit."],
  ["Whose name shall I put on the booking?", "My name is Ana Diaz."],
  ["To what address shall I send it?", "It's 12 Elm Court."],
])("who and what is told apart in %s", (line, said) => {
  const last = answer({ owner_name: "Ana Diaz", pet_name: "Biscuit", address: "12 Elm Court" }, line) ?? "";
  expect([...last.matchAll(/Biscuit|Ana Diaz|12 Elm Court/g)].map(String).sort()).toEqual(
    [...said.matchAll(/Biscuit|Ana Diaz|12 Elm Court/g)].map(String).sort(),
  );
});
