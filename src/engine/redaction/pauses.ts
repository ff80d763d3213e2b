/** What people say and write between the parts of a number. */

const FILLERS =
  "and then|followed by|und dann|y luego|et puis|then|next|um+|uh+|erm?|hmm+|pause|dash|hyphen|space|dann|ähm?|strich|" +
  "leerzeichen|luego|después|eh+|guion|guión|espacio|puis|ensuite|euh+|tiret|espace";

const SIGN = "[\\s.,;:…\\u2010-\\u2014-]";

/** Up to two filler words, or dots. */
const PAUSE = new RegExp(
  `^(?:${SIGN}{0,6}(?:(?:${FILLERS})${SIGN}{1,6}){1,2}|\\s{0,2}(?:…|\\.{2,4})\\s{0,2}|\\s[\\u2010-\\u2014]\\s)$`,
  "iu",
);
const LONGEST = 40;

/** Whether a text is nothing but a pause between two parts of a number. */
export const isPause = (text: string): boolean => text.length <= LONGEST && PAUSE.test(text);

const FILLER = new RegExp(`^(?:${FILLERS.replaceAll(" ", "|")})$`, "iu");

/** Whether a word may be a part of a pause. */
export const isFiller = (word: string): boolean => word.length <= LONGEST && FILLER.test(word);
