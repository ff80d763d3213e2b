import { bare, type Word, wordsOf } from "../../numbers/words.ts";
import { editDistance } from "../../rules-language/near-miss.ts";
import type { Lexicon } from "../lexicon.ts";
import type { Sentence } from "../sentence.ts";
import { spell } from "../spelling.ts";
import type { Found, Reader } from "./reader.ts";

const PARTICLES = new Set("de da del der di dos du la le van von zu und y e el al bin".split(" "));
/** Shorter parts of names are in too many words. */
const SHORTEST = 3;

export function nameReader(value: string, lexicon: Lexicon): Reader | undefined {
  const parts = partsOf(value, lexicon);
  if (parts.length === 0 || /\p{N}/u.test(value)) return undefined;
  const alike = (word: string) =>
    parts.some(
      (part) =>
        part !== word &&
        Math.abs(part.length - word.length) <= 2 &&
        editDistance(part, word) <= Math.max(1, Math.round(part.length * 0.45)),
    );
  const found = (sentence: Sentence): Found[] => {
    const { words } = sentence;
    const cased = words.some(({ raw }) => /\p{Lu}/u.test(raw));
    const isName = ({ raw }: Word) => !cased || /^\p{Lu}/u.test(raw);
    const same = words.find(
      (word) => isName(word) && formsOf(word.text).some((form) => parts.includes(form)),
    );
    const spelled = parts.some((part) => part.length > SHORTEST && spell(words, sentence.groups, part));
    const misheard = same && besideIt(words, words.indexOf(same));
    if (misheard) return [{ is: "alike", heard: misheard.raw }];
    if (same || spelled) return [{ is: "same", heard: same?.raw ?? value }];
    return words
      .filter(
        (word, at) =>
          isName(word) &&
          word.text.length >= SHORTEST &&
          // A capital letter at the beginning says nothing.
          (at > 0 || !cased) &&
          alike(word.text) &&
          !soundsSame(word.text, parts),
      )
      .map((word) => ({ is: "alike" as const, heard: word.raw }));
  };
  /** "Lukas Wenger" is not Lukas Wegner, although he is called Lukas. */
  const besideIt = (words: readonly Word[], at: number): Word | undefined =>
    [words[at - 1], words[at + 1]].find(
      (word, place) =>
        word &&
        /^\s*$/.test((place === 0 ? words[at] : word)?.gap ?? "") &&
        /^\p{Lu}/u.test(word.raw) &&
        !formsOf(word.text).some((form) => parts.includes(form)) &&
        alike(word.text) &&
        !soundsSame(word.text, parts),
    );
  const other = (sentence: Sentence) => partsOf(sentence.text, lexicon);
  return {
    kind: "name",
    find: found,
    isSame: (sentence) => {
      const said = other(sentence);
      const known = new Set(parts);
      return said.length > 0 && said.every((part) => formsOf(part).some((form) => known.has(form)));
    },
    isAlike: (sentence) => other(sentence).some((part) => alike(part) || parts.includes(part)),
    negotiable: false,
    short: false,
  };
}

const partsOf = (value: string, { titles }: Lexicon): string[] => {
  const all = wordsOf(value).map(({ text }) => text);
  const plain = all.filter((part) => !PARTICLES.has(part) && !titles.has(part));
  return [...new Set(plain.flatMap((part) => (plain.length > 1 && part.length < 2 ? [] : formsOf(part))))];
};

/** With ä as a and as ae. */
const formsOf = (part: string): string[] => [
  ...new Set([part, part.replaceAll(/ae|oe|ue/g, (pair) => pair.charAt(0))]),
];

/** Whether two spellings are one name to the ear, as far as a few rules of thumb tell. */
function soundsSame(word: string, parts: readonly string[]): boolean {
  const sound = soundOf(word);
  return parts.some((part) => soundOf(part) === sound);
}

const soundOf = (word: string): string =>
  bare(word)
    .replace(/ph/g, "f")
    .replace(/[td]h|dt/g, "t")
    .replace(/[ea][iy]/g, "ai")
    .replace(/ck|[cq]/g, "k")
    .replace(/y|ie|ee|ea/g, "i")
    .replace(/z/g, "s")
    .replace(/(.)\1+/g, "$1")
    .replace(/(?<=.)h/g, "")
    .replace(/(?<=.)e$/, "");
