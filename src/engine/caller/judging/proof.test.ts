import { describe, expect, it } from "vitest";
import { languageOf } from "../language.ts";
import type { MadeCall } from "../made-call.ts";
import { askedAfter, calledBeforeYes, choiceAgainst, isDoneTwice } from "./proof.ts";

const ENGLISH = languageOf("en");
const agent = (utterance: string) => ({ role: "AGENT", utterance });
const user = (utterance: string) => ({ role: "USER", utterance });

describe("choiceAgainst", () => {
  const found: MadeCall = {
    name: "list_lessons",
    output: {
      lessons: [
        { lesson_id: "L-1", coach_id: "C-7", time: "10:00", coach: "Ida" },
        { lesson_id: "L-2", coach_id: "C-7", time: "15:30", coach: "Ida" },
        { lesson_id: "L-3", coach_id: "C-8", time: "18:00", coach: "Rolf" },
      ],
    },
    arrival: 1.5,
  };
  const spoken = [
    user("I'd like a lesson."),
    agent("I have 10 am, 3:30 pm or 6 pm. Which one?"),
    user("3:30 pm, please."),
    agent("So 3:30 pm with Ida. Shall I book it?"),
    user("Yes, please."),
  ];
  const call = (parameters: Record<string, unknown>, arrival: number | null = 4.5): MadeCall => ({
    name: "book_lesson",
    parameters,
    arrival,
  });

  it("finds another thing than the one that was chosen and read back", () => {
    expect(choiceAgainst(call({ lesson_id: "L-1" }), [found], spoken, ENGLISH)).toEqual({
      label: "time",
      wanted: "15:30",
      said: "10:00",
    });
  });

  it("finds another thing than the one that was read back to a caller that said yes", () => {
    const agreed = [user("A lesson in the afternoon, please."), ...spoken.slice(3)];
    const booked = call({ lesson_id: "L-1" }, 2.5);
    const lessons = { ...found, arrival: 0.5 };
    expect(choiceAgainst(booked, [lessons], agreed, ENGLISH)).toMatchObject({ wanted: "15:30" });
    // It may be the hour of the lesson that it has.
    const own: MadeCall = { name: "find_booking", output: { time: "15:30" }, arrival: 0.5 };
    expect(choiceAgainst(booked, [own, lessons], agreed, ENGLISH)).toBeUndefined();
    const more = agreed.with(-1, user("Yes, but at ten."));
    expect(choiceAgainst(booked, [lessons], more, ENGLISH)).toBeUndefined();
  });

  it("has nothing against the right one, an id that only belongs to it, or an unknown one", () => {
    for (const parameters of [{ lesson_id: "L-2" }, { coach_id: "C-8" }, { lesson_id: "L-9" }])
      expect(choiceAgainst(call(parameters), [found], spoken, ENGLISH)).toBeUndefined();
  });

  it("proves nothing if the caller has chosen otherwise, the agent read nothing back, or nobody knows when it called", () => {
    const wavering = [...spoken.slice(0, 2), user("10 am or 3:30 pm, both are fine."), ...spoken.slice(3)];
    expect(choiceAgainst(call({ lesson_id: "L-1" }), [found], wavering, ENGLISH)).toBeUndefined();
    const short = [...spoken.slice(0, 3), agent("Shall I book it?"), user("Yes, please.")];
    expect(choiceAgainst(call({ lesson_id: "L-1" }), [found], short, ENGLISH)).toBeUndefined();
    expect(choiceAgainst(call({ lesson_id: "L-1" }, null), [found], spoken, ENGLISH)).toBeUndefined();
  });

  it("reads windows of hours", () => {
    const windows: MadeCall = {
      name: "windows",
      output: [
        { id: "A", window: "8-12" },
        { id: "B", window: "13-17" },
      ],
    };
    const said = [
      agent("8 to 12?"),
      user("1 pm to 5 pm, please."),
      agent("1 pm to 5 pm, right?"),
      user("Yes."),
    ];
    expect(choiceAgainst({ ...call({ id: "A" }), arrival: 3.5 }, [windows], said, ENGLISH)?.wanted).toBe(
      "13-17",
    );
    expect(choiceAgainst({ ...call({ id: "B" }), arrival: 3.5 }, [windows], said, ENGLISH)).toBeUndefined();
  });
});

describe("isDoneTwice", () => {
  const made = (arrival: number, more = {}): MadeCall => ({
    name: "book",
    parameters: { at: 9, ...more },
    arrival,
  });
  it("is the same call twice in one turn of the agent", () => {
    for (const tool of ["book_lesson", "confirm_move", "take_message"])
      expect(isDoneTwice(tool, [made(4.5), made(4.6)])).toBe(true);
  });

  it("is not a call for something else, a later one, or one that only looks something up", () => {
    expect(isDoneTwice("book_lesson", [made(4.5), made(4.5, { at: 10 })])).toBe(false);
    expect(isDoneTwice("book_lesson", [made(4.5), made(6.5)])).toBe(false);
    expect(isDoneTwice("find_lesson", [made(4.5), made(4.5)])).toBe(false);
    expect(isDoneTwice("update_lesson", [made(4.5), made(4.5)])).toBe(false);
  });
});

describe("calledBeforeYes", () => {
  const description = "Books a lesson. Only after the customer has confirmed the read-back.";
  const said = [
    user("I'd like a lesson, please."),
    agent("Which day?"),
    user("Tuesday."),
    agent("Done."),
    user("Yes."),
  ];
  const call = (arrival: number) => ({ name: "book_lesson", arrival });

  it("quotes the demand of the tool's definition", () => {
    expect(calledBeforeYes({ description }, call(2.5), said, ENGLISH)).toBe(
      "Only after the customer has confirmed the read-back.",
    );
  });

  it("has nothing against a call after any yes, or for a tool that demands none", () => {
    expect(calledBeforeYes({ description }, call(4.5), said, ENGLISH)).toBeUndefined();
    expect(calledBeforeYes({ description: "Books a lesson." }, call(2.5), said, ENGLISH)).toBeUndefined();
    expect(calledBeforeYes({ description }, { name: "book_lesson" }, said, ENGLISH)).toBeUndefined();
  });
});

describe("calledBeforeYes, after a yes to something else", () => {
  const description = "Books a lesson. Only after the customer has confirmed the read-back.";
  const booked: MadeCall = {
    name: "book_lesson",
    parameters: { learner: { name: "Ann Lind" }, date: "2026-12-17", time: "10:30" },
    arrival: 2.5,
  };
  const demanded = (asked: string, answer = "Yes.") =>
    calledBeforeYes(
      { description },
      booked,
      [user("I'd like a lesson."), agent(asked), user(answer)],
      ENGLISH,
    );

  it.each([
    ["Do you hold a provisional licence?", "Yes."],
    ["Any extras, a bike or a bag?", "A bike, please."],
    ["On Thursday 17 December there is 10:30 or 14:30. Which one?", "10:30, please."],
  ])("quotes the demand: %s %s", (asked, answer) => {
    expect(demanded(asked, answer)).toBe("Only after the customer has confirmed the read-back.");
  });

  it.each([
    "Shall I book it?",
    "Is that right?",
    "On Thursday 17 December at 10:30. Sounds good?",
    "Your lesson, Ann, is with Ms Okafor in the red car, from the station and back to the school. Deal?",
    "Good.",
  ])("may agree to it: %s", (asked) => {
    expect(demanded(asked)).toBeUndefined();
  });
});

describe("askedAfter", () => {
  const call: MadeCall = {
    name: "book_lesson",
    parameters: { coach: "Ida", time: "15:30" },
    output: { reference: "L-77" },
    arrival: 2.5,
  };
  const spoken = (asking: string, ...rest: string[]) => [
    user("I'd like a lesson."),
    agent("Which time?"),
    user("3:30 pm, please."),
    agent(asking),
    ...rest.map((one, place) => (place % 2 === 0 ? user(one) : agent(one))),
  ];
  const asked = (asking: string, made = call, all = [made], rest = ["Yes, please.", "See you then."]) =>
    askedAfter(made, all, spoken(asking, ...rest), ENGLISH);

  it.each(["So that's 3:30 pm with Ida. Shall I book it?", "So that's 3:30 pm with Ida. Is that right?"])(
    "is the question whether to do what is done: %s",
    (asking) => {
      expect(asked(asking)).toBe(asking.slice(asking.indexOf(". ") + 2));
    },
  );

  it.each([
    "3:30 pm with Ida is booked. Shall I go ahead with the invoice?",
    "That's 3:30 pm with Ida, L-77. Is that right?",
    "So that's 3:30 pm with Ida. Shall I send you a text?",
    "You have 3:30 pm with Ida. Shall I book another?",
    "Great. Is that all right?",
    "So that's 3:30 pm with Ida. Anything else?",
    "Your lesson is confirmed: 3:30 pm with Ida. Is that okay?",
  ])("has nothing against an agent that may have told of it: %s", (asking) => {
    expect(asked(asking)).toBeUndefined();
  });

  it("has nothing against a call before another one, one that only prepares, or an answer that is not yes", () => {
    const line = "So that's 3:30 pm with Ida. Shall I book it?";
    expect(asked(line, call, [call, { ...call, name: "pay_lesson", arrival: 4.5 }])).toBeUndefined();
    expect(asked(line, { ...call, output: { status: "pending" } })).toBeUndefined();
    expect(asked(line, { ...call, name: "hold_lesson" })).toBeUndefined();
    expect(asked(line, { ...call, arrival: null })).toBeUndefined();
    expect(asked(line, call, [call], ["No.", "All right."])).toBeUndefined();
  });
});
