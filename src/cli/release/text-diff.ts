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
 * The same changes word by word, marked as git marks them: `[-removed-]` and `{+added+}`. Words that changed
 * next to each other are one change: first everything that was removed, then everything that was added. White
 * space is ignored; if nothing else changed, the diff says so. Empty if the texts are equal.
 */
export async function wordDiff(from: NamedText, to: NamedText): Promise<string> {
  if (from.text === to.text) return "";
  const { structuredPatch, diffWords } = await import("diff");
  const { hunks } = structuredPatch(from.name, to.name, from.text, to.text, undefined, undefined, {
    context: CONTEXT,
    ignoreWhitespace: true,
  });
  const marked = ({ removed, added }: Block) => {
    const parts = diffWords(removed.join("\n"), added.join("\n"));
    return { text: grouped(parts).join(""), isChanged: parts.some((part) => part.removed || part.added) };
  };
  const lines = hunks.flatMap((hunk) => {
    const blocks = blocksOf(hunk.lines).map((block) =>
      typeof block === "string" ? { text: block, isChanged: false } : marked(block),
    );
    return blocks.some(({ isChanged }) => isChanged) ? [headOf(hunk), ...blocks.map(({ text }) => text)] : [];
  });
  const shown = lines.length > 0 ? lines : ["only white space changed"];
  return [`--- ${from.name}`, `+++ ${to.name}`, ...shown, ""].join("\n");
}

interface Part {
  readonly value: string;
  readonly removed?: boolean;
  readonly added?: boolean;
}

/** The words with marks. Changes with only signs and white space between them are one. */
function grouped(parts: readonly Part[]): string[] {
  const shown: string[] = [];
  let [removed, added, between] = ["", "", ""];
  const close = () => {
    const start = added.length - added.trimStart().length;
    // The space around a change is that of the new text.
    const gone = added === "" ? removed : removed.trim();
    shown.push(added.slice(0, start), mark(gone, "[-", "-]"), mark(added.slice(start), "{+", "+}"), between);
    [removed, added, between] = ["", "", ""];
  };
  for (const part of parts) {
    const isOpen = removed !== "" || added !== "";
    if (part.removed || part.added) {
      removed += between;
      added += between;
      between = "";
      if (part.removed) removed += part.value;
      else added += part.value;
    } else if (isOpen && between === "" && !/[\p{L}\p{N}]/u.test(part.value)) between = part.value;
    else {
      close();
      shown.push(part.value);
    }
  }
  close();
  return shown;
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

/** Marks each line of a text separately, so that a mark never spans lines, without the space around it. */
const mark = (text: string, open: string, close: string) =>
  text
    .split("\n")
    .map((line) => {
      const said = line.trim();
      const start = line.length - line.trimStart().length;
      return said === ""
        ? line
        : line.slice(0, start) + open + said + close + line.slice(start + said.length);
    })
    .join("\n");

/** Colours the marks of `wordDiff`. */
export const paintWords = (diff: string, paint: Paint): string =>
  diff
    .split("\n")
    .map((line, at) => {
      if (at < 2 && line !== "") return paint.bold(line);
      if (line.startsWith("@@")) return paint.cyan(line);
      return painted(painted(line, "[-", "-]", paint.red), "{+", "+}", paint.green);
    })
    .join("\n");

/** Paints everything from an opening mark to the next closing one. */
function painted(line: string, open: string, close: string, paint: (text: string) => string): string {
  let result = "";
  let copied = 0;
  for (;;) {
    const from = line.indexOf(open, copied);
    const to = from < 0 ? -1 : line.indexOf(close, from + open.length);
    if (to < 0) return result + line.slice(copied);
    result += line.slice(copied, from) + paint(line.slice(from, to + close.length));
    copied = to + close.length;
  }
}
