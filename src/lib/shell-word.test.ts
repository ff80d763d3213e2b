import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { shellText, shellWord } from "./shell-word.ts";

const echoed = (words: readonly string[]) =>
  execFileSync("sh", ["-c", `printf '%s\\n\\001\\n' ${words.join(" ")}`], { encoding: "utf8" })
    .split("\n\u0001\n")
    .slice(0, -1);

test("a shell takes any text as one word", () => {
  const text = fc.string({ minLength: 1, maxLength: 40 }).map((one) => one.replaceAll(/[\0\u0001]/g, "'"));
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 20 }), (words) => {
      expect(echoed(words.map(shellWord))).toEqual(words);
      expect(echoed(words.map(shellText))).toEqual(words);
    }),
    { numRuns: 30 },
  );
});

test("a word that needs no quotes has none", () => {
  expect(["check.json", "/a/b-c_d.xml", "it's", ""].map(shellWord)).toEqual([
    ...["check.json", "/a/b-c_d.xml", "'it'\\''s'", "''"],
  ]);
});
