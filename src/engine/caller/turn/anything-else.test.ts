import { describe, expect, it } from "vitest";
import { caller, done, PIZZA, talk } from "../testing/pizza-order.ts";

const ORDER = caller({ pizza: "Margherita", size: "large" }, { intent: "I'd like a large Margherita." });
const MORE = "Is there anything else I can help you with?";
const STILL = "Wait, we're not done yet. I'd like a large Margherita.";
const price = { name: "get_price", parameters: {}, output: { price: 9 } };

describe("an offer of more help", () => {
  it("before the deed gets the wish again, once", () => {
    const lookedUp = { say: `A Margherita is 9 euros. ${MORE}`, calls: [price] };
    const { said } = talk(ORDER, ["Which size?", lookedUp, MORE]);
    expect(said[2]).toBe(STILL);
    expect(said[3]).not.toContain("not done");
  });

  it.each([
    ["a tool that changes something was called", { say: MORE, calls: [{ ...price, name: "reserve_pizza" }] }],
    ["the deed was done", { say: MORE, calls: done(PIZZA) }],
    ["the agent claims a deed", `Your order is placed. ${MORE}`],
    ["the agent refuses", `I'm afraid I can't do that. ${MORE}`],
    ["it may take more to the order", "Large, noted. Anything else?"],
  ])("does not, where %s", (_, line) => {
    expect(talk(ORDER, ["Which pizza, and which size?", line]).last).not.toBe(STILL);
  });

  it("does not, where a yes may have been what the agent acted upon without a report", () => {
    expect(talk(ORDER, ["Which size?", "Shall I place it?", `See you then. ${MORE}`]).last).not.toBe(STILL);
  });
});

describe("a caller that only wants to know something, once it knows", () => {
  const LOOKUP = {
    name: "get_days",
    parameters: { type: "object", properties: { street: { type: "string" } } },
  };
  const record = {
    intent: "I'd like to know when you collect.",
    creativity: 0,
    traits: [
      { trait_name: "goal_tool", value: "get_days" },
      { trait_name: "street", value: "Beech Avenue" },
    ],
  };
  const answered = (question: string) => ({
    say: `We collect on Friday 6 March. ${question}`,
    calls: [{ name: "get_days", parameters: {}, output: { days: ["2026-03-06"] } }],
  });
  const asks = "Which items are to be collected, and how many of each?";

  it.each([
    ["with the answer", [answered(asks)]],
    ["after it", [answered(""), asks]],
  ])("has nothing to say to what was never part of its record, asked %s", (_, lines) => {
    expect(talk(record, lines, LOOKUP).last).toMatch(/^(?:Great, thank you|No, that's all)/);
  });

  it("leaves when it is asked on and on", () => {
    const { state } = talk(record, [answered(""), asks, `Sorry? ${asks}`], LOOKUP);
    expect(state.ended?.end_reason).toBe("goal_reached");
  });

  it("still tells what it has", () => {
    expect(talk(record, [answered("Which street was that?")], LOOKUP).last).toContain("Beech Avenue");
  });
});

it("leaves a few turns after the deed, whatever it was asked beside it", () => {
  const ask = "Is there a bell at the door, and which floor is it?";
  const lines = [
    "Which size?",
    { say: `Your order is placed. ${ask}`, calls: done(PIZZA) },
    ask,
    ask,
    ask,
    ask,
  ];
  expect(talk(ORDER, lines).state.ended?.end_reason).toBe("goal_reached");
});
