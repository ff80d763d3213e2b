import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { numbered, titleOf } from "../words/title.ts";

describe("titleOf", () => {
  test("keeps a short text on one line", () => {
    expect(titleOf("  Refund\n order\t1182 ")).toBe("Refund order 1182");
  });

  test.each([
    ["Never give medical advice.", "Never give medical advice"],
    ['Always say "You can find our refund policy."', 'Always say "You can find our refund policy"'],
    ["Never mention “our competitor Globo.”", "Never mention “our competitor Globo”"],
    ["Sage nie «Das ist sicher.»", "Sage nie «Das ist sicher»"],
    ["Sage nie „Das ist sicher.“", "Sage nie „Das ist sicher“"],
    ["Promise nothing (whoever asks.)", "Promise nothing (whoever asks)"],
    ["绝不提供医疗建议。", "绝不提供医疗建议"],
    ["Book before 5 p.m.", "Book before 5 p.m."],
    ["Is it open?", "Is it open?"],
    ['Say "no." to refunds', 'Say "no." to refunds'],
  ])("has no full stop at the end: %s", (text, title) => {
    expect(titleOf(text)).toBe(title);
  });

  test("cuts a long text at a word", () => {
    const goal = "Ask for a refund of order 1182, which came broken, and insist until it is promised";
    // The first 60 characters end within "insist".
    expect(titleOf(goal)).toBe("Ask for a refund of order 1182, which came broken, and…");
  });

  test("is never longer than 61 characters and never cuts a character in two", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
        const title = titleOf(text);
        expect(title.length).toBeLessThanOrEqual(61);
        expect(title.isWellFormed()).toBe(true);
      }),
    );
  });
});

describe("numbered", () => {
  test("numbers titles that occur more than once, each among its own", () => {
    expect(numbered(["Refund", "Book", "Refund"])).toEqual(["Refund (1 of 2)", "Book", "Refund (2 of 2)"]);
  });
});
