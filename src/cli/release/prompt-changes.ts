/** The changes between two prompts, sentence by sentence, and the prompt with only some of them. */
import { sentences } from "../../engine/transcript/sentences.ts";

/** A sentence that was added, removed, or put in the place of another one. Empty: there is none. */
export interface Change {
  readonly removed: string;
  readonly added: string;
  /** Where it is in the newer text, or, if it was removed, where it would be. From 1. */
  readonly line: number;
}

export interface Changes {
  readonly changes: readonly Change[];
  /** The older text with only these of the changes. With none it is the older text, with all the newer one. */
  with(kept: readonly Change[]): string;
}

type Piece = string | (Change & { readonly before: string; readonly after: string });

export async function changesBetween(before: string, after: string): Promise<Changes> {
  const { diffArrays } = await import("diff");
  const parts = diffArrays(tokensOf(before), tokensOf(after), { comparator: isSame });
  const pieces: Piece[] = [];
  let line = 1;
  let [removed, added] = ["", ""];
  const close = () => {
    // A change of white space alone is not a change of the prompt.
    if (removed.trim() !== "" || added.trim() !== "")
      pieces.push({ removed: flat(removed), added: flat(added), line, before: removed, after: added });
    else pieces.push(added);
    line += added.split("\n").length - 1;
    [removed, added] = ["", ""];
  };
  for (const part of parts) {
    const text = part.value.join("");
    if (part.removed) removed += text;
    else if (part.added) added += text;
    else {
      close();
      pieces.push(text);
      line += text.split("\n").length - 1;
    }
  }
  close();
  const changes = pieces.filter((piece) => typeof piece !== "string");
  return {
    changes,
    with(kept) {
      if (kept.length === 0) return before;
      if (kept.length === changes.length) return after;
      return pieces
        .map((piece) =>
          typeof piece === "string" ? piece : kept.includes(piece) ? piece.after : piece.before,
        )
        .join("");
    },
  };
}

const flat = (text: string) => text.replaceAll(/\s+/g, " ").trim();

const isSame = (a: string, b: string) => flat(a) === flat(b);

/** Where a paragraph ends: before an empty line, a heading, an item of a list, a tag or a row of a table. */
const PARAGRAPH = /\n(?=[^\S\n]*(?:\n|#|[-*•+|<>]|\d{1,3}[.)]))/;

/** Sentences and the white space between them, which together are the text. */
function tokensOf(text: string): string[] {
  const paragraphs = text.split(PARAGRAPH);
  return paragraphs.flatMap((paragraph, place) => [...(place > 0 ? ["\n"] : []), ...sentencesIn(paragraph)]);
}

/** The lines of a wrapped paragraph belong together. */
function sentencesIn(paragraph: string): string[] {
  const tokens: string[] = [];
  const isSpace = (place: number) => /\s/.test(paragraph[place] ?? "");
  let at = 0;
  const take = (from: number) => {
    if (at > from) tokens.push(paragraph.slice(from, at));
  };
  for (const sentence of sentences(paragraph.replaceAll("\n", " "))) {
    let start = at;
    while (at < paragraph.length && isSpace(at)) at++;
    take(start);
    start = at;
    for (let left = flat(sentence).replaceAll(" ", "").length; left > 0 && at < paragraph.length; at++)
      if (!isSpace(at)) left--;
    take(start);
  }
  if (at < paragraph.length) tokens.push(paragraph.slice(at));
  return tokens;
}
