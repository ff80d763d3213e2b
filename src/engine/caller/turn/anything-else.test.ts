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
