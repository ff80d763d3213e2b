import { describe, expect, test } from "vitest";
import { noPaint } from "../terminal/colour.ts";
import { paintWords, unifiedDiff, wordDiff } from "./text-diff.ts";

const named = (from: string, to: string) =>
  [
    { name: "version 3", text: from },
    { name: "version 4", text: to },
  ] as const;
const head = ["--- version 3", "+++ version 4"];

describe("the diff by words", () => {
  const words = async (from: string, to: string) => (await wordDiff(...named(from, to))).split("\n");

  test("marks what went and what came within its line", async () => {
    expect(await words("Be kind and slow.\n", "Be kind and quick.\n")).toEqual([
      ...head,
      "@@ -1,1 +1,1 @@",
      "Be kind and [-slow-]{+quick+}.",
      "",
    ]);
  });

  test("shows three lines around a change and leaves the others out", async () => {
    const lines = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];
    const after = lines.map((line) => (line === "5" ? "five" : line));
    expect(await words(lines.join("\n"), after.join("\n"))).toEqual([
      ...head,
      "@@ -2,7 +2,7 @@",
      ...["2", "3", "4", "[-5-]{+five+}", "6", "7", "8"],
      "",
    ]);
  });

  test("marks every line of what spans several by itself", async () => {
    expect(await words("Hello.\n", "Hello.\nOne\nTwo\n")).toEqual([
      ...head,
      "@@ -1,1 +1,3 @@",
      "Hello.",
      "{+One+}",
      "{+Two+}",
      "",
    ]);
  });

  test("groups words that changed next to each other: what went, then what came", async () => {
    expect(await words("one two, three four five six", "eins zwei; drei four fuenf six")).toEqual([
      ...head,
      "@@ -1,1 +1,1 @@",
      "[-one two, three-]{+eins zwei; drei+} four [-five-]{+fuenf+} six",
      "",
    ]);
  });

  test("keeps the space of the new text around a change of several lines", async () => {
    expect(await words("Look, then refund at once.\n", "Look, then book.\n\nNever guess.\n")).toEqual([
      ...head,
      "@@ -1,1 +1,3 @@",
      "Look, then [-refund at once.-]{+book.+}",
      "",
      "{+Never guess.+}",
      "",
    ]);
  });

  test.each([
    ["the end of the last line", "Hello.\n", "Hello."],
    ["empty lines and indentation", "Hello.\nYou", "Hello.\n\n  You"],
    ["where a paragraph is wrapped", "One paragraph\nin two lines.", "One\nparagraph in  two lines."],
  ])("says that only white space changed: %s", async (_, from, to) => {
    expect(await words(from, to)).toEqual([...head, "only white space changed", ""]);
    expect(await unifiedDiff(...named(from, to))).not.toBe("");
  });

  test("leaves out changes of white space next to others", async () => {
    const rest = ["1", "2", "3", "4", "5", "6", "7", "8"].join("\n");
    expect(await words(`Be kind.\n${rest}\nlast`, `Be brief.\n${rest}\n  last\n`)).toEqual([
      ...head,
      "@@ -1,4 +1,4 @@",
      "Be [-kind-]{+brief+}.",
      ...["1", "2", "3"],
      "",
    ]);
  });

  test("says nothing of an end that neither text has", async () => {
    expect(await words("Be kind.", "Be brief.")).toEqual([
      ...head,
      "@@ -1,1 +1,1 @@",
      "Be [-kind-]{+brief+}.",
      "",
    ]);
  });

  test("is empty where the texts are the same", async () => {
    expect(await wordDiff(...named("a", "a"))).toBe("");
    expect(await unifiedDiff(...named("a", "a"))).toBe("");
  });
});

test("colours what the marks enclose, and nothing else on the line", () => {
  const paint = { ...noPaint, red: (text: string) => `<${text}>`, green: (text: string) => `(${text})` };
  expect(paintWords("--- a\n+++ b\na [-b-] c {+d+} e", paint)).toBe("--- a\n+++ b\na <[-b-]> c ({+d+}) e");
});
