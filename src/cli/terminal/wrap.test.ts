import { expect, test } from "vitest";
import { wrap } from "./wrap.ts";

test("lines that fit stay as they are", () => {
  expect(wrap("passed\n\n  two  columns ", 40)).toBe("passed\n\n  two  columns ");
});

test.each([
  ["one two three four five", 11, "one two\n  three\n  four five"],
  [
    " 0:02.0  USER   I'd like a pizza with olives",
    32,
    " 0:02.0  USER   I'd like a pizza\n                with olives",
  ],
  [
    "  /flush      end your turn: the caller answers",
    32,
    "  /flush      end your turn: the\n              caller answers",
  ],
  ["next: `parley sim results 12` lists them", 20, "next:\n  `parley sim results 12`\n  lists them"],
  [
    "see https://example.com/a/very/long/address now",
    20,
    "see\n  https://example.com/a/very/long/address\n  now",
  ],
  [
    " 0:01  A  https://example.com/a/very/long/address",
    20,
    " 0:01  A  https://example.com/a/very/long/address",
  ],
  ["日本語 日本語 日本語", 14, "日本語 日本語\n  日本語"],
])("%j in %i columns", (text, columns, wrapped) => {
  expect(wrap(text, columns)).toBe(wrapped);
});
