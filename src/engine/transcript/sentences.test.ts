import { describe, expect, it } from "vitest";
import { joinSentences, sentences } from "./sentences.ts";

describe("sentences", () => {
  it.each([
    ["One. Two! Three? Four", ["One.", "Two!", "Three?", "Four"]],
    ["Mr. Smith pays 3.50 at 10 a.m. tomorrow. OK.", ["Mr. Smith pays 3.50 at 10 a.m. tomorrow.", "OK."]],
    ["予約したい。明日です。", ["予約したい。", "明日です。"]],
    ["मुझे मदद चाहिए। धन्यवाद।", ["मुझे मदद चाहिए।", "धन्यवाद।"]],
    ["أين طلبي؟ شكرا.", ["أين طلبي؟", "شكرا."]],
    ["¿Está abierto? ¡Gracias!", ["¿Está abierto?", "¡Gracias!"]],
    ["Am 3. Mai um 10 Uhr. Um 10. Danke.", ["Am 3. Mai um 10 Uhr.", "Um 10.", "Danke."]],
    ["one\ntwo", ["one", "two"]],
    ["  ", []],
  ])("of %j", (text, expected) => {
    expect(sentences(text)).toEqual(expected);
  });

  it("are joined without a space after a full-width stop", () => {
    expect(joinSentences(["予約したい。", "明日です。"])).toBe("予約したい。明日です。");
    expect(joinSentences(["One.", "Two."])).toBe("One. Two.");
  });
});
