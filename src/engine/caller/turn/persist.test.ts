import { describe, expect, it } from "vitest";
import { processorMs } from "../../../../test/support/processor-time.ts";
import { fidelity } from "../fidelity.ts";
import { outcomeOf } from "../judging/deed.ts";
import type { MadeCall } from "../made-call.ts";
import { play } from "../testing/play.ts";

const TOOL = {
  name: "rent_boat",
  parameters: {
    type: "object",
    required: ["boat", "date", "time", "people", "phone"],
    properties: {
      boat: { enum: ["canoe", "pedalo", "sailing_dinghy"] },
      harbour: { enum: ["NRB", "SLB"], description: "NRB Northbeach, SLB Silver Bay" },
      date: { type: "string", format: "date" },
      time: { type: "string" },
      people: { type: "integer" },
      children: { type: "integer" },
      skipper: { enum: ["Mo", "Kit", "Bo"] },
      phone: { type: "string" },
      serial: { type: "string" },
    },
  },
};
const FACTS = { boat: "canoe", date: "2026-06-09", time: "14:00", people: 6, phone: "0171 555 0188" };

/** What a caller says to these messages of the agent. */
function talk(facts: Record<string, unknown>, lines: readonly string[], intent = "I'd like to rent a boat.") {
  const record = {
    intent,
    creativity: 0,
    traits: [
      { trait_name: "goal_tool", value: "rent_boat" },
      ...Object.entries(facts).map(([trait_name, value]) => ({ trait_name, value })),
    ],
  };
  const { caller, state, transcript, said: all } = play(record, lines, { tools: [TOOL] });
  const said = all.slice(1).map((say) => say ?? "");
  const judge = (parameters: Record<string, unknown>, more: Partial<MadeCall> = {}) =>
    outcomeOf(caller, [{ name: "rent_boat", parameters, output: { ok: true }, ...more }], state, transcript);
  return { said, last: said.at(-1) ?? "", state, judge, report: fidelity(record, caller, transcript, state) };
}

describe("a question that the caller cannot place", () => {
  it("is answered with the facts that have not been said yet, in full sentences", () => {
    const { last } = talk(FACTS, ["Which boat would you like?", "And how do you picture it all?"]);
    expect(last).toBe(
      "The date is Tuesday the 9th of June. The time is 2 pm. It's 6 people. My phone number is 0171 555 0188.",
    );
  });

  it("is answered with the one fact that has as many digits", () => {
    expect(talk({ ...FACTS, serial: "40718" }, ["Please read out the five digits on the key."]).last).toBe(
      "The serial is 40718.",
    );
  });

  it("is answered politely and to no effect once everything is said", () => {
    const { said } = talk({ boat: "canoe" }, [
      "Which boat would you like?",
      "What inscription would you want on the flag?",
      "What inscription should it be?",
    ]);
    expect(said.slice(1)).toEqual(["I don't mind, whatever you suggest.", "No, nothing special, thank you."]);
  });

  it("never gets the same words three times", () => {
    const { said } = talk(FACTS, ["Which boat?", ...Array.from({ length: 9 }, () => "And the flumph?")]);
    expect(said.every((one) => said.filter((other) => other === one).length < 3)).toBe(true);
  });

  it("does not end a caller that a name is asked of", () => {
    expect(talk(FACTS, ["And your surname?"]).last).toBe("I'd rather not say.");
  });

  it("takes a goodbye for what it is", () => {
    expect(talk(FACTS, ["Which boat?", "Goodbye, and fair winds."]).last).not.toMatch(/mind|suggest/);
  });
});

describe("what is offered", () => {
  it.each([
    [
      "These are free:\n- Heron (seats 4) at EUR 29 a day\n- Otter (seats 6) at EUR 38 a day\nWhich one?",
      "Heron",
    ],
    ["I have: Heron (blue) at EUR 29 a day, Otter (red) at EUR 38 a day. Which one would you like?", "Heron"],
  ])("is chosen from, however it is listed: %s", (line, option) => {
    expect(talk({ boat: "canoe" }, ["Which boat?", line]).last).toMatch(new RegExp(`^${option}\\b`));
  });

  it("is not a menu if each part asks whether something is so", () => {
    expect(talk(FACTS, ["Is anyone hurt, or can you see a leak?"]).last).toBe("No.");
  });

  it("is chosen by the name that a code of the tool stands for", () => {
    const line = "Which harbour: Northbeach or Silver Bay?";
    expect(talk({ ...FACTS, harbour: "SLB" }, [line]).last).toMatch(/^Silver Bay/);
  });
});

describe("a wish that is impossible", () => {
  it.each([
    [
      "a day that the agent names",
      ["Which day?", "We rent out until Friday 5 June at the latest. Which day shall it be?"],
      "Then 5 June, please.",
    ],
    [
      "the next of the days that the agent names",
      [
        "Which day?",
        "We aren't in on Tuesday 9 June. We work Thursday to Sunday. Which day would suit you instead?",
      ],
      "Then Thursday the 11th of June, please.",
    ],
    [
      "the largest number",
      ["How many people?", "We can take at most 4 people in one boat. How many people will you be?"],
      "Then 4 people, please.",
    ],
    [
      "somebody else",
      [
        "Which skipper?",
        "Kit doesn't sail on that day, I'm afraid. Mo and Bo do. Which skipper would you like?",
      ],
      "Then Mo, please.",
    ],
  ])("gives way to %s", (_, lines, said) => {
    const { last, report } = talk({ ...FACTS, skipper: "Kit" }, lines);
    expect(last).toBe(said);
    expect(report.verdict).toBe("valid");
  });

  it("proves nothing after that, and the new one is what the caller keeps to", () => {
    const lines = ["Which day?", "We rent out until Friday 5 June at the latest. Which day shall it be?"];
    const { judge } = talk({ date: "2026-06-09" }, lines);
    expect(judge({ date: "2026-06-05" })).toMatchObject({ wrong: [], unsure: [] });
    expect(judge({ date: "2026-06-02" })?.wrong).toEqual([]);
    expect(talk({ date: "2026-06-09" }, [...lines, "So which day was it?"]).last).toMatch(/5 June/);
  });

  it("is not seen in an apology, or in a read-back", () => {
    const again = "Sorry, I didn't catch that. Which day?";
    expect(talk(FACTS, ["Which day?", again]).last).toMatch(/9th of June/);
    const readBack = "So no skipper, on Tuesday 9 June. Is that right?";
    expect(talk(FACTS, ["Which day?", readBack]).last).toMatch(/^Yes/);
  });
});

describe("'What should I change?'", () => {
  it("is answered with what was wrong, also after that was said once before", () => {
    const asks = [
      "Which boat?",
      "So a pedalo. Shall I book it?",
      "What should I change?",
      "Which part is wrong?",
    ];
    const { said } = talk(FACTS, asks);
    expect(said.slice(-2)).toEqual(["The boat is canoe.", "The boat should be canoe."]);
  });

  const wrong = "So that's a pedalo for six people. Shall I book it?";
  it("is answered with what was corrected, by its name", () => {
    const { last } = talk(FACTS, ["Which boat?", wrong, "What should I change?"]);
    expect(last).toBe("The boat is canoe.");
  });

  it("is answered with all that shall be different, if nothing was told yet", () => {
    expect(
      talk({ date: "2026-06-09" }, ["Found it: a canoe, Friday 5 June. What would you like instead?"]).last,
    ).toBe("The date is Tuesday the 9th of June.");
  });

  it("gives in to what the agent sees to itself", () => {
    const kept = "So a canoe at 3 pm from Silver Bay. Is that right?";
    const { said } = talk({ ...FACTS, harbour: "NRB" }, ["Which boat?", "What time?", kept, kept, kept]);
    expect(said.at(-1)).toMatch(/^(?:All right|No)/);
  });
});

describe("a number among several", () => {
  it("is said with what it counts", () => {
    const { last } = talk({ people: 6, children: 2 }, ["How many children?"]);
    expect(last).toContain("2 children");
  });

  it("proves nothing where the agent may have taken it for another", () => {
    const { judge } = talk({ people: 6, children: 2 }, ["How many of you will there be?"]);
    expect(judge({ people: 2, children: 0 })?.wrong).toEqual([]);
  });
});

it("asks no second time for what it is told cannot be", () => {
  const refusal = "That boat cannot be rented while it is in the dock. Can I do anything else for you?";
  const { said } = talk(FACTS, [
    "Which boat?",
    refusal,
    "Anything else I can do? That is not possible, I'm afraid.",
  ]);
  expect(said.slice(1).every((one) => !one.includes("I'd like to rent"))).toBe(true);
});

it("answers 100,000 characters in no time", () => {
  const long = "We cannot do Tuesday 9 June, only Kit or Mo: one (a), two (b), three. ".repeat(1_500);
  expect(processorMs(() => talk(FACTS, ["Which day?", `${long} Which one?`]))).toBeLessThan(5_000);
});
