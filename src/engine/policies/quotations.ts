/** Words that a prompt quotes. */
import { clean, fold } from "../transcript/fold.ts";
import { contentStems, shared } from "./english.ts";

const QUOTED = /["“]([^"“”]{2,120})["”]/g;
/** "Something like "How can I help?"": other words will do. */
const EXAMPLE =
  /\b(?:like|such as|e\.g\.|for (?:example|instance)|along the lines of|similar to|something)\W{0,3}$/i;
/** What the agent fills in itself: "{name}", "[your name]", "<company>", "…". */
const BLANK = /\{[^{}]*\}|\[[^[\]]*\]|<[^<>]*>|…|\.{3,}|_{2,}/;

/** The quotations in a sentence, in order. */
export const quotations = (text: string): string[] =>
  [...clean(text).matchAll(QUOTED)].map(([, words = ""]) => words.replace(/[\s.,;:!?]+$/, ""));

/** The words of a text, one blank between them. */
const wordsIn = (text: string) =>
  fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/**
 * Whether a text contains the words of a quotation in their order. Punctuation, case and spacing make no
 * difference. Blanks in the quotation stand for any words.
 */
export function says(text: string, quotation: string): boolean {
  const said = ` ${wordsIn(text)} `;
  let from = 0;
  for (const part of quotation.split(BLANK)) {
    const words = wordsIn(part);
    if (words === "") continue;
    const at = said.indexOf(` ${words} `, from);
    if (at < 0) return false;
    from = at + words.length + 1;
  }
  return true;
}

/** What a sentence demands word for word, and whether a text contains it. */
export interface Wording {
  readonly says: string;
  readonly isIn: (said: string) => boolean;
}

/**
 * The wording that a sentence demands. Undefined if it quotes nothing. One of several quotations is enough if
 * the sentence says "or". A quotation that is only an example is matched by two thirds of its words.
 */
export function wordingIn(text: string): Wording | undefined {
  const quoted = quotations(text);
  const [first] = quoted;
  if (first === undefined) return undefined;
  const before = text.slice(0, /["“]/.exec(text)?.index);
  if (EXAMPLE.test(before)) {
    const stems = contentStems(first);
    return {
      says: `something like ${JSON.stringify(first)}`,
      isIn: (said) => says(said, first) || (stems.length > 2 && shared(stems, said) * 3 >= stems.length * 2),
    };
  }
  const enough = / or\b/i.test(text.replace(QUOTED, "")) ? quoted : [first];
  return {
    says: enough.map((one) => JSON.stringify(one)).join(" or "),
    isIn: (said) => enough.some((one) => says(said, one)),
  };
}
