import { describe, expect, it } from "vitest";
import { processorMs } from "../../../test/support/processor-time.ts";
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
  ])("are found in %j", (text, expected) => {
    expect(sentences(text)).toEqual(expected);
  });

  it("are joined without a space after a full-width stop", () => {
    expect(joinSentences(["予約したい。", "明日です。"])).toBe("予約したい。明日です。");
    expect(joinSentences(["One.", "Two."])).toBe("One. Two.");
  });

  it("take a moment, however many titles follow one another, and however many there are to join", () => {
    expect(sentences("Dr. Ann. Mr. Bo.")).toEqual(["Dr. Ann.", "Mr. Bo."]);
    let one: readonly string[] = [];
    expect(processorMs(() => (one = sentences("Dr. ".repeat(100_000))))).toBeLessThan(1000);
    expect(one).toHaveLength(1);
    expect(processorMs(() => joinSentences(Array(100_000).fill("。")))).toBeLessThan(1000);
    expect(joinSentences(["", "One.", "", "Two."])).toBe("One.  Two.");
  });
});
