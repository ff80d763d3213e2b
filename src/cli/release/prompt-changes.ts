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
  let removed: string[] = [];
  let added: string[] = [];
  const close = () => {
    const [gone, come] = [unitsOf(removed), unitsOf(added)];
    for (let place = 0; place < Math.max(gone.length, come.length); place++) {
      const [before = "", after = ""] = [gone[place], come[place]];
      // A change of white space alone is not a change of the prompt.
      if (`${before}${after}`.trim() === "") pieces.push(after);
      else pieces.push({ removed: flat(before), added: flat(after), line: lineOf(after), before, after });
      line += after.split("\n").length - 1;
    }
    [removed, added] = [[], []];
  };
  const lineOf = (text: string) => line + (/^\s*/.exec(text)?.[0].split("\n").length ?? 1) - 1;
  for (const part of parts) {
    if (part.removed) removed.push(...part.value);
    else if (part.added) added.push(...part.value);
    else {
      close();
      const text = part.value.join("");
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

/** Each sentence with the white space before it, the last one also with that after it. */
function unitsOf(tokens: readonly string[]): string[] {
  const units: string[] = [];
  let space = "";
  for (const token of tokens) {
    if (token.trim() === "") space += token;
    else {
      units.push(space + token);
      space = "";
    }
  }
  if (space !== "") units.push((units.pop() ?? "") + space);
  return units;
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
