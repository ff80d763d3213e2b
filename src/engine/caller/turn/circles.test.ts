import { describe, expect, it } from "vitest";
import { processorMs } from "../../../../test/support/processor-time.ts";
import type { DigitalHuman } from "../digital-human.ts";
import { play } from "../testing/play.ts";
import { repeatedIn } from "./circles.ts";

const REFUND: DigitalHuman = {
  intent: "I want a refund.",
  role_description: "Your order number is A-1182. Your email is ann@example.com.",
  creativity: 0,
};
const times = (count: number, ...lines: string[]) => Array.from({ length: count }, () => lines).flat();
const GIVES_UP = "I don't think we're getting anywhere. I'll leave it for now. Bye.";

describe("an agent that says the same again and again", () => {
  it.each([
    ["How can I help you today?", "Let me put it again. I want a refund.", "going_in_circles"],
    ["Would you like our newsletter?", "No, thank you. I want a refund.", "out_of_script"],
    ["One moment, please.", "Sure, I'll wait.", "going_in_circles"],
    ["What is your order number?", "A-1182.", "out_of_script"],
    ["How tall is your cat?", "I don't know. I want a refund.", "out_of_script"],
  ])("hears other words the fourth time, and no more after the fifth: %s", (line, fourth, end_reason) => {
    const { said, state } = play(REFUND, times(20, line));
    expect(said).toHaveLength(6);
    expect(said.slice(4)).toEqual([fourth, GIVES_UP]);
    expect(state.ended).toEqual({ end_reason, completed: false });
  });

  it("may use other words for what it asks for", () => {
    const { state, transcript } = play(REFUND, [
      "What is your order number?",
      "I need your order number, please.",
      "Could you give me the order number?",
      "Sorry, what's the order number?",
      "Please tell me the order number.",
      "And the order number?",
    ]);
    expect(state.ended?.end_reason).toBe("out_of_script");
    expect(transcript).toHaveLength(11);
  });

  it("may alternate between two questions", () => {
    const { state, said } = play(REFUND, times(20, "What is your order number?", "What is your email?"));
    expect(state.ended?.end_reason).toBe("out_of_script");
    expect(said.length).toBeLessThan(15);
  });

  it("hears a goodbye once the caller has what it wanted", () => {
    const done = "Your refund has been issued.";
    const { said, state } = play(REFUND, [done, ...times(20, "Would you like a receipt?")]);
    expect(said.at(-1)).toBe("Thank you, bye!");
    expect(state.ended).toEqual({ end_reason: "going_in_circles", completed: true });
  });
});

describe("an agent that makes progress", () => {
  it("may say the same after every answer", () => {
    const wishes = ["refund", "new invoice", "faster delivery", "bigger box", "better price", "nice card"];
    const many = { ...REFUND, intent: wishes.map((wish) => `I want a ${wish}.`).join(" ") };
    const { state } = play(many, times(6, "That has been arranged. Anything else?"));
    expect(state.confirmed).toBe(true);
    expect(state.ended).toBeNull();
  });

  it("may come back to a question after it was told something new", () => {
    const { state } = play(REFUND, [
      ...times(3, "What is your order number?"),
      "What is your email?",
      ...times(3, "What is your order number?"),
    ]);
    expect(state.ended).toBeNull();
  });
});

describe("what the agent said again and again", () => {
  it("is named with its slot, if it has one, and with how often it was said", () => {
    expect(repeatedIn(["Hello.", ...times(4, "Sorry. What is your email?")], "en")).toEqual({
      question: "What is your email?",
      slot: "email",
      times: 4,
    });
    expect(repeatedIn(times(5, "One moment."), null)).toEqual({
      question: "One moment.",
      slot: null,
      times: 5,
    });
  });

  it("is nothing if it said something else at the end, or said it less often", () => {
    expect(repeatedIn([...times(5, "One moment."), "Bye."], "en")).toBeUndefined();
    expect(repeatedIn(times(2, "One moment."), "en")).toBeUndefined();
    expect(repeatedIn([], "en")).toBeUndefined();
  });

  it("reads the same words once, and only the last hundred messages", () => {
    const words = "Is 5 p.m. all right for you? ".repeat(100);
    expect(processorMs(() => repeatedIn(times(4000, words), "en"))).toBeLessThan(500);
    expect(repeatedIn(times(4000, "One moment."), null)?.times).toBe(100);
  });
});
