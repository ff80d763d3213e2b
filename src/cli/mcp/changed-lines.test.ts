import { describe, expect, test } from "vitest";
import { changedLines } from "./changed-lines.ts";

describe("what changes between two prompts", () => {
  test("is shown line by line, with how many there are", async () => {
    expect(
      await changedLines("Be kind.\nNever refund.\nSay goodbye.", "Be kind.\nRefund all.\nSay goodbye."),
    ).toBe("1 line removed, 1 added:\n- Never refund.\n+ Refund all.");
    expect(await changedLines("", "Be kind.")).toBe("0 lines removed, 1 added:\n+ Be kind.");
    expect(await changedLines("a", "a")).toBe("the texts are the same");
    expect(await changedLines("a\nb", "a\r\nb")).toBe("only line breaks change");
  });

  test("is shown also far into one long line", async () => {
    const sentences = Array.from({ length: 200 }, (_, index) => `Rule ${index} applies.`);
    const changed = sentences.with(150, "Rule 150 never applies.");
    expect(await changedLines(sentences.join(" "), changed.join(" "))).toBe(
      "1 line removed, 1 added:\n-  Rule 150 applies.\n+  Rule 150 never applies.",
    );
  });

  test("hides nothing: invisible characters are written out, and links cannot be followed", async () => {
    const shown = await changedLines("Be kind.", "Be kind.\u200b\u{e0041}\x1b[2J ![x](https://evil.example)");
    expect(shown).toContain("+ Be kind.\\u{200b}\\u{e0041} ![x] (https[:]//evil.example)");
  });

  test("is bounded, whatever the texts are", async () => {
    const size = 780_000;
    const line = (letter: string) => `${letter}\n`.repeat(size / 2);
    const texts = [" ".repeat(size), "a. ".repeat(size / 3), line("a"), "\n".repeat(size)];
    for (const [at, after] of texts.entries()) {
      const shown = await changedLines(texts.at(at - 1) ?? "", after);
      expect(shown.length).toBeLessThan(7000);
      expect(shown.split("\n").length).toBeLessThanOrEqual(32);
    }
    expect(await changedLines(line("a"), line("b"))).toMatch(
      /^nearly everything changes: 390001 lines before/,
    );
  });
});
