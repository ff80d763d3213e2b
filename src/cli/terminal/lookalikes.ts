/** Makes names that imitate others visible, so that a person notices before saying yes. */

/** Zero-width characters and, in words of Latin letters, also the joiners that other scripts need. */
const INVISIBLE = /[\u00ad\u115f\u1160\u180e\u200b\u2060-\u2064\u3164\ufeff\uffa0]/g;
const JOINERS_IN_LATIN = /(?<=\p{Script=Latin})[\u200c\u200d]|[\u200c\u200d](?=\p{Script=Latin})/gu;
const WORD = /[\p{L}\p{N}\p{M}]+/gu;
const LATIN = /\p{Script=Latin}/u;
/** Scripts with letters that look like Latin ones. */
const ALIKE = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Lisu}]/gu;

const codePoint = (character: string) =>
  `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}>`;

/**
 * The text with code points in place of invisible characters, and of letters of another script within a Latin
 * word: "production" with a Cyrillic о becomes `pr<U+043E>duction`. Words in one script are unchanged.
 */
export function revealLookalikes(text: string): string {
  return text
    .replace(INVISIBLE, codePoint)
    .replace(JOINERS_IN_LATIN, codePoint)
    .replace(WORD, (word) => (LATIN.test(word) ? word.replace(ALIKE, codePoint) : word));
}
