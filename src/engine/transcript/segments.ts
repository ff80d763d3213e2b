/**
 * Up to here, a text goes to the segmenter as a whole. It takes time that grows with the square of what it is given:
 * 100,000 characters take a minute.
 */
const PIECE = 500;
/** A piece ends before a blank or a mark, and only in an unbroken run where it has to. */
const PIECES = new RegExp(`[^]{1,${PIECE}}(?=[\\s、。，．！？；：「」（）]|$)|[^]{1,${PIECE}}`, "gu");

/** The words that the Unicode segmenter finds in a text, by its dictionaries. */
export function segmentedWords(text: string, segmenter: Intl.Segmenter): string[] {
  const words: string[] = [];
  for (const [piece] of text.matchAll(PIECES))
    for (const { segment, isWordLike } of segmenter.segment(piece)) if (isWordLike) words.push(segment);
  return words;
}
