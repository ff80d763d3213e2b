import { bare, type Word, wordsOf } from "../../numbers/words.ts";
import { editDistance } from "../../rules-language/near-miss.ts";
import type { Lexicon } from "../lexicon.ts";
import { type Sentence, textOf } from "../sentence.ts";
import type { Found, Reader } from "./reader.ts";

/** How many words may be between a street and its number. */
const NEAR = 3;
/** "Quatre vingt dix huit" has four words. */
const LONGEST = 4;
const SHORTEST = 3;

/** An address, by the name of its street and the number of its house, and by its postal code. */
export function addressReader(value: string, lexicon: Lexicon): Reader | undefined {
  const words = wordsOf(value);
  const number = words.findIndex(({ text }) => /^\p{Nd}{1,4}\p{L}?$/u.test(text));
  const names = words.flatMap((word, at) =>
    isName(word, lexicon) ? [{ word: nameOf(word, lexicon), at }] : [],
  );
  const street = names.toSorted(
    (a, b) => Math.abs(a.at - number) - Math.abs(b.at - number) || a.at - b.at,
  )[0];
  const house = bare(words[number]?.text ?? "");
  if (number < 0 || !street) return undefined;
  const codes = words.filter(({ text }) => /^\p{Nd}{5}$/u.test(text)).map(({ text }) => text);

  const read = (sentence: Sentence, isStreet: (word: string) => boolean) => {
    const { words: said, groups } = sentence;
    for (const [at, word] of said.entries()) {
      if (!isStreet(nameOf(word, lexicon))) continue;
      const places = Array.from({ length: 2 * NEAR + LONGEST + 1 }, (_, step) => at - NEAR - LONGEST + step);
      const near = places
        .toSorted((a, b) => Math.abs(a - at) - Math.abs(b - at))
        .flatMap((place) =>
          place === at || place < 0 || place >= said.length
            ? []
            : groups(place)
                .filter(({ value: digits, doubtful }) => !doubtful && /^\p{Nd}{1,4}\p{L}?$/u.test(digits))
                .toSorted((a, b) => b.words - a.words)
                .slice(0, 1)
                .map(({ value: digits, words: count }) => ({ digits, from: place, to: place + count - 1 }))
                .filter(({ to }) => to >= at - NEAR),
        );
      // "Twenty three": the number that has the most words, of those that touch.
      const whole = near.find(
        (one) =>
          !near.some(
            (other) =>
              other !== one &&
              other.from <= one.from &&
              other.to >= one.to &&
              other.to - other.from > one.to - one.from,
          ),
      );
      if (!whole) return { at, digits: undefined, from: at, to: at };
      return { at, digits: whole.digits, from: Math.min(at, whole.from), to: Math.max(at, whole.to) };
    }
    return undefined;
  };
  const found = (sentence: Sentence): Found[] => {
    const exact = read(sentence, (word) => word === street.word);
    if (exact) {
      if (exact.digits === undefined) return [];
      const heard = textOf(sentence, exact.from, exact.to);
      return [{ is: exact.digits === house && !otherCode(sentence) ? "same" : "alike", heard }];
    }
    const like = read(
      sentence,
      (word) =>
        word.length >= SHORTEST &&
        Math.abs(word.length - street.word.length) <= 2 &&
        editDistance(word, street.word) <= Math.max(1, Math.floor(street.word.length * 0.4)),
    );
    return like?.digits === house ? [{ is: "alike", heard: textOf(sentence, like.from, like.to) }] : [];
  };
  const otherCode = ({ words: said }: Sentence) => {
    const others = said.filter(({ text }) => /^\p{Nd}{5}$/u.test(text)).map(({ text }) => text);
    return codes.length > 0 && others.length > 0 && !others.some((code) => codes.includes(code));
  };
  return {
    kind: "address",
    find: found,
    isSame: (sentence) => found(sentence)[0]?.is === "same",
    isAlike: (sentence) => found(sentence)[0]?.is === "alike",
    negotiable: false,
    short: false,
  };
}

const isName = ({ text }: Word, { streets }: Lexicon) =>
  text.length >= SHORTEST && !/\p{Nd}/u.test(text) && !streets.has(text);

/** "Lindenstr" and "Lindenstrasse" are one street. */
function nameOf({ text }: Word, { streets }: Lexicon): string {
  for (const [form, whole] of streets)
    if (form.length > 2 && text.length > form.length + 2 && text.endsWith(form))
      return text.slice(0, -form.length) + whole;
  return text;
}
