import { bare } from "../../numbers/words.ts";
import { editDistance } from "../../rules-language/near-miss.ts";
import { type Sentence, textOf } from "../sentence.ts";
import { spell } from "../spelling.ts";
import type { Found, Reader } from "./reader.ts";

/** Shorter numbers are everywhere, so only the word beside them tells what they are. */
const SHORT = 2;
/** The end of a number, as agents read it back: "ending in 4242". */
const END = 4;
const PHONE = /^\+?[\d\s().-]{7,}$/;

export function numberReader(value: string): Reader | undefined {
  const forms = formsOf(value);
  const [own = ""] = forms;
  if (own === "") return undefined;
  const short = own.length <= SHORT;
  const isAlike = (other: string) => {
    if (short) return /^\p{Nd}{1,3}$/u.test(other) && other !== own;
    return forms.some(
      (form) =>
        Math.abs(form.length - other.length) <= 1 + form.length / 8 &&
        editDistance(form, other) <= Math.max(1, Math.floor(form.length / 3)),
    );
  };
  const found = (sentence: Sentence): Found[] => {
    const { words, groups } = sentence;
    for (const form of forms) {
      const span = spell(words, groups, form);
      if (span) return [{ is: "same", heard: textOf(sentence, span.from, span.to) }];
    }
    const like: Found[] = [];
    for (const { value: other, from, to } of sentence.runs()) {
      const heard = textOf(sentence, from, to);
      if (!short && other.length >= END && own.endsWith(other)) like.push({ is: "same", heard });
      else if (isAlike(other)) like.push({ is: "alike", heard });
    }
    return like;
  };
  const squeezed = (sentence: Sentence) => bare(sentence.text).replace(/[^\p{L}\p{N}]+/gu, "");
  return {
    kind: "number",
    find: found,
    isSame: (sentence) =>
      forms.includes(squeezed(sentence)) ||
      formsOf(sentence.text).some((form) => forms.includes(form)) ||
      forms.some((form) => {
        const span = spell(sentence.words, sentence.groups, form);
        return span?.from === 0 && span.to === sentence.words.length - 1;
      }),
    isAlike: (sentence) => isAlike(squeezed(sentence)),
    negotiable: short,
    short,
  };

  function formsOf(text: string): string[] {
    const plain = bare(text).replace(/[^\p{L}\p{N}]+/gu, "");
    if (!PHONE.test(text.trim())) return [plain];
    const national = text.trim().startsWith("+")
      ? [1, 2, 3].map((code) => plain.slice(code))
      : plain.startsWith("00")
        ? [3, 4, 5].map((code) => plain.slice(code))
        : plain.startsWith("0")
          ? [plain.slice(1)]
          : [];
    return [plain, ...national.filter((form) => form.length >= 7)];
  }
}
