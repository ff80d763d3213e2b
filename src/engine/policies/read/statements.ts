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
/** Endings that no heading has: the sentence continues on the next line. */
const WRAPPED =
  /(?:[,;.!?(–—-]|\b(?:a|an|the|and|or|but|nor|of|to|for|with|in|on|at|by|from|as|if|when|that|which|who|is|are|be|not|no|your|their|our|his|her|its|any|all|every|than|before|after|until|unless))$/i;
const MOST_WORDS_OF_HEADING = 6;
/** "What you don't do", "Never:", "Don'ts": everything in the list below is forbidden. */
const FORBIDDING =
  /^(?:(?:things|topics|what|stuff) (?:that )?(?:you|we) (?:\w+ )?(?:do not|don't|never|cannot|can't|must not|may not|should not|shouldn't|won't)(?: do| discuss| talk about| say)?|(?:you|agents?|the (?:agent|assistant)) (?:must|may|should|can)(?: not|n't| never)|(?:please )?(?:do not|don't|never(?: ever)?|avoid)(?: do)?|don'?t'?s|(?:strictly )?(?:forbidden|prohibited|off[- ]limits|not allowed|no-gos?|out of scope|things to avoid))(?: \([^)]*\))?:?$/i;
const NEGATIVE = /^(?:no|not|never|do not|don't|avoid|nothing|nobody)\b|\b(?:not|never|n't)\b/i;
/** A list item that can follow "Never": it begins with a verb, in lower case or as an imperative. */
const DEED = /^(?:\p{Ll}\p{Ll}+|\p{Lu}\p{Ll}+) (?!is\b|are\b|was\b|will\b|must\b|may\b)/u;

/**
 * The sentences of a prompt or a knowledge base, without Markdown. The lines of a wrapped paragraph are
 * joined first.
 */
export function statements(text: string): string[] {
  return paragraphs(text)
    .flatMap(sentences)
    .map((sentence) => sentence.replace(/\s+/g, " ").trim())
    .filter((sentence) => /\p{L}/u.test(sentence));
}

/**
 * Joins the lines of a paragraph. An empty line, a heading, a table row, or a list mark begins a new one. If
 * a list's heading forbids its items, each item says so itself.
 */
function paragraphs(text: string): string[] {
  const found: string[] = [];
  let open = false;
  let isForbidden = false;
  const lines = text.replace(/\r\n?/g, "\n").split("\n").flatMap(withoutLabel);
  for (const [place, line] of lines.entries()) {
    const markup = LINE_MARKUP.exec(line)?.[0].trim() ?? "";
    const words = wordsOf(line);
    if (words === "" || UNDERLINE.test(line)) {
      open = false;
      continue;
    }
    const isPoint = markup !== "" && !markup.includes("#");
    const joins: boolean = open && markup === "" && !isRow(line);
    if (joins) found[found.length - 1] = `${found.at(-1)} ${words}`;
    else found.push(isForbidden && isPoint ? forbidden(words) : words);
    const isTitle: boolean =
      !joins && (markup.includes("#") || isRow(line) || isHeading(words, lines[place + 1]));
    if (!isPoint && !joins) isForbidden = FORBIDDING.test(words);
    // The text below a heading begins a new paragraph.
    open = !isTitle;
  }
  return found;
}

function withoutLabel(line: string): string[] {
  const label = BOLD_LABEL.exec(line);
  return label ? [label[1] ?? label[2] ?? "", "", line.slice(label[0].length)] : [line];
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

const forbidden = (words: string) =>
  NEGATIVE.test(words) || !DEED.test(words)
    ? words
    : `Never ${words.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase())}`;
