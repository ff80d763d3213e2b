import fc from "fast-check";
import { expect, test } from "vitest";
import { hashOfWord, wordHasher } from "./word-hashes.ts";
import { wordCutter } from "./words.ts";

function hashesOf(text: string): number[] {
  const hashes: number[] = [];
  wordHasher()(text, hashes);
  return hashes;
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
);

test("reading by hand finds the words that cutting finds", () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const text = pieces.join("");
      expect(hashesOf(text)).toEqual(wordCutter()(text).map(hashOfWord));
    }),
    { numRuns: 1000 },
  );
});

test("a text that turns out not to be ASCII adds its words once", () => {
  const hashes = [1];
  wordHasher()("one two größer", hashes);
  expect(hashes).toEqual([1, ...["one", "two", "größer"].map(hashOfWord)]);
});

test("every character is read as cutting reads it, alone, inside a word, between digits and at a seam", () => {
  const add = wordHasher();
  const cut = wordCutter();
  const differing: string[] = [];
  // Everything that the table knows, and General Punctuation, whose common signs are read without cutting.
  const codes = [...Array.from({ length: 0x540 }, (_, code) => code), ...range(0x2000, 0x2070), 0x212a];
  for (const code of codes) {
    const c = String.fromCharCode(code);
    for (const text of [c, `a${c}b`, `1${c}2`, `a ${c}b`, `b${c} a`, `a${c}'${c}`, `x'${c}y`, `1,${c}.2`]) {
      const hashes: number[] = [];
      add(text, hashes);
      if (hashes.join() !== cut(text).map(hashOfWord).join())
        differing.push(`U+${code.toString(16)} ${JSON.stringify(text)}`);
    }
  }
  expect(differing).toEqual([]);
});

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}
