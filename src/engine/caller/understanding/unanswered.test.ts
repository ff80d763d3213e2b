import { describe, expect, it } from "vitest";
import { turnRng } from "../../random.ts";
import { prepareCaller } from "../caller.ts";
import type { DigitalHuman } from "../digital-human.ts";
import { next, nextSaying, start } from "../next.ts";
import { unansweredIn } from "./unanswered.ts";

const RECORD: DigitalHuman = { intent: "I want to change my flight.", role_description: "You are Ann Lee." };

/** What is left unanswered if the agent says these messages in order. A model may find the caller's words. */
function stuckAfter(
  lines: readonly (string | readonly [agent: string, model: string])[],
  record: DigitalHuman = RECORD,
) {
  const caller = prepareCaller(record);
  const transcript: { role: string; utterance: string }[] = [];
  let step = start({ caller, at_ms: 0, rng: turnRng("seed", "1", 0) });
  for (const line of lines) {
    if (step.action.say) transcript.push({ role: "USER", utterance: step.action.say });
    if (step.state.ended) break;
    const [heard, say] = typeof line === "string" ? [line] : line;
    transcript.push({ role: "AGENT", utterance: heard });
    const rng = turnRng("seed", "1", step.state.turn);
    step =
      say === undefined
        ? next({ caller, state: step.state, message: heard, at_ms: transcript.length, rng })
        : nextSaying(
            { caller, state: step.state, message: heard, at_ms: transcript.length, rng },
            { rule: "model", say },
          );
  }
  if (step.action.say) transcript.push({ role: "USER", utterance: step.action.say });
  return unansweredIn(record, caller, transcript, step.state);
}

describe("the question at which a conversation gets stuck", () => {
  it("is the last one that the caller cannot answer", () => {
    expect(stuckAfter(["Nord Air, hello.", "Sure. What is your booking reference?"])).toEqual({
      question: "What is your booking reference?",
      slot: "booking_number",
      turn: 4,
    });
  });

  it("stays so while the agent only insists, refuses or says goodbye", () => {
    const question = "What is your booking reference?";
    for (const more of [[question, question], ["I can't help you without it, sorry."], ["Goodbye!"]])
      expect(stuckAfter(["Nord Air, hello.", question, ...more])).toMatchObject({
        question,
        slot: "booking_number",
      });
  });

  it("may be for a day, whatever the caller wants", () => {
    const lines = ["Nord Clinic, hello.", "Which day would you like an appointment?"];
    const wants = (intent: string) => stuckAfter(lines, { ...RECORD, intent });
    expect(wants("I want to move my appointment.")).toMatchObject({ slot: "date" });
    expect(wants("I would like my money back for order 1182.")).toMatchObject({ slot: "date" });
  });

  it("may be words that the caller does not understand", () => {
    expect(stuckAfter(["Nord Air, hello.", "Xyzzy.", "Plugh.", "Frotz."])).toMatchObject({
      question: "Plugh.",
      slot: null,
      understood: false,
    });
  });

  it("may have no slot", () => {
    expect(stuckAfter(["Nord Air, hello.", "How long is your boat?"])).toMatchObject({
      question: "How long is your boat?",
      slot: null,
    });
  });

  it("is empty if the agent continued without the answer", () => {
    expect(
      stuckAfter(["Nord Air, hello.", "What is your booking reference?", "And what is your name?"]),
    ).toBeNull();
  });

  it("is empty if the caller can answer", () => {
    const record = { ...RECORD, traits: [{ trait_name: "booking number", value: "KX48QT" }] };
    expect(stuckAfter(["Nord Air, hello.", "What is your booking reference?"], record)).toBeNull();
  });

  it.each([
    "You have lost your booking reference.",
    "You don't remember your booking number.",
    "Don't tell your confirmation number, you have none.",
  ])("is empty if the record says that the caller does not know it: %s", (role_description) => {
    expect(
      stuckAfter(["Nord Air, hello.", "What is your booking reference?"], { ...RECORD, role_description }),
    ).toBeNull();
  });

  it("is empty if the record says so in words other than the slot's", () => {
    const record = { ...RECORD, role_description: "You don't know how long your boat is." };
    expect(stuckAfter(["Nord Air, hello.", "How long is your boat?"], record)).toBeNull();
  });
});

describe("the same in a model's words", () => {
  const HELLO = ["Nord Air, hello.", "Hi, it's about my flight."] as const;
  const ASKED = ["What is your booking reference?", "I couldn't tell you that one, sorry."] as const;
  const found = { question: "What is your booking reference?", slot: "booking_number" };

  it("is found by what the rules know of the record, whatever the words", () => {
    expect(stuckAfter([HELLO, ASKED])).toEqual({ ...found, turn: 4 });
  });

  it("stays so while the agent only insists, refuses or says goodbye", () => {
    const refused = ["I can't help you without it, sorry.", "That's a pity."] as const;
    const bye = ["Goodbye!", "Bye then."] as const;
    expect(stuckAfter([HELLO, ASKED, refused, bye])).toMatchObject({ ...found, turn: 4 });
    const again = ["I need your booking reference.", "As I said, no idea."] as const;
    expect(stuckAfter([HELLO, ASKED, again])).toMatchObject({ slot: "booking_number", turn: 6 });
  });

  it("is empty if the model has told something that may be it", () => {
    expect(stuckAfter([HELLO, [ASKED[0], "I think it was KX48QT."]])).toBeNull();
    const tickets = ["How many tickets are there?", "Two, I guess."] as const;
    expect(stuckAfter([HELLO, tickets], { ...RECORD, intent: "I want to move my tickets." })).toBeNull();
  });

  it("is empty if the agent continued without the answer", () => {
    expect(stuckAfter([HELLO, ASKED, ["And what is your name?", "Ann Lee."]])).toBeNull();
    expect(stuckAfter([HELLO, ASKED, ["Which seat do you prefer?", "By the window."]])).toBeNull();
  });

  it("is empty if nobody can tell whether the model has answered", () => {
    expect(stuckAfter([HELLO, ["What is your address?", "I live right behind the church."]])).toBeNull();
    expect(stuckAfter([HELLO, ["How long is your boat?", "About as long as a bus."]])).toBeNull();
  });
});
