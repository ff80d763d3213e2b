/** The changes between two texts: a unified diff for programs, and changed words for people. */
import type { StructuredPatchHunk } from "diff";
import type { Paint } from "../terminal/colour.ts";

export interface NamedText {
  /** Its name in the diff's header. */
  readonly name: string;
  readonly text: string;
}

/** Context lines around a change. */
const CONTEXT = 3;

/** The unified diff from one text to the other; empty if they are equal. */
export async function unifiedDiff(from: NamedText, to: NamedText): Promise<string> {
  if (from.text === to.text) return "";
  const { createTwoFilesPatch, FILE_HEADERS_ONLY } = await import("diff");
  return createTwoFilesPatch(from.name, to.name, from.text, to.text, undefined, undefined, {
    context: CONTEXT,
    headerOptions: FILE_HEADERS_ONLY,
  });
}

/**
 * The same changes word by word, marked as git marks them: `[-removed-]` and `{+added+}`. A paragraph in
 * which one word changed appears once, not twice. Empty if the texts are equal.
 */
export async function wordDiff(from: NamedText, to: NamedText): Promise<string> {
  if (from.text === to.text) return "";
  const { structuredPatch, diffWordsWithSpace } = await import("diff");
  const { hunks } = structuredPatch(from.name, to.name, from.text, to.text, undefined, undefined, {
    context: CONTEXT,
  });
  const endChanged = from.text.endsWith("\n") !== to.text.endsWith("\n");
  const marked = (block: Block) =>
    diffWordsWithSpace(block.removed.join("\n"), block.added.join("\n"))
      .map(({ value, removed, added }) =>
        removed ? mark(value, "[-", "-]") : added ? mark(value, "{+", "+}") : value,
      )
      .join("");
  const lines = hunks.flatMap((hunk) => [
    headOf(hunk),
    ...blocksOf(hunk.lines).map((block) => (typeof block === "string" ? block : marked(block))),
    // Words do not show whether the last line ends with a newline, so say so if that changed.
    ...(endChanged ? new Set(hunk.lines.filter((line) => line.startsWith("\\"))) : []),
  ]);
  return [`--- ${from.name}`, `+++ ${to.name}`, ...lines, ""].join("\n");
}

/** Removed lines and the added lines that replace them. */
interface Block {
  readonly removed: string[];
  readonly added: string[];
}

const headOf = ({ oldStart, oldLines, newStart, newLines }: StructuredPatchHunk) =>
  `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`;

/** The lines of a hunk: unchanged lines one by one, and changed lines in groups. */
function blocksOf(lines: readonly string[]): (string | Block)[] {
  const blocks: (string | Block)[] = [];
  for (const line of lines) {
    const [sign, text] = [line[0], line.slice(1)];
    if (sign === "\\") continue;
    const last = blocks.at(-1);
    const open: Block = typeof last === "object" ? last : { removed: [], added: [] };
    if (sign === " ") blocks.push(text);
    else {
      open[sign === "-" ? "removed" : "added"].push(text);
      if (open !== last) blocks.push(open);
    }
  }
  return blocks;
}

/** Marks each line of a text separately, so that a mark never spans lines. */
const mark = (text: string, open: string, close: string) =>
  text
    .split("\n")
    .map((line) => (line === "" ? "" : open + line + close))
    .join("\n");

/** Colours the marks of `wordDiff`. */
export const paintWords = (diff: string, paint: Paint): string =>
  diff
    .split("\n")
    .map((line, at) => {
      if (at < 2 && line !== "") return paint.bold(line);
      if (line.startsWith("@@")) return paint.cyan(line);
      return line
        .replaceAll(/\[-.*?-\]/g, (gone) => paint.red(gone))
        .replaceAll(/\{\+.*?\+\}/g, (come) => paint.green(come));
    })
    .join("\n");
