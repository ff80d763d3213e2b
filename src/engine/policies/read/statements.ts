import { sentences } from "../../transcript/sentences.ts";

/** Markup before the words of a line: headings, list marks, quotation marks of Markdown. */
const LINE_MARKUP =
  /^[\s>]*(?:#{1,6}\s+|[-*•+–—▪◦·]\s+|§\s?\d+[.)]?\s+|\(?\d{1,3}(?:\.\d{1,3})*[.)]\s+|\(?[a-zA-Z][.)]\s+)*/;
/** "**Redelivery.** reschedule_delivery moves …": a bold heading at the beginning of a line. */
const BOLD_LABEL =
  /^[\s>]*(?:(?:[-*•+]|\d{1,2}[.)])\s+)?(?:\*\*?|__?)(?:([^*_:]{2,60}\.)(?:\*\*?|__?)\s+(?=\S)|([^*_:.]{2,60})(?:\*\*?|__?)\s+(?=\p{Lu}))/u;
const TABLE_RULE = /^[\s|:-]+$/;
/** Below a heading, or between two parts. */
const UNDERLINE = /^\s*(?:={3,}|-{3,}|_{3,}|\*{3,}|~{3,}|#{3,})\s*$/;
const FENCE = /^\s*(?:```|~~~)/;
/** "<refunds>" and "</refunds>" on lines of their own. */
const TAG = /^\s*<(\/?)([A-Za-z][\w -]{0,60})>\s*$/;
/** Endings that no heading has: the sentence continues on the next line. */
const LEFT_OPEN = [
  "a|an|the|and|or|but|nor|of|to|for|with|in|on|at|by|from|as|if|when|that|which|who|is|are|be|not|no",
  "your|their|our|his|her|its|any|all|every|than|before|after|until|unless",
].join("|");
const WRAPPED = new RegExp(`(?:[,;.!?(–—-]|\\b(?:${LEFT_OPEN}))$`, "i");
const MOST_WORDS_OF_HEADING = 6;
/** "What you don't do", "Never:", "Don'ts": everything in the list below is forbidden. */
const FORBIDDING = [
  /^(?:please )?(?:do not|don't|never(?: ever)?|avoid)(?: do)?:?$/i,
  /^(?:(?:things|topics|what|stuff) (?:that )?)?(?:you|we|agents?|the (?:agent|assistant)) (?:\w+ )?(?:never|cannot|can't|won't)(?: do| discuss| say)?:?$/i,
  /^(?:(?:things|topics|what|stuff) (?:that )?)?(?:you|we|agents?|the (?:agent|assistant)) (?:\w+ )?(?:do|can|must|may|should|will)(?: not|n't| never)(?: do| discuss| say)?:?$/i,
  /^(?:don'?t'?s|(?:strictly )?(?:forbidden|prohibited|off[- ]limits|not allowed|no-gos?|out of scope|things to avoid)):?$/i,
];
const NEGATIVE = /^(?:no|not|never|do not|don't|avoid|nothing|nobody)\b|\b(?:not|never|n't)\b/i;
/** A list item that can follow "Never": it begins with a verb, in lower case or as an imperative. */
const DEED = /^(?:\p{Ll}\p{Ll}+|\p{Lu}\p{Ll}+) (?!is\b|are\b|was\b|will\b|must\b|may\b)/u;

/** A paragraph with its words in the end announces what is below it. */
const ANNOUNCES = /:$|\b(?:following|below|these|appl(?:y|ies)|as follows)\b/i;

/** A sentence of a prompt or a knowledge base, without Markdown, and where it stands. */
export interface Statement {
  readonly text: string;
  /** The line on which it begins, from 1. */
  readonly line: number;
  /** What it stands under: headings, the words before a list, the list items around it. */
  readonly under: readonly string[];
  /** The sentences of its paragraph. */
  readonly beside: readonly string[];
  /** Its place among them, from 0. */
  readonly at: number;
  /** Whether it is shown rather than said: a heading, a row of a table, quoted, or in a block of code. */
  readonly isShown: boolean;
}

export interface Outline {
  /** The one heading above everything. */
  readonly title: string | undefined;
  readonly statements: readonly Statement[];
}

interface Paragraph {
  text: string;
  /** The line of each part, with the place in `text` at which the part begins. */
  readonly parts: { readonly at: number; readonly line: number }[];
  readonly under: readonly string[];
  readonly isShown: boolean;
}

/** The sentences of a text. */
export const statements = (text: string): string[] => outline(text).statements.map((one) => one.text);

/** The sentences of a text, and where they stand. The lines of a wrapped paragraph are joined first. */
export function outline(text: string): Outline {
  const { title, paragraphs } = paragraphsOf(text);
  return { title, statements: paragraphs.flatMap(sentencesOf) };
}

function sentencesOf({ text, parts, under, isShown }: Paragraph): Statement[] {
  let from = 0;
  const found = sentences(text)
    .map((sentence) => {
      const at = text.indexOf(sentence.slice(0, 20), from);
      from = Math.max(at, from);
      const line = parts.findLast((part) => part.at <= from)?.line ?? 1;
      return { text: sentence.replace(/\s+/g, " ").trim(), line };
    })
    .filter((sentence) => /\p{L}/u.test(sentence.text));
  const texts = found.map((sentence) => sentence.text);
  return found.map((sentence, at) => ({ ...sentence, under, beside: texts, at, isShown }));
}

interface Level {
  /** Headings are below zero. A list item is one deeper than a paragraph of the same indentation. */
  readonly depth: number;
  readonly paragraph: Paragraph;
}

const DEEPEST_HEADING = -1;

/**
 * Joins the lines of a paragraph. An empty line, a heading, a table row, or a list mark begins a new one. If
 * a list's heading forbids its items, each item says so itself.
 */
function paragraphsOf(text: string): { title: string | undefined; paragraphs: Paragraph[] } {
  const paragraphs: Paragraph[] = [];
  const tags: string[] = [];
  let levels: Level[] = [];
  let title: string | undefined;
  let open = false;
  let isForbidden = false;
  let isCode = false;
  const lines = text
    .replace(/\r\n?/g, "\n")
    .split("\n")
    .flatMap((whole, place) => withoutLabel(whole).map((part) => ({ ...part, number: place + 1 })));
  for (const [place, { line, number, depth: ofLabel }] of lines.entries()) {
    const markup = LINE_MARKUP.exec(line)?.[0].trim() ?? "";
    const words = wordsOf(line);
    const [, closing, tag] = TAG.exec(line) ?? [];
    if (tag !== undefined && closing === "/") tags.pop();
    if (FENCE.test(line)) isCode = !isCode;
    if (words === "" || UNDERLINE.test(line)) {
      open = false;
      continue;
    }
    const last = paragraphs.at(-1);
    const isPoint = markup !== "" && !markup.includes("#");
    if (open && last && markup === "" && !isRow(line) && tag === undefined) {
      last.parts.push({ at: last.text.length + 1, line: number });
      last.text = `${last.text} ${words}`;
      continue;
    }
    const isLabel = ofLabel !== undefined && lines[place + 1]?.line === "";
    const isShort =
      isLabel || markup.includes("#") || isRow(line) || isHeading(words, lines[place + 1]?.line);
    const isHead = isShort && !isPoint;
    const indent = line.length - line.trimStart().length;
    const depth =
      ofLabel ??
      (markup.includes("#")
        ? markup.lastIndexOf("#") - 20
        : isHead
          ? DEEPEST_HEADING
          : 2 * indent + (isPoint ? 1 : 0));
    // What ends in a colon introduces the next paragraph, even if that is not a list.
    const isAnnounced = !isHead && !isPoint && last?.text.endsWith(":");
    levels = levels.filter((level) => level.depth < depth || (isAnnounced && level.paragraph === last));
    const above = levels.filter(
      ({ depth: at, paragraph }) => at < 0 || at % 2 === 1 || ANNOUNCES.test(paragraph.text),
    );
    const text = isForbidden && isPoint ? forbidden(words) : words;
    const under = above.map((level) => level.paragraph.text);
    const paragraph: Paragraph = {
      text,
      parts: [{ at: 0, line: number }],
      // What a heading forbids says so itself.
      under: [...tags, ...(text === words ? under : under.filter((one) => !isForbidding(one)))],
      isShown: isHead || isCode || /^\s*>/.test(line) || tag !== undefined,
    };
    const isTitle =
      paragraphs.length === 0 &&
      isHead &&
      lines.every((one) => one.number === number || !isSameHeading(one.line, markup));
    if (isTitle) title = words;
    else if (!isRow(line) && tag === undefined) levels.push({ depth, paragraph });
    if (tag !== undefined && closing !== "/") tags.push(tag.replaceAll("_", " "));
    paragraphs.push(paragraph);
    if (!isPoint) isForbidden = isForbidding(words);
    // The text below a heading begins a new paragraph.
    open = !isShort && tag === undefined;
  }
  return { title, paragraphs };
}

const isForbidding = (words: string) => FORBIDDING.some((heading) => heading.test(words));

const isSameHeading = (line: string, markup: string) =>
  markup.includes("#") && LINE_MARKUP.exec(line)?.[0].trim() === markup;

/** A line of a text. `depth`: of a bold label, or of what follows it on its line. */
interface Written {
  readonly line: string;
  readonly depth?: number;
}

/** A bold label is a heading. In a list item, it is one for this item alone. */
function withoutLabel(line: string): Written[] {
  const label = BOLD_LABEL.exec(line);
  if (!label) return [{ line }];
  const isPoint = LINE_MARKUP.exec(line)?.[0].trim() !== "";
  const depth = isPoint ? 2 * (line.length - line.trimStart().length) + 1 : DEEPEST_HEADING;
  const rest = { line: line.slice(label[0].length), depth: depth + 1 };
  return [{ line: label[1] ?? label[2] ?? "", depth }, { line: "" }, rest];
}

const isRow = (line: string) => /^\s*\|.*\|\s*$/.test(line);

function wordsOf(line: string): string {
  if (isRow(line))
    return TABLE_RULE.test(line)
      ? ""
      : line
          .split("|")
          .map((cell) => cell.replace(/\*\*|__|`/g, "").trim())
          .filter(Boolean)
          .join(", ");
  return line
    .replace(LINE_MARKUP, "")
    .replace(/\*\*|__|`/g, "")
    .trim();
}

/** A short line without an end, which the next line does not continue. */
function isHeading(words: string, next = ""): boolean {
  const isShort = words.split(/\s+/).length <= MOST_WORDS_OF_HEADING;
  return (
    isShort && !WRAPPED.test(words) && /^[^\p{Ll}]*\p{Lu}/u.test(words) && /^[^\p{Ll}]/u.test(next.trim())
  );
}

/** "English only", "Cash only": what is wanted, also in a list of what is not. */
const WANTED_ALONE = /^(?:\p{L}+ ){1,2}only[.!]?$/u;

const forbidden = (words: string) =>
  NEGATIVE.test(words) || WANTED_ALONE.test(words) || !DEED.test(words)
    ? words
    : `Never ${words.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase())}`;
