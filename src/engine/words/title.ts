const TITLE_MAXIMUM = 60;

/** The full stop at the end, also before closing quotes and brackets. "5 p.m." keeps its own. */
const END = /(?<!\b\p{L}\.\p{L}|[.;。．।])[.;。．।]+(?=[\p{Pi}\p{Pf}\p{Pe}"'`*_]*$)/u;

/** A sentence without the full stops and exclamation marks at its end. */
export const withoutStop = (sentence: string): string => sentence.replace(/(?<![.!])[.!]+$/, "");

/** A text on one line, without a full stop. */
export const lineOf = (text: string): string => text.replace(/\s+/g, " ").trim().replace(END, "");

/** A text as a title: one line without a full stop, cut between words if it is long. */
export function titleOf(text: string): string {
  const line = lineOf(text);
  if (line.length <= TITLE_MAXIMUM) return line;
  const cut = line.slice(0, TITLE_MAXIMUM);
  const word = cut.lastIndexOf(" ");
  return `${(word > 0 ? cut.slice(0, word) : cut).toWellFormed().replace(/(?<![\uFFFD.,;:])[\uFFFD.,;:]+$/, "")}…`;
}

/** Makes titles unique by numbering those that occur more than once: "Refund order 1182 (2 of 3)". */
export function numbered(titles: readonly string[]): string[] {
  const totals = new Map<string, number>();
  for (const title of titles) totals.set(title, (totals.get(title) ?? 0) + 1);
  const given = new Map<string, number>();
  return titles.map((title) => {
    const number = (given.get(title) ?? 0) + 1;
    given.set(title, number);
    const total = totals.get(title) ?? 1;
    return total === 1 ? title : `${title} (${number} of ${total})`;
  });
}
