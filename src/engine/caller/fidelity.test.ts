import { describe, expect, it } from "vitest";
import { processorMs } from "../../../test/support/processor-time.ts";
import { prepareCaller } from "./caller.ts";
import type { DigitalHuman } from "./digital-human.ts";
import { fidelity } from "./fidelity.ts";
import { type CallerState, initialState } from "./state.ts";

const RECORD: DigitalHuman = {
  intent: "I want to cancel order A-4471.",
  role_description: "Your email is ana@example.com. The order came on 5 May.",
  scripted_responses: [{ match_phrase: "email", response_value: "I never give my email." }],
};

/** A line that begins with `A:` or `U:`. */
const entryOf = (line: string) => ({
  role: line.startsWith("A:") ? "AGENT" : "USER",
  utterance: line.slice(2).trim(),
});

function report(lines: string[], state: Partial<CallerState> = {}, more: Partial<DigitalHuman> = {}) {
  return reportOn(lines.map(entryOf), state, { ...RECORD, ...more });
}

const reportOn = (
  transcript: Parameters<typeof fidelity>[2],
  state: Partial<CallerState> = {},
  record = RECORD,
) => fidelity(record, prepareCaller(record), transcript, { ...initialState(0), ...state });

const reached: Partial<CallerState> = { ended: { end_reason: "goal_reached", completed: true } };

it("compares thousands of messages with many long scripted responses in a moment", () => {
  const scripted_responses = Array.from({ length: 50 }, (_, at) => ({
    match_phrase: `question ${at}`,
    response_value: `Answer ${at} ${"and so on ".repeat(90)}`,
  }));
  const question = "A: What is your email?";
  const lines = [...Array<string>(2000).fill(question), "U: I don't know.", question, "U: Sorry."];
  let found: unknown;
  expect(processorMs(() => (found = report(lines, {}, { scripted_responses })))).toBeLessThan(1500);
  expect(found).toMatchObject({ verdict: "simulator_invalid" });
});

describe("fidelity", () => {
  it("is valid for a conversation that keeps to the record", () => {
    const lines = [
      "U: I want to cancel order A-4471.",
      "A: When did it come? Your ticket is T-9.",
      "U: On 5 May. I noted T-9.",
      "A: Your order has been cancelled.",
      "U: Thank you very much.",
      "A: Goodbye!",
      "U: Bye.",
    ];
    expect(report(lines, reached)).toEqual({
      verdict: "valid",
      infidelities: [],
      asked_but_unknown: [],
      unanswered: null,
    });
  });

  it("finds values that the caller did not know", () => {
    expect(report(["U: Cancel order A-4472, it came on 6 May and cost $30."]).infidelities).toEqual([
      { reason: "fact_invented", turn: 0, detail: "A-4472" },
      { reason: "fact_invented", turn: 0, detail: "6 May" },
      { reason: "fact_invented", turn: 0, detail: "$30" },
    ]);
  });

  it.each<[string, Partial<DigitalHuman>]>([
    ["hangup_instructions", { hangup_instructions: 'Before you hang up, say "My ticket is T-9. Bye."' }],
    ["formatted_transcript", { formatted_transcript: [{ role: "USER", utterance: "My ticket is T-9." }] }],
    ["enriched_playback", { enriched_playback: [{ role: "USER", utterance: "My ticket is T-9." }] }],
  ])("lets the caller say what %s tell it to say", (_, more) => {
    expect(report(["U: My ticket is T-9."], {}, more).verdict).toBe("valid");
  });

  it("counts the agent's words only from then on", () => {
    expect(report(["U: Is it T-9?", "A: T-9, yes."]).infidelities).toMatchObject([
      { turn: 0, detail: "T-9" },
    ]);
    expect(report(["A: It is T-9.", "U: T-9, thanks."]).verdict).toBe("valid");
  });

  it("lets the caller give up on an agent that asks for what it has been told", () => {
    const ended = { end_reason: "out_of_script", completed: false } as const;
    const question = "A: What is your order number?";
    const told = [question, "U: A-4471.", question, "U: This isn't working. Bye."];
    expect(report(told, { ended }).verdict).toBe("valid");
    expect(report(told.slice(2), { ended }).infidelities).toMatchObject([{ reason: "fact_withheld" }]);
  });

  it("finds facts that are withheld, and allows a question back", () => {
    const question = "A: What is your order number?";
    expect(
      report([question, "U: I don't know.", "A: Please look.", "U: I can't find it."]).infidelities,
    ).toEqual([{ reason: "fact_withheld", turn: 0, detail: "order_number" }]);
    expect(report([question, "U: Sorry?", "A: The order number.", "U: It's A-4471."]).verdict).toBe("valid");
  });

  it("treats scripted lines as faithful", () => {
    expect(report(["A: What is your email?", "U: I never give my email.", "A: Okay."]).verdict).toBe("valid");
  });

  it.each([
    ["nothing was done", ["U: Cancel my order.", "A: I will do that.", "U: Thanks, bye."]],
    [
      "the agent did not speak again",
      ["U: Cancel my order.", "A: It has been cancelled.", "U: Thanks, bye."],
    ],
  ])("finds a premature end when %s", (_, lines) => {
    expect(report(lines, reached).infidelities).toEqual([
      { reason: "premature_end", turn: 2, detail: "Thanks, bye." },
    ]);
  });

  it("finds a message said twice, unless the agent asks for it again", () => {
    const said = "U: I want to cancel order A-4471.";
    const twice = [{ reason: "duplicate_turn", turn: 1, detail: "I want to cancel order A-4471." }];
    expect(report([said, said]).infidelities).toEqual(twice);
    expect(report([said, "A: Sure. And your shoe size?", said]).infidelities).toMatchObject([{ turn: 2 }]);
    expect(report([said, "A: Sorry, could you repeat that?", said]).verdict).toBe("valid");
    expect(report(["A: How can I help?", said, "A: How can I help you?", said]).verdict).toBe("valid");
  });

  it("accepts interruptions and repetitions on a line, which answer nothing", () => {
    const said = "U: I want to cancel order A-4471.";
    const again = { ...entryOf(said), aside: true };
    const aside = { role: "USER", utterance: "Sorry, I have no time for this now.", aside: true };
    expect(reportOn([entryOf(said), again, aside, aside, again]).infidelities).toEqual([]);
    const asked = entryOf("A: What is your order number?");
    const answered = [asked, aside, aside, aside, entryOf("U: It's A-4471.")];
    expect(reportOn(answered).infidelities).toEqual([]);
    expect(reportOn([asked, aside, entryOf("U: Hm."), aside, entryOf("U: No.")]).infidelities).toMatchObject([
      { reason: "fact_withheld", turn: 0 },
    ]);
    expect(reportOn([entryOf(said), aside, entryOf(said)]).infidelities).toMatchObject([
      { reason: "duplicate_turn", turn: 2 },
    ]);
  });

  it("finds messages in another language", () => {
    expect(report(["U: Quiero cancelar mi pedido por favor."])).toMatchObject({
      verdict: "simulator_invalid",
      infidelities: [{ reason: "language_mismatch", turn: 0 }],
    });
  });

  it("takes a line that the record prescribes in any language", () => {
    const say = "Quiero cancelar mi pedido por favor.";
    const history: CallerState["history"] = [{ turn: 1, rule: "transcript", say, asked: [], unknown: [] }];
    expect(report([`U: ${say}`], { history }).infidelities).toEqual([]);
  });

  it("lists what the agent asked for without an answer", () => {
    const history: CallerState["history"] = [
      { turn: 1, rule: "answer", say: "I'd rather not say.", asked: ["name"], unknown: ["name"] },
      { turn: 2, rule: "answer", say: "I don't know.", asked: ["name", "time"], unknown: ["name", "time"] },
    ];
    expect(report([], { history }).asked_but_unknown).toEqual(["name", "time"]);
  });
});
