import { expect, test } from "vitest";
import { revealLookalikes } from "./lookalikes.ts";

test.each([
  ["a Cyrillic letter in a Latin word", "pr\u043eduction", "pr<U+043E>duction"],
  ["a Greek letter in a Latin word", "\u0391dmin", "<U+0391>dmin"],
  ["a space without width", "prod\u200buction", "prod<U+200B>uction"],
  ["a soft hyphen", "prod\u00aduction", "prod<U+00AD>uction"],
  ["a joiner between Latin letters", "pro\u200dduction", "pro<U+200D>duction"],
  ["a byte order mark", "\ufeffproduction", "<U+FEFF>production"],
])("%s is shown as its code point", (_, text, shown) => {
  expect(revealLookalikes(text)).toBe(shown);
});

test.each(["production", "Ärger", "производство", "παραγωγή 2", "नमस्ते क्‍ष", "👩‍👧", "भाषा-v2", "予約 2"])(
  "%s, of one script, stays as it is",
  (text) => {
    expect(revealLookalikes(text)).toBe(text);
  },
);
