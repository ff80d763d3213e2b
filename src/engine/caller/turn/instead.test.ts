import { describe, expect, it } from "vitest";
import { outcomeOf } from "../judging/deed.ts";
import { talk } from "../testing/pizza-order.ts";

const TOOL = {
  name: "book_ramp",
  parameters: {
    type: "object",
    required: ["plate", "date", "time"],
    properties: {
      plate: { type: "string" },
      date: { type: "string", format: "date" },
      time: { type: "string" },
    },
  },
};
const FACTS = { plate: "KX19 WRD", date: "2026-03-05", time: "10:00" };
const ASKS = "What is the plate, and which day and what time suit you?";
const READ_BACK = "KX19 WRD on Thursday 5 March at 09:30, is that right?";

/** What a caller with these facts says last, and how a call is judged that comes then. */
function hearing(
  lines: readonly string[],
  intent = "I'd like to book a ramp.",
  facts: Record<string, string> = FACTS,
) {
  const traits = Object.entries({ goal_tool: "book_ramp", ...facts }).map(([trait_name, value]) => ({
    trait_name,
    value,
  }));
  const { last, state, played, transcript } = talk({ intent, creativity: 0, traits }, lines, TOOL);
  const judge = (parameters: Record<string, unknown>) =>
    outcomeOf(played, [{ name: "book_ramp", parameters, output: { ok: true } }], state, transcript);
  return { last, state, judge };
}

describe("an hour that is gone", () => {
  it.each([
    "10:00 on Thursday 5 March is gone. I've got 09:30. Which one, or another day?",
    "10 o'clock is gone, sorry. I've got 09:30 left. What time would you like?",
    "I'm afraid ten is taken, there's 09:30 or 11:45.",
    "Sorry, no room at 10. I have 09:30 only. Which one?",
    "At 10.00 am we're full, but 09:30 is free. What time shall I put down?",
  ])("is given up for the one that there is, however both are written: %s", (line) => {
    const { last, judge } = hearing([ASKS, line]);
    expect(last).toBe("Then 09:30, please.");
    expect(hearing([ASKS, line, READ_BACK]).last).toMatch(/^Yes/);
    expect(judge({ ...FACTS, time: "09:30" })).toMatchObject({ wrong: [], unsure: [] });
  });

  it.each([
    "10:00 is gone. I've got 09:30. Shall I take that?",
    "There’s no ramp at 10am on Thursday 5 March. It runs at 9:30am. Shall we go for that?",
    "10:00 is full, I'm sorry, but I have 09:30. Is that all right, or would you like another time?",
    "There is no ramp at 10:00. The one on Thursday is at 09:30. Would you like that one?",
  ])("is given up with a yes, where the agent asks for one: %s", (line) => {
    const { last, judge, state } = hearing([ASKS, line]);
    expect(last).toMatch(/^Yes/);
    expect(state.changed).toMatchObject([{ fact: 2, value: expect.stringContaining("9:30") }]);
    expect(judge({ ...FACTS, time: "09:30" })).toMatchObject({ wrong: [], unsure: [] });
  });

  it("goes for a part of the day as well, whatever else the agent would do", () => {
    const slot = { type: "string", enum: ["morning", "afternoon"] };
    const tool = {
      name: "place_order",
      parameters: {
        type: "object",
        required: ["date", "slot"],
        properties: { date: { type: "string", format: "date" }, slot },
      },
    };
    const traits = Object.entries({ goal_tool: "place_order", date: "2026-03-07", slot: "morning" }).map(
      ([trait_name, value]) => ({ trait_name, value }),
    );
    const record = { intent: "I'd like red roses delivered.", creativity: 0, traits };
    const { last, state } = talk(
      record,
      [
        "Which day, and morning or afternoon?",
        "The morning slot on Saturday 7 March is full, I'm sorry, but I have the afternoon. Is that all right, or would you like another day?",
        "Red roses on Saturday 7 March in the afternoon. Shall I place the order?",
      ],
      tool,
    );
    expect(state.changed).toEqual([{ fact: 1, value: "afternoon" }]);
    expect(last).toMatch(/^Yes/);
  });

  it("is not given up for what the caller takes under no circumstances", () => {
    const line = "10:00 is gone. I've got 09:30 and 11:45. Which time?";
    expect(hearing([ASKS, line], undefined, { ...FACTS, refuses: "09:30" }).last).toMatch(/11:45/);
  });

  it("does not make the day impossible", () => {
    const gone = "10:00 on Thursday 5 March is gone. I've got 09:30. Which one, or another day?";
    expect(hearing([ASKS, gone, gone]).last).not.toMatch(/6th/);
  });

  it("is kept to where the agent only reads it back", () => {
    expect(hearing([ASKS, "10:00, so not 09:30. Is that right?"]).last).toMatch(/^Yes/);
  });
});

describe("a day out of the agent's reach", () => {
  const BOUND = "I can book from today to the end of June. What day would you like?";
  const LATE = { ...FACTS, date: "2026-07-03" };

  it.each([
    [BOUND, "Then Friday the 26th of June, please."],
    ["I can only book until Tuesday 30 June. Which day?", "Then 30 June, please."],
    ["The ramp is open from 13 July. Which day shall it be?", "Then 13 July, please."],
    [
      "Nothing can be booked before the start of August. Which day?",
      "Then Friday the 7th of August, please.",
    ],
  ])("gives way to one within: %s", (line, said) => {
    expect(hearing([ASKS, line], undefined, LATE).last).toBe(said);
  });

  it("is kept to once by a caller whose own words name it, which then gives up", () => {
    const intent = "I'd like to book a ramp on Friday 3 July.";
    expect(hearing([ASKS, BOUND], intent, LATE).last).toMatch(/has to be Friday the 3rd of July/);
    const { state } = hearing([ASKS, BOUND, BOUND], intent, LATE);
    expect(state.ended?.end_reason).toBe("out_of_script");
    expect(state.refused).toEqual({
      label: "date",
      wanted: "Friday the 3rd of July",
      said: "the end of June",
    });
  });

  it.each([
    "I can book from today to the end of July. What day would you like?",
    "You can pay until 1 July. What day would you like?",
  ])("is not a day within a bound, or one beside a bound of something else: %s", (line) => {
    const { last } = hearing([ASKS, line], undefined, {
      ...FACTS,
      date: line.includes("pay") ? "2026-06-20" : "2026-07-03",
    });
    expect(last).toMatch(/(?:3rd of July|20th of June)/);
  });
});

it("says yes to two questions in a row", () => {
  const { last } = hearing([
    ASKS,
    "I've got 10:00. Shall I take that?",
    "Right: KX19 WRD, Octavia, 5 March at 10:00. OK to book?",
  ]);
  expect(last).toBe("Yes, please.");
});

describe("what the agent proposes in place of what it cannot do", () => {
  const HIRE = {
    name: "hire_sander",
    parameters: { type: "object", required: ["address"], properties: { address: { type: "string" } } },
  };
  const LIMIT = "We only deliver within the HX postcodes.";
  const said = (...lines: readonly string[]) => {
    const traits = Object.entries({ goal_tool: "hire_sander", address: "2 Hill Road, LS1 4DY" }).map(
      ([trait_name, value]) => ({ trait_name, value }),
    );
    const intent = "I'd like to hire a sander.";
    return talk({ intent, creativity: 0, traits }, ["How can I help?", ...lines], HIRE).last;
  };

  it("is taken where the caller could only say once more what it has just said", () => {
    const asked = "What is the delivery address?";
    expect(said(asked)).toContain("2 Hill Road");
    expect(said(asked, `${LIMIT} Could you collect it here instead?`)).toBe("Yes, that's fine then.");
    expect(said(asked, `${LIMIT} What is the delivery address?`)).not.toMatch(/^Yes/);
  });
});
