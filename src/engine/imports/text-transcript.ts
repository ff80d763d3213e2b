/** A transcript as one text: `Agent: Hello.`, usually with a line for each turn. */
import type { Side } from "../../contract/values.ts";
import { said, textOf } from "./fields.ts";
import type { Entry } from "./reader.ts";

/** No label of a speaker is longer. */
const LABEL_MAXIMUM = 20;

/** The labels in a text of a single line begin its turns. */
function linesOf(text: string, sides: Readonly<Record<string, Side>>): string[] {
  const lines = text.split("\n");
  if (lines.length > 1) return lines;
  const turns: string[][] = [[]];
  for (const word of text.split(" ")) {
    if (word.endsWith(":") && Object.hasOwn(sides, word.slice(0, -1).toLowerCase())) turns.push([]);
    turns.at(-1)?.push(word);
  }
  return turns.map((words) => words.join(" "));
}

/**
 * The turns in a text. A line without a known label continues the turn before it, because any word may come
 * before a colon.
 * @param sides by label in lower case
 */
export function turnsOfText(text: unknown, sides: Readonly<Record<string, Side>>): Entry[] {
  const turns: { side: Side; lines: string[] }[] = [];
  for (const line of linesOf(textOf(text) ?? "", sides)) {
    const colon = line.trimStart().slice(0, LABEL_MAXIMUM).indexOf(":");
    const label = line.trimStart().slice(0, Math.max(0, colon)).toLowerCase();
    const side = Object.hasOwn(sides, label) ? sides[label] : undefined;
    if (side) turns.push({ side, lines: [line.trimStart().slice(colon + 1)] });
    else turns.at(-1)?.lines.push(line);
  }
  return turns.flatMap(({ side, lines }) => {
    const words = textOf(lines.map((line) => line.trim()).join(" "));
    return words === undefined ? [] : [said(side, words)];
  });
}
