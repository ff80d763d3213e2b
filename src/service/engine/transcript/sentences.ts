// A full stop after a title or an initial ends no sentence.
const ABBREVIATION = /(?:^|[\s(])(?:mr|mrs|ms|dr|dra|sr|sra|hr|prof|bzw|ca|\p{Lu})\.$/iu;
const BOUNDARY =
  /(?<=[。！？])\s*(?=.)|(?<=[।؟][)"'”’]?)\s+(?=\S)|(?<=[.!?…][)"'”’]?)\s+(?=[^\p{Ll}\s])|\n+/u;

/** The sentences of a text, trimmed, in order, with their final punctuation. */
export function sentences(text: string): string[] {
  const found: string[] = [];
  for (const piece of text.split(BOUNDARY)) {
    const sentence = piece.trim();
    if (sentence === "") continue;
    const previous = found.at(-1);
    if (previous !== undefined && ABBREVIATION.test(previous))
      found[found.length - 1] = `${previous} ${sentence}`;
    else found.push(sentence);
  }
  return found;
}

/** Sentences as one text: with a space between them, except where the script writes none. */
export function joinSentences(parts: readonly string[]): string {
  return parts.reduce(
    (text, part) => (text === "" || /[。！？]$/.test(text) ? text + part : `${text} ${part}`),
    "",
  );
}
