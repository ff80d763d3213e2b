// A full stop after a title or an initial does not end a sentence.
const ABBREVIATION = /(?:^|[\s(])(?:mr|mrs|ms|dr|dra|sr|sra|hr|prof|bzw|ca|\p{Lu})\.$/iu;
// "am 3. Mai" is a German date.
const ORDINAL = /(?:^|\s)\d{1,2}\.$/;
const GERMAN_MONTH = /^(?:Jan|Jän|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez)/;
const BOUNDARY =
  /(?<=[。！？])\s*(?=.)|(?<=[।؟][)"'”’]?)\s+(?=\S)|(?<=[.!?…][)"'”’]?)\s+(?=[^\p{Ll}\s])|\n+/u;

/** The sentences of a text in order, trimmed, with their final punctuation. */
export function sentences(text: string): string[] {
  const found: string[] = [];
  for (const piece of text.split(BOUNDARY)) {
    const sentence = piece.trim();
    if (sentence === "") continue;
    const previous = found.at(-1);
    if (previous !== undefined && goesOn(previous, sentence))
      found[found.length - 1] = `${previous} ${sentence}`;
    else found.push(sentence);
  }
  return found;
}

function goesOn(before: string, after: string): boolean {
  return ABBREVIATION.test(before) || (ORDINAL.test(before) && GERMAN_MONTH.test(after));
}

/** Joins sentences into one text, with a space between them unless the script uses none. */
export function joinSentences(parts: readonly string[]): string {
  return parts.reduce(
    (text, part) => (text === "" || /[。！？]$/.test(text) ? text + part : `${text} ${part}`),
    "",
  );
}
