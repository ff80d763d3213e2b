import { expect, test } from "vitest";
import { readExchange, writeExchange } from "./exchange.ts";

test.each(["→", "->", "=>"])("what a tool returned is after %s", (arrow) => {
  const lines = readExchange([
    `tool: find_order {"id": "a -> b"} ${arrow} {"found": true}`,
    "agent: Found → it.",
  ]);
  expect(lines).toEqual([
    { tool: "find_order", parameters: { id: "a -> b" }, output: { found: true } },
    { agent: "Found → it." },
  ]);
  expect(writeExchange(lines)[0]).toBe('tool: find_order {"id":"a -> b"} → {"found":true}');
});

test("what a tool returned may have an arrow in it, and spaces before it", () => {
  expect(readExchange(['tool: find_order {"id": 7}  ->   {"said": "a -> {b}", "rest": "→ {c}"}'])).toEqual([
    { tool: "find_order", parameters: { id: 7 }, output: { said: "a -> {b}", rest: "→ {c}" } },
  ]);
});

test("what is not a JSON object is refused with its line", () => {
  expect(() => readExchange(["tool: find_order {id: 7}"])).toThrow("find_order {id: 7}");
});
