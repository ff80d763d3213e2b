// A full stop after a title or an initial does not end a sentence.
const ABBREVIATION = /(?:^|[\s(])(?:mr|mrs|ms|dr|dra|sr|sra|hr|prof|bzw|ca|\p{Lu})\.$/iu;
// "am 3. Mai" is a German date.
const ORDINAL = /(?:^|\s)\d{1,2}\.$/;
const GERMAN_MONTH = /^(?:Jan|Jän|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez)/;
const BOUNDARY =
  /(?<=[。！？])\s*(?=.)|(?<=[।؟][)"'”’]?)\s+(?=\S)|(?<=[.!?…][)"'”’]?)\s+(?=[^\p{Ll}\s])|\n+/u;

/** The sentences of a text in order, trimmed, with their final punctuation. */
export function sentences(text: string): string[] {
  const groups: string[][] = [];
  for (const piece of text.split(BOUNDARY)) {
    const sentence = piece.trim();
    if (sentence === "") continue;
    const last = groups.at(-1);
    const before = last?.at(-1);
    if (last && before !== undefined && goesOn(before, sentence)) last.push(sentence);
    else groups.push([sentence]);
  }
  return groups.map((pieces) => pieces.join(" "));
}

function goesOn(before: string, after: string): boolean {
  return ABBREVIATION.test(before) || (ORDINAL.test(before) && GERMAN_MONTH.test(after));
}

/** Joins sentences into one text, with a space between them unless the script uses none. */
export function joinSentences(parts: readonly string[]): string {
  const first = parts.findIndex((part) => part !== "");
  const said = first < 0 ? [] : parts.slice(first);
  return said
    .map((part, at) => (at === 0 || /[。！？]$/.test(said[at - 1] ?? "") ? part : ` ${part}`))
    .join("");
}
