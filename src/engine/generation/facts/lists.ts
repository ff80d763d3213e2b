/** Lists and tables in the texts of an agent: menus, price lists, names. */
import { stemsOf } from "./stems.ts";

export interface NamedList {
  /** What it is a list of, in the words above it: "Menu Pizza". */
  name: string;
  items: string[];
}

const LINES = 5_000;
const LONGEST_LINE = 2_000;
const LONGEST_ITEM = 60;
const MOST_WORDS = 6;
const HEADING = /^#{1,6}\s+(.{1,80})$/;
const LABEL_ALONE = /^([^|:]{2,60}):$/;
const BULLET = /^(?:[-*•]|\d{1,3}[.)])\s+(\S.*)$/;
const INLINE = /^([^:|]{2,60}):\s+(\S.*)$/;
/** "Lessons (levels: starfish, dolphin)" has a list of its own. */
const IN_BRACKETS = /\(([^():]{2,60}: [^()]{2,400})\)/g;
const PRICE =
  /\s{0,3}(?:(?:[-–:@]|for|at)\s{0,3})?(?:[$€£]\s{0,3})?\d{1,5}(?:[.,]\d{1,2})?\s{0,3}(?:[$€£%]|usd|eur|dollars|euros|pounds)?$/i;

/** The lists of a text, each with the words that say what it lists. */
export function listsIn(text: string): NamedList[] {
  const found: NamedList[] = [];
  let heading = "";
  let bullets: NamedList | undefined;
  let columns: NamedList[] | undefined;
  for (const raw of text.split("\n", LINES)) {
    const line = raw
      .slice(0, LONGEST_LINE)
      .replace(/[*_`]{1,3}/g, "")
      .trim();
    if (!line.startsWith("|")) columns = undefined;
    const above = HEADING.exec(line)?.[1] ?? LABEL_ALONE.exec(line)?.[1];
    if (above !== undefined) {
      heading = above.trim();
      bullets = undefined;
    } else if (line.startsWith("|")) {
      const cells = line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim());
      if (columns) addRow(columns, cells);
      else {
        columns = cells.map((name) => ({ name, items: [] }));
        const [first] = columns;
        // The heading says what the rows are: the first column names them.
        if (first) first.name = `${first.name} ${heading}`.trim();
        found.push(...columns);
      }
    } else if (BULLET.test(line)) {
      const item = BULLET.exec(line)?.[1] ?? "";
      if (!bullets) {
        bullets = { name: heading, items: [] };
        found.push(bullets);
      }
      add(bullets, item.split(/:\s| [-–—] |\(/)[0] ?? "");
      addInline(found, item, "");
    } else if (line !== "") {
      bullets = undefined;
      for (const sentence of line.split(/(?<=[.;])\s+/)) addInline(found, sentence, heading);
    }
  }
  return found.filter(({ name, items }) => name !== "" && items.length > 1);
}

/** "Extras: olives, mushrooms and basil." */
function addInline(found: NamedList[], line: string, heading: string): void {
  for (const [, inner = ""] of line.matchAll(IN_BRACKETS)) addInline(found, inner, heading);
  const [, label, rest] = INLINE.exec(line.replace(IN_BRACKETS, "")) ?? [];
  if (label === undefined || rest === undefined) return;
  const parts = rest.replace(/[.;]$/, "").split(/,\s*(?:and |or )?|(?<!\s)\s+(?:and|or)\s+/);
  if (parts.length < 2 || parts.some((part) => part.split(/\s+/).length > MOST_WORDS)) return;
  const list: NamedList = { name: `${label} ${heading}`.trim(), items: [] };
  for (const part of parts) add(list, part.split("(")[0] ?? "");
  found.push(list);
}

function addRow(columns: readonly NamedList[], cells: readonly string[]): void {
  if (cells.every((cell) => /^:?-+:?$/.test(cell))) return;
  for (const [place, list] of columns.entries()) add(list, cells[place] ?? "");
}

function add({ items }: NamedList, written: string): void {
  const item = written
    .replace(PRICE, "")
    .replace(/(?<![.,;:])[.,;:]+$/, "")
    .trim();
  const fits = item.length <= LONGEST_ITEM && item.split(/\s+/).length <= MOST_WORDS;
  if (fits && /\p{L}/u.test(item) && !items.includes(item)) items.push(item);
}

/**
 * The items of the list that a parameter chooses from: first by its name, otherwise by its description ("A
 * pizza from the menu").
 */
export function itemsFor(
  { name, description = "" }: { name: string; description?: string },
  lists: readonly NamedList[],
): readonly string[] {
  const [named, described] = [stemsOf(name), stemsOf(description)];
  const shared = (stems: ReadonlySet<string>, list: NamedList) =>
    [...stemsOf(list.name)].filter((stem) => stems.has(stem)).length;
  for (const stems of [named, described]) {
    const [best] = lists
      .map((list) => ({ list, score: shared(stems, list) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score);
    if (best) return best.list.items;
  }
  return [];
}
