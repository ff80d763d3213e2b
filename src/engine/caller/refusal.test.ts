/** What an agent refuses, and what it only says beside its question. */
import { describe, expect, it } from "vitest";
import { play } from "./testing/play.ts";

const wants = (intent: string, more: object = {}) => ({ intent, creativity: 0, ...more });
const YES = /^(?:Yes, please|Yes, that's right)\.$/;

describe("a limit before a question", () => {
  it.each([
    ["I'd like to block my card.", "A blocked card cannot be unblocked. Shall I block it now?"],
    ["I'd like to block my card.", "Please note that I can't reverse that. Do you want me to go ahead?"],
    ["I'd like to order flowers.", "We can't deliver on Sundays. Would Monday do?"],
    ["I'd like to order flowers for Monday.", "We cannot deliver at weekends. Is Monday all right?"],
    ["I'd like to book a table.", "We're unable to seat more than eight. Shall I book it for four?"],
    ["I'd like to buy a ticket.", "It's not possible to change it later. Are you happy with that?"],
  ])("refuses nothing: %s %s", (intent, line) => {
    expect(play(wants(intent), [line]).said.at(-1)).toMatch(YES);
  });

  it("does not keep the caller from answering what is asked", () => {
    const record = wants("I'd like to order flowers.", { phone_number: "0171 555 0188" });
    const line = "I can't place it without a phone number. What's the best number to reach you?";
    expect(play(record, [line]).said.at(-1)).toBe("It's 0171 555 0188.");
  });

  it("is a refusal if it turns down the wish, and the caller does not want what is offered", () => {
    const line = "I can't refund the ticket. Would you like a magazine instead?";
    const { said, actions } = play(wants("I'd like a refund for my ticket."), [line, line]);
    expect(said.slice(1)).toEqual([
      "Is there really nothing you can do?",
      "All right, then I'll leave it. Bye.",
    ]);
    expect(actions.at(-1)?.end?.end_reason).toBe("refused");
  });
});

describe("what an agent cannot know", () => {
  it.each([
    "I can't say exactly when it will be back.",
    "I cannot tell you how long it takes.",
    "We cannot foretell the outcome.",
  ])("refuses nothing: %s", (line) => {
    const { said } = play(wants("I'd like to report a power cut."), [`Thank you, it is logged. ${line}`]);
    expect(said.at(-1)).not.toMatch(/nothing you can do|any other way|leave it/);
  });

  it("is still a refusal if it is about the wish itself", () => {
    const { said } = play(wants("I'd like to report a power cut."), ["I'm sorry, I can't do that."]);
    expect(said.at(-1)).toMatch(/nothing you can do|any other way/);
  });
});

describe("a rule without a question", () => {
  it("refuses nothing beside the deed", () => {
    const line = "Your card has been blocked. A blocked card cannot be unblocked.";
    expect(play(wants("I'd like to block my card."), [line]).state.confirmed).toBe(true);
  });

  it("refuses nothing as a note", () => {
    const line = "Please note that orders can't be changed later.";
    expect(play(wants("I'd like to order flowers."), [line]).said.at(-1)).toBe("Okay.");
  });

  it.each([
    "I'm sorry, I can't do that.",
    "I'm sorry, I can't do that. Is there anything else I can help you with?",
    "An order cannot be cancelled once it is in the oven.",
    "Your order has been placed. I cannot cancel it any more. How else can I help you?",
  ])("is one otherwise: %s", (line) => {
    expect(play(wants("I'd like to cancel my order."), [line]).said.at(-1)).toBe(
      "Is there really nothing you can do?",
    );
  });
});

describe("an agent that has taken something away", () => {
  const ends = (intent: string, line: string) => play(wants(intent), [line]).state.confirmed;
  const TOOK = "I've cancelled your subscription and charged you 500 euros. Anything else?";

  it("has not done what somebody came for who wanted something else", () => {
    expect(ends("I'd like to book a table for two.", TOOK)).toBe(false);
    expect(
      ends("I'd like to book a table for two.", "I've cancelled the old one and booked you for two."),
    ).toBe(true);
  });

  it.each(["I'd like to cancel my subscription.", "I can't make it to yoga.", "I no longer need the room."])(
    "has done it for: %s",
    (intent) => {
      expect(ends(intent, TOOK)).toBe(true);
    },
  );
});
