import fc from "fast-check";
import stringWidth from "string-width";
import { expect, test } from "vitest";
import { displayWidth, truncate } from "./truncate.ts";

const anyText = fc.string({ unit: "binary" });
const nearPlain = fc
  .array(fc.integer({ min: 0x20, max: 0x2100 }))
  .map((codes) => String.fromCharCode(...codes).replaceAll(/[\x7f-\x9f]/g, ""));

test("texts measured without the library are as wide as the library says", () => {
  fc.assert(fc.property(fc.oneof(nearPlain, anyText), (text) => displayWidth(text) === stringWidth(text)));
  for (let code = 0x20; code <= 0x2fff; code++) {
    const character = String.fromCharCode(code);
    expect(displayWidth(character), `U+${code.toString(16)}`).toBe(stringWidth(character));
  }
});

test("a text that is cut fits, and begins as it did", () => {
  fc.assert(
    fc.property(fc.oneof(nearPlain, anyText), fc.integer({ min: 1, max: 40 }), (text, width) => {
      const cut = truncate(text, width);
      expect(displayWidth(cut)).toBeLessThanOrEqual(width);
      if (cut !== text) expect(text.startsWith(cut.slice(0, -1))).toBe(true);
    }),
  );
});
