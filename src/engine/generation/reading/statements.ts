import { sentences } from "../../transcript/sentences.ts";

/** Markup before the words of a line: headings, list marks, quotation marks of Markdown. */
const LINE_MARKUP =
  /^[\s>]*(?:#{1,6}\s+|[-*•+–—▪◦·]\s+|§\s?\d+[.)]?\s+|\(?\d{1,3}(?:\.\d{1,3})*[.)]\s+|\(?[a-zA-Z][.)]\s+)*/;

/** The sentences of a prompt or a knowledge base, without Markdown; a wrapped paragraph is read as one. */
export function statements(text: string): string[] {
  return paragraphs(text)
    .flatMap(sentences)
    .map((sentence) => sentence.replace(/\s+/g, " ").trim())
    .filter((sentence) => /\p{L}/u.test(sentence));
}

/** Lines of one paragraph joined; an empty line, a heading or a list mark begins another. */
function paragraphs(text: string): string[] {
  const found: string[] = [];
  let open = false;
  for (const line of text.replace(/\r\n?/g, "\n").split("\n")) {
    const markup = LINE_MARKUP.exec(line)?.[0].trim() ?? "";
    const words = line
      .replace(LINE_MARKUP, "")
      .replace(/\*\*|__|`/g, "")
      .trim();
    if (words === "") open = false;
    else if (open && markup === "") found[found.length - 1] = `${found.at(-1)} ${words}`;
    else {
      found.push(words);
      // A heading does not belong to the text below it.
      open = !markup.startsWith("#");
    }
  }
  return found;
}
