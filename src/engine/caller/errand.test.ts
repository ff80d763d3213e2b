import fc from "fast-check";
import { expect, test } from "vitest";
import { parametersOf } from "../tools/tool.ts";
import { prepareCaller } from "./caller.ts";
import { openFacts } from "./errand.ts";

const place_order = {
  name: "place_order",
  description: "Place a pizza order",
  parameters: {
    type: "object",
    required: ["customer", "items"],
    properties: {
      customer: {
        type: "object",
        required: ["name", "phone"],
        properties: {
          name: { type: "string", description: "The customer's full name, as they say it" },
          phone: { type: "string", format: "phone" },
        },
      },
      items: {
        type: "array",
        items: {
          type: "object",
          required: ["pizza", "size"],
          properties: {
            pizza: { type: "string", enum: ["Margherita", "Pepperoni"] },
            size: { anyOf: [{ type: "string", enum: ["small", "large"] }, { type: "null" }] },
            quantity: { type: "integer", default: 1 },
          },
        },
      },
      note: { type: "string" },
    },
  },
};
const traits = [
  { trait_name: "goal_tool", value: "place_order" },
  { trait_name: "pizza", value: "Pepperoni" },
  { trait_name: "name", value: "Ana Diaz" },
  { trait_name: "phone", value: null },
  { trait_name: "floor", value: "third" },
  { trait_name: "prefers", value: "thin crust; extra basil" },
  { trait_name: "refuses", value: "olives" },
];

test("a caller knows its errand from its traits and from the tool's definition", () => {
  const caller = prepareCaller({ intent: "I'd like a pizza.", traits }, { tools: [place_order] });
  expect(caller.errand).toEqual({
    tool: "place_order",
    description: "Place a pizza order",
    facts: [
      {
        name: "name",
        path: ["customer", "name"],
        value: "Ana Diaz",
        required: true,
        words: ["name", "customer's full name"],
        description: "The customer's full name, as they say it",
        type: "string",
      },
      {
        name: "pizza",
        path: ["items", 0, "pizza"],
        value: "Pepperoni",
        required: true,
        words: ["pizza"],
        type: "string",
        options: ["Margherita", "Pepperoni"],
      },
      { name: "floor", value: "third", required: false, words: ["floor"] },
    ],
  });
  expect(caller.prefers).toEqual(["thin crust", "extra basil"]);
  expect(caller.refuses).toEqual(["olives"]);
  expect(caller.facts.map(({ label }) => label)).not.toContain("goal tool");
});

test("without the agent's tools the facts are there all the same, without a place in a call", () => {
  const { errand } = prepareCaller({ intent: "I'd like a pizza.", traits });
  expect(errand?.facts.map(({ name, path }) => [name, path])).toEqual([
    ["pizza", undefined],
    ["name", undefined],
    ["floor", undefined],
  ]);
});

test("a fact of null is open, with the words of the tool's definition", () => {
  const described = {
    name: "track",
    parameters: { properties: { order_number: { type: "string", description: "As on the receipt" } } },
  };
  const open = [
    { trait_name: "goal_tool", value: "track" },
    { trait_name: "order_number", value: null },
  ];
  expect(openFacts(open, [described])).toEqual([{ name: "order_number", description: "As on the receipt" }]);
  expect(openFacts(traits)).toEqual([{ name: "phone" }]);
  expect(openFacts(traits.filter(({ trait_name }) => trait_name !== "goal_tool"))).toEqual([]);
});

test("two parameters with one name are told apart by their paths", () => {
  const place = { type: "object", properties: { city: { type: "string" } } };
  const tool = { name: "ship", parameters: { type: "object", properties: { from: place, to: place } } };
  const { errand } = prepareCaller(
    {
      traits: [
        { trait_name: "goal_tool", value: "ship" },
        { trait_name: "from.city", value: "Rome" },
        { trait_name: "to.city", value: "Oslo" },
      ],
    },
    { tools: [tool] },
  );
  expect(errand?.facts.map(({ path, value }) => [path?.join("."), value])).toEqual([
    ["from.city", "Rome"],
    ["to.city", "Oslo"],
  ]);
});

test("any JSON is read as a schema, in bounded time and to a bounded depth", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      for (const parameters of [{ properties: value }, { items: value }, { anyOf: value }])
        expect(parametersOf({ parameters }).length).toBeLessThanOrEqual(100);
    }),
  );
  let deep: Record<string, unknown> = { type: "string" };
  for (let level = 0; level < 10_000; level++) deep = { properties: { inner: deep } };
  expect(parametersOf({ parameters: deep })).toEqual([]);
});
