import { expect, test } from "vitest";
import { wordCutter } from "./words.ts";

test.each([
  ["Hello, World!", ["hello", "world"]],
  ["I don't know - it's O’Neil's", ["i", "don't", "know", "it's", "o'neil's"]],
  ["'quoted' rock 'n' roll'", ["quoted", "rock", "n", "roll"]],
  ["It costs $1,250.50, not 3.", ["it", "costs", "1,250.50", "not", "3"]],
  ["twenty-one e-mails a.b", ["twenty", "one", "e", "mails", "a", "b"]],
  ["ｆｕｌｌ width and ﬁne", ["full", "width", "and", "fine"]],
  ["Grüße aus Köln", ["grüße", "aus", "köln"]],
  ["नमस्ते दुनिया", ["नमस्ते", "दुनिया"]],
  ["İstanbul'da İYİ", ["istanbul'da", "iyi"]],
  ["Алло? Да-да.", ["алло", "да", "да"]],
  [" \t… — ", []],
])("cuts a text into words: %s", (text, words) => {
  expect(wordCutter()(text)).toEqual(words);
});

test("scripts without spaces are cut by a dictionary", () => {
  const cut = wordCutter();
  expect(cut("我想取消预约。")).toEqual(["我想", "取消", "预约"]);
  expect(cut("明日の予約をお願いします").length).toBeGreaterThan(3);
  expect(cut("ผมต้องการยกเลิก")).toEqual(["ผม", "ต้องการ", "ยกเลิก"]);
});
