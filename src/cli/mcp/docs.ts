/** The pages of `docs/`, which are part of the package, in sections. */
import MiniSearch from "minisearch";
import { readPackedTexts } from "../../lib/packed-texts.ts";

/** How many sections an answer has, and how many characters of each. */
const MAXIMUM = 4;
const EXCERPT = 1500;

interface Section {
  readonly uri: string;
  /** The heading and the name of its page. */
  readonly title: string;
  readonly heading: string;
  readonly text: string;
}

const texts = () => readPackedTexts("pages.br");

/** Names of the pages, without `.md`. */
export const pages = (): string[] => Object.keys(texts());

/** The text of a page; undefined if no page has that name. */
export const page = (name: string): string | undefined =>
  Object.entries(texts()).find(([one]) => one === name)?.[1];

/**
 * The sections that say most about the words. A rare word counts for more than a common one, and a heading
 * for more than the text below it. A word also finds longer words that begin with it. A long table of many
 * words has no advantage (b, d).
 */
export function searchDocs(query: string): Omit<Section, "title">[] {
  const sections = Object.entries(texts()).flatMap(([name, text]) => sectionsOf(name, text));
  const index = new MiniSearch<Section & { readonly id: number }>({
    fields: ["heading", "title", "text"],
    tokenize: (text) => text.match(/[\p{L}\p{N}_]+/gu) ?? [],
    processTerm: (term) => (COMMON.has(term.toLowerCase()) ? null : term.toLowerCase()),
  });
  index.addAll(sections.map((section, id) => ({ id, ...section })));
  return index
    .search(query, { boost: { heading: 2, title: 3 }, prefix: true, bm25: { k: 1.2, b: 0.9, d: 0 } })
    .slice(0, MAXIMUM)
    .flatMap(({ id }) => sections[id] ?? [])
    .map(({ uri, heading, text }) => ({ uri, heading, text: text.slice(0, EXCERPT) }));
}

/** Words of questions that say nothing about the subject. */
const COMMON = new Set(
  "a an and are by can do does for from how i if in is it my of on or that the this to what when where which why with".split(
    " ",
  ),
);

/** A line that begins with # inside a fence is a comment of a shell, not a heading. */
function sectionsOf(name: string, text: string): Section[] {
  const parts: string[][] = [[]];
  let isFenced = false;
  for (const line of text.split("\n")) {
    if (/^ *```/.test(line)) isFenced = !isFenced;
    if (!isFenced && /^#{1,3} /.test(line)) parts.push([]);
    parts.at(-1)?.push(line);
  }
  const named = parts
    .filter((lines) => lines.join("").trim() !== "")
    .map(([first = "", ...rest]) => ({ heading: first.replace(/^#+ /, ""), text: rest.join("\n").trim() }));
  const title = `${named[0]?.heading} ${name}`;
  return named.map((section) => ({ uri: `parley://docs/${name}`, title, ...section }));
}
