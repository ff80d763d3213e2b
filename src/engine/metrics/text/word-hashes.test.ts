import fc from "fast-check";
import { expect, test } from "vitest";
import { hashOfWord, hashWords } from "./word-hashes.ts";
import { wordCutter } from "./words.ts";

function hashesOf(...texts: string[]): number[] {
  return [...hashWords(texts).hashes];
}

function hashesOfCut(...texts: string[]): number[] {
  return texts.flatMap(wordCutter()).map(hashOfWord);
}

test("the hash of a word is FNV-1a", () => {
  // The published vectors: "" is 0x811c9dc5, "a" is 0xe40c292c, "foobar" is 0xbf9cf968.
  expect(hashOfWord("") >>> 0).toBe(0x811c9dc5);
  expect(hashOfWord("a") >>> 0).toBe(0xe40c292c);
  expect(hashOfWord("foobar") >>> 0).toBe(0xbf9cf968);
});

const piece = fc.constantFrom(
  "a",
  "B",
  "don",
  "'",
  ".",
  ",",
  "7",
  "42",
  " ",
  "-",
  "!",
  "é",
  "’",
  "Ü",
  "我想",
  "نعم",
  "\u064e",
);

test("reading by hand finds the words that cutting finds, text by text", () => {
  fc.assert(
    fc.property(fc.array(fc.array(piece, { maxLength: 30 }), { maxLength: 4 }), (texts) => {
      const written = texts.map((pieces) => pieces.join(""));
      const { hashes, ends } = hashWords(written);
      expect([...hashes]).toEqual(hashesOfCut(...written));
      expect(ends).toEqual(written.map((_, at) => hashesOfCut(...written.slice(0, at + 1)).length));
    }),
    { numRuns: 1000 },
  );
});

test("a text that turns out to need cutting adds its words once", () => {
  // U+0308 makes an "ö" of the "o" before it.
  const texts = ["one two gro\u0308ßer", "three"];
  expect(hashesOf(...texts)).toEqual(["one", "two", "größer", "three"].map(hashOfWord));
});

test("every character is read as cutting reads it, alone, inside a word, between digits and at a seam", () => {
  const differing: string[] = [];
  // Everything that the table knows, and General Punctuation, whose common signs are read without cutting.
  const codes = [...Array.from({ length: 0x710 }, (_, code) => code), ...range(0x2000, 0x2070), 0x212a];
  for (const code of codes) {
    const c = String.fromCharCode(code);
    for (const text of [c, `a${c}b`, `1${c}2`, `a ${c}b`, `b${c} a`, `a${c}'${c}`, `x'${c}y`, `1,${c}.2`]) {
      if (hashesOf(text).join() !== hashesOfCut(text).join())
        differing.push(`U+${code.toString(16)} ${JSON.stringify(text)}`);
    }
  }
  expect(differing).toEqual([]);
});

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}
