import { expect, test } from "vitest";
import { parseJsonLines } from "./jsonl.ts";
import { toSource } from "./source.ts";

const parsed = (text: string) => parseJsonLines(toSource("m.jsonl", "/nowhere/m.jsonl", text));

test("lines that are not JSON are listed up to 1,000, and the rest is not read", () => {
  const { faults, documents } = parsed(`${"{\n".repeat(100_000)}{}\n`);
  expect(faults).toHaveLength(1001);
  expect(faults.at(-1)).toMatchObject({
    where: "m.jsonl:1001:1",
    message: "1,000 faults are listed; the rest was not read",
  });
  expect(documents).toEqual([]);
});

test("a manifest with too many lines is not read to its end", () => {
  const { faults, documents } = parsed("1\n".repeat(1_000_001));
  expect(documents).toHaveLength(1_000_000);
  expect(faults).toMatchObject([
    { message: "a manifest has at most 1,000,000 lines; the rest was not read" },
  ]);
});
