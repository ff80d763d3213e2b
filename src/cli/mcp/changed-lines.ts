/** What differs between two texts, in few words, for a person who has to agree to the new one. */

import { counted } from "../../engine/words/counted.ts";
import { plainLine } from "./untrusted-text.ts";

/** How many changed pieces are shown, and how many characters of a piece. */
const SHOWN = 30;
const PIECE_MAXIMUM = 200;
/** With more differences, the texts are not compared further, because that takes ever longer. */
const EDITS_MAXIMUM = 1000;

/** Long lines are divided after sentences, else between words, so that a change far into one is shown too. */
const PIECES = /.{1,200}?(?:[.!?](?=\s)|$)|.{1,200}(?=\s)|.{1,200}/gsu;

const piecesOf = (text: string): string[] =>
  (text === "" ? [] : text.split(/\r?\n/)).flatMap((line) =>
    line.length > PIECE_MAXIMUM ? (line.match(PIECES) ?? []) : [line],
  );

const linesOf = (count: number, what: string) => `${counted(count, "line")} ${what}`;

/** The changed lines, marked with - and +, after a line with how many there are. */
export async function changedLines(before: string, after: string): Promise<string> {
  const [from, to] = [piecesOf(before), piecesOf(after)];
  const { diffArrays } = await import("diff");
  const parts = diffArrays(from, to, { maxEditLength: EDITS_MAXIMUM });
  if (!parts)
    return `nearly everything changes: ${linesOf(from.length, "before")}, ${to.length} after, and more than ${EDITS_MAXIMUM} of them differ`;
  const changed = parts.flatMap(({ added, removed, value }) =>
    added || removed ? value.map((piece) => `${added ? "+" : "-"} ${plainLine(piece)}`) : [],
  );
  if (changed.length === 0) return before === after ? "the texts are the same" : "only line breaks change";
  const added = changed.filter((line) => line.startsWith("+")).length;
  const left = changed.length - SHOWN;
  return [
    `${linesOf(changed.length - added, "removed")}, ${added} added:`,
    ...changed.slice(0, SHOWN),
    ...(left > 0 ? [`… ${left} more changed lines are left out`] : []),
  ].join("\n");
}
