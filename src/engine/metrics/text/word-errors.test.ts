import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { alignWords, compareWithReference } from "./word-errors.ts";

function align(reference: string, hypothesis: string) {
  const words = (text: string) => text.split(" ").filter(Boolean);
  return alignWords(words(reference), words(hypothesis));
}

describe("alignWords", () => {
  test("counts a substitution, a deletion, and an insertion", () => {
    // the | cat→dog | sat | (on) | the | mat | +now: H 4, S 1, D 1, I 1 of N 6 and P 6.
    const errors = align("the cat sat on the mat", "the dog sat the mat now");
    expect(errors).toMatchObject({ hits: 4, substitutions: 1, deletions: 1, insertions: 1 });
    expect(errors?.wer).toBeCloseTo(3 / 6, 12);
    expect(errors?.mer).toBeCloseTo(3 / 7, 12);
    // 1 - (4/6) * (4/6).
    expect(errors?.wil).toBeCloseTo(5 / 9, 12);
  });

  test("more insertions than words give a rate above 1", () => {
    const errors = align("yes", "well yes of course");
    expect(errors).toMatchObject({
      hits: 1,
      substitutions: 0,
      deletions: 0,
      insertions: 3,
      wer: 3,
      mer: 0.75,
    });
    expect(errors?.wil).toBeCloseTo(1 - 1 / 4, 12);
  });

  test("nothing recognized loses everything", () => {
    expect(align("a b", "")).toMatchObject({ deletions: 2, wer: 1, mer: 1, wil: 1 });
  });

  test("among alignments with as few errors, the one with most hits counts", () => {
    // a b → b a: two substitutions, or one deletion and one insertion around a hit. Both are two errors.
    expect(align("a b", "b a")).toMatchObject({ hits: 1, substitutions: 0, deletions: 1, insertions: 1 });
  });

  test("the Turkish capital İ is an i", () => {
    expect(compareWithReference("İzmir'e İKİ bilet", ["izmir'e iki bilet"])).toMatchObject({
      value: { wer: 0 },
    });
  });

  test("a reference without words has no rate", () => {
    expect(align("", "a")).toBeNull();
  });

  const sentence = fc.array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 12 });

  test("equal texts have no errors", () => {
    fc.assert(
      fc.property(sentence, (words) => {
        expect(alignWords(words, words)).toMatchObject({ hits: words.length, wer: 0, mer: 0, wil: 0 });
      }),
    );
  });

  test("the counts add up to the lengths of both texts", () => {
    fc.assert(
      fc.property(sentence, sentence, (reference, hypothesis) => {
        const errors = alignWords(reference, hypothesis);
        if (errors === null) throw new Error("a sentence has words");
        const { hits, substitutions, deletions, insertions } = errors;
        expect(Math.min(hits, substitutions, deletions, insertions)).toBeGreaterThanOrEqual(0);
        expect(hits + substitutions + deletions).toBe(reference.length);
        expect(hits + substitutions + insertions).toBe(hypothesis.length);
      }),
    );
  });

  test("exchanging the texts exchanges deletions and insertions", () => {
    fc.assert(
      fc.property(sentence, sentence, (left, right) => {
        const forth = alignWords(left, right);
        const back = alignWords(right, left);
        expect(back).toMatchObject({
          deletions: forth?.insertions,
          insertions: forth?.deletions,
          wil: forth?.wil,
        });
      }),
    );
  });
});

describe("compareWithReference", () => {
  test("case, punctuation and the cut into utterances do not matter", () => {
    const errors = compareWithReference("Hello. I'd like a TABLE, please!", [
      "hello i’d like",
      "a table",
      "please",
    ]);
    expect(errors).toMatchObject({ value: { hits: 6, wer: 0 } });
  });

  test("a reference without words counts as missing", () => {
    expect(compareWithReference("…", ["hello"])).toEqual({ missing: "missing_reference_transcript" });
  });

  test("texts that are too long are not aligned", () => {
    const long = "word ".repeat(8000);
    expect(compareWithReference(long, [long])).toEqual({ missing: "text_too_long" });
  });
});
