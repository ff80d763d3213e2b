import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { assign, assignment } from "./set.ts";

const schema = z.toJSONSchema(
  z.strictObject({
    name: z.string(),
    note: z.string().nullish(),
    mode: z.enum(["TEXT", "VOICE"]).nullish(),
    creativity: z.number().nullish(),
    muted: z.boolean(),
    goals: z.array(z.string()),
    traits: z.array(z.strictObject({ trait_name: z.string(), value: z.unknown() })),
    metadata: z.record(z.string(), z.unknown()),
  }),
);

const set = (word: string, body: unknown = {}) => assign(body, assignment.parse(word), schema);

describe("--set path=value", () => {
  test.each([
    ["name=42", { name: "42" }],
    ["note=null", { note: "null" }],
    ["mode=TEXT", { mode: "TEXT" }],
    ["creativity=0.5", { creativity: 0.5 }],
    ["creativity=null", { creativity: null }],
    ["creativity=warm", { creativity: "warm" }],
    ["muted=true", { muted: true }],
    ['goals=["a","b"]', { goals: ["a", "b"] }],
    ["metadata.ticket.id=7", { metadata: { ticket: { id: 7 } } }],
    ["metadata.word=seven", { metadata: { word: "seven" } }],
    ["unknown=1", { unknown: 1 }],
  ])("%s reads the value by the type of the field", (word, body) => {
    expect(set(word)).toEqual(body);
  });

  test("takes any text for a field of text, also one that holds =", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(set(`name=${text}`)).toEqual({ name: text });
      }),
    );
  });

  test("leaves the rest as it was, and the body that it was given too", () => {
    const body = { name: "a", metadata: { x: 1 }, goals: ["g"] };
    expect(set("metadata.y=2", body)).toEqual({ name: "a", metadata: { x: 1, y: 2 }, goals: ["g"] });
    expect(body).toEqual({ name: "a", metadata: { x: 1 }, goals: ["g"] });
  });

  test("counts places of a list from 0, and may add one at its end", () => {
    const body = { goals: ["a", "b"], traits: [{ trait_name: "1", value: 1 }] };
    expect(set("goals.0=7", body)).toMatchObject({ goals: ["7", "b"] });
    expect(set("goals.2=c", body)).toMatchObject({ goals: ["a", "b", "c"] });
    expect(set("traits.0.trait_name=2", body)).toMatchObject({ traits: [{ trait_name: "2", value: 1 }] });
    expect(() => set("goals.3=d", body)).toThrow("3 is no place in a list of 2");
    expect(() => set("goals.x=d", body)).toThrow("x is no place in a list of 2");
  });

  test("makes __proto__ a field like any other", () => {
    const body = set("metadata.__proto__.admin=true") as { metadata: object };
    expect(Object.keys(body.metadata)).toEqual(["__proto__"]);
    expect("admin" in {}).toBe(false);
  });

  test.each(["name", "=1", "a..b=1", ".a=1"])("refuses %s", (word) => {
    expect(() => assignment.parse(word)).toThrow(`must be path=value, not "${word}"`);
  });
});
