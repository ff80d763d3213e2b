/** The pages of `docs/`, which are part of the package, in sections. */
import { ownFile } from "../own-files.ts";

/** Sections of an answer, and characters of each. */
const MAXIMUM = 4;
const EXCERPT = 1500;

export interface Section {
  readonly uri: string;
  readonly heading: string;
  readonly text: string;
}

const texts = (): Readonly<Record<string, string>> => JSON.parse(ownFile("pages.json"));

/** Names of the pages, without `.md`. */
export const pages = (): string[] => Object.keys(texts());

/** The text of a page; undefined if there is none of that name. */
export const page = (name: string): string | undefined =>
  Object.entries(texts()).find(([one]) => one === name)?.[1];

/** The sections that have most of the words, headings counting more. */
export function searchDocs(query: string): Section[] {
  const words = [...new Set(query.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [])].filter(
    ({ length }) => length > 1,
  );
  return Object.entries(texts())
    .flatMap(([name, text]) => sectionsOf(name, text))
    .map((section) => ({ section, score: scoreOf(section, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MAXIMUM)
    .map(({ section }) => ({ ...section, text: section.text.slice(0, EXCERPT) }));
}

const sectionsOf = (name: string, text: string): Section[] =>
  text.split(/^(?=#{1,3} )/m).map((part) => {
    const [first = "", ...rest] = part.split("\n");
    return { uri: `parley://docs/${name}`, heading: first.replace(/^#+ /, ""), text: rest.join("\n").trim() };
  });

/** Each word counts once, three times in a heading, and a little for each repetition. */
function scoreOf({ heading, text, uri }: Section, words: readonly string[]): number {
  const body = text.toLowerCase();
  const head = `${heading} ${uri}`.toLowerCase();
  return words.reduce((score, word) => {
    const times = body.split(word).length - 1;
    return score + (head.includes(word) ? 3 : 0) + (times > 0 ? 1 + Math.min(times, 10) / 20 : 0);
  }, 0);
}
