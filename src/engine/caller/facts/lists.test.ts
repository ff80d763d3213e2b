import { describe, expect, test } from "vitest";
import type { AgentTool } from "../../tools/tool.ts";
import { prepareCaller } from "../caller.ts";
import { outcomeOf } from "../judging/deed.ts";
import { play } from "../testing/play.ts";

const REPEAT: AgentTool = {
  name: "order_repeat",
  parameters: {
    type: "object",
    required: ["medicines"],
    properties: { medicines: { type: "array", items: { type: "string" }, description: "The medicines" } },
  },
};
const ORDER: AgentTool = {
  name: "place_order",
  parameters: {
    type: "object",
    required: ["items"],
    properties: {
      items: {
        type: "array",
        items: {
          type: "object",
          required: ["product", "quantity"],
          properties: {
            product: { type: "string", enum: ["sandwich_platter", "fruit_basket", "veggie_wrap"] },
            quantity: { type: "integer" },
          },
        },
      },
    },
  },
};

const human = (tool: string, facts: Readonly<Record<string, unknown>>, intent = "Order something") => ({
  intent,
  traits: [
    { trait_name: "goal_tool", value: tool },
    ...Object.entries(facts).map(([trait_name, value]) => ({ trait_name, value })),
  ],
});

describe("what a caller says of a list", () => {
  const medicines = ["ibuprofen", "paracetamol"];
  test("is all of it, when it is asked", () => {
    const { said } = play(human("order_repeat", { medicines }), ["Which medicines do you need?"], {
      tools: [REPEAT],
    });
    expect(said.at(-1)).toContain("buprofen and paracetamol");
  });

  test("is in its language, and has days in words", () => {
    const spoken = { ...human("order_repeat", { medicines }), language: "de" as const };
    expect(prepareCaller(spoken, { tools: [REPEAT] }).facts[0]?.value).toBe("ibuprofen und paracetamol");
    const days = human("order_repeat", { days: ["2026-03-05", "2026-03-07"] });
    expect(prepareCaller(days, { tools: [REPEAT] }).facts[0]?.value).toBe(
      "Thursday the 5th of March and Saturday the 7th of March",
    );
  });

  test("has how many of each", () => {
    const facts = { product: ["sandwich_platter", "fruit_basket"], quantity: [2, 1] };
    const { said } = play(human("place_order", facts), ["Which products, and how many of each?"], {
      tools: [ORDER],
    });
    expect(said.at(-1)).toMatch(/2 sandwich platter and 1 fruit basket/);
    expect(said.at(-1)?.match(/sandwich/g)).toHaveLength(1);
  });

  test("is known without a tool", () => {
    const { facts, report } = prepareCaller({
      intent: "Ask",
      traits: [{ trait_name: "pets", value: ["Rolo", "Luna"] }],
    });
    expect(facts).toMatchObject([{ label: "pets", value: "Rolo and Luna" }]);
    expect(report.unused_offline).toEqual([]);
  });

  test("is nothing if it holds anything but texts and numbers", () => {
    const { errand } = prepareCaller(human("order_repeat", { medicines: ["a", { b: 1 }] }), {
      tools: [REPEAT],
    });
    expect(errand?.facts).toEqual([]);
  });
});

describe("what the calls have of a list", () => {
  const facts = { product: ["sandwich_platter", "fruit_basket"] };
  const words = ["Which products?", "A sandwich platter and a fruit basket. Is that right?"];
  function outcome(
    items: readonly (readonly string[])[],
    lines = words,
    known: Readonly<Record<string, unknown>> = facts,
  ) {
    const played = play(human("place_order", known), lines, { tools: [ORDER] });
    const calls = items.map((products) => ({
      name: "place_order",
      parameters: { items: products.map((product) => ({ product })) },
      arrival: played.transcript.length,
    }));
    return outcomeOf(played.caller, calls, played.state, played.transcript);
  }

  test.each([[[["fruit_basket", "sandwich_platter"]]], [[["sandwich_platter"], ["fruit_basket"]]], [[]]])(
    "is the caller's: %j",
    (items) => {
      expect(outcome(items)).toMatchObject({ wrong: [], unsure: [] });
    },
  );

  test.each([
    [[["sandwich_platter"]], "sandwich_platter"],
    [[["sandwich_platter", "veggie_wrap"]], "sandwich_platter, veggie_wrap"],
    [[["sandwich_platter", "fruit_basket", "veggie_wrap"]], "sandwich_platter, fruit_basket, veggie_wrap"],
  ])("is not: %j", (items, said) => {
    const wrong = [{ label: "product", wanted: "sandwich platter and fruit basket", said }];
    expect(outcome(items)?.wrong).toEqual(wrong);
  });

  test("is not sure if the agent has told that there is none", () => {
    const lines = ["Which products?", "Sorry, we have no fruit basket. A sandwich platter then?"];
    expect(outcome([["sandwich_platter"]], lines)?.wrong).toEqual([]);
  });

  test("is not sure if the agent has never said it back", () => {
    expect(outcome([["sandwich_platter"]], ["Which products?", "All right."])).toMatchObject({
      wrong: [],
      unsure: [{ why: "unclear" }],
    });
  });

  test("in free words is only wrong if one of them is missing", () => {
    const medicines = ["ibuprofen", "paracetamol"];
    const lines = ["Which medicines?", "Ibuprofen and paracetamol, is that right?"];
    const { caller, state, transcript } = play(human("order_repeat", { medicines }), lines, {
      tools: [REPEAT],
    });
    const wrong = (given: readonly string[]) =>
      outcomeOf(caller, [{ name: "order_repeat", parameters: { medicines: given } }], state, transcript)
        ?.wrong;
    expect(wrong(["ibuprofen 400 mg"])).toMatchObject([{ said: "ibuprofen 400 mg" }]);
    expect(wrong(["M-17", "M-24"])).toEqual([]);
    expect(wrong(["Paracetamol 500 mg", "ibuprofen 400 mg"])).toEqual([]);
  });
});
