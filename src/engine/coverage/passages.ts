/**
 * Passages of a knowledge base, and where they are seen in conversations. A passage is seen only where eight of its words follow
 * one another that follow one another nowhere else: a short or a common phrase proves nothing.
 */
import { type Word, wordsOf } from "../rules-language/text/words.ts";
import type { Covered } from "./covered.ts";

/** How many consecutive words are never the same by accident. */
export const PASSAGE_RUN = 8;

/** The longest name of a passage. */
const NAME_MAXIMUM = 100;

export interface Passages {
  /** Those that can be recognized, in their order. */
  readonly names: readonly string[];
  /** How many have no run of words of their own. */
  readonly unrecognizable: number;
  /** The names of the passages that are in these texts, except where words are in `elsewhere` too. */
  seenIn(texts: Iterable<string>, elsewhere: Iterable<string>): string[];
}

/**
 * @param text of the knowledge base; blank lines and headings separate its passages
 * @param prompt what the agent knows anyway
 */
export function passagesOf(text: string, prompt = ""): Passages {
  const passages = blocksOf(text);
  /** By run of words: the passage that alone has it, or -1. */
  const owners = new Map<string, number>();
  for (const [at, { runs }] of passages.entries())
    for (const run of runs) owners.set(run, (owners.get(run) ?? at) === at ? at : -1);
  for (const run of runsOf(prompt)) if (owners.has(run)) owners.set(run, -1);
  const recognizable = new Set([...owners.values()].filter((at) => at >= 0));
  const names = new Map<number, string>();
  const taken = new Set<string>();
  for (const at of [...recognizable].toSorted((a, b) => a - b)) {
    const { name = "" } = passages[at] ?? {};
    names.set(at, taken.has(name) ? `${name} (passage ${at + 1})` : name);
    taken.add(name);
  }
  return {
    names: [...names.values()],
    unrecognizable: passages.length - recognizable.size,
    seenIn(texts, elsewhere) {
      const runs = new Map<string, number>();
      for (const text of texts)
        for (const run of runsOf(text)) {
          const owner = owners.get(run) ?? -1;
          if (owner >= 0) runs.set(run, owner);
        }
      if (runs.size > 0) for (const one of elsewhere) for (const run of runsOf(one)) runs.delete(run);
      return [...new Set(runs.values())].flatMap((at) => names.get(at) ?? []);
    },
  };
}

interface Block {
  readonly name: string;
  readonly runs: ReadonlySet<string>;
}

function blocksOf(text: string): Block[] {
  const blocks: string[][] = [];
  let open: string[] = [];
  for (const line of text.split("\n")) {
    const words = line.trim();
    if (words !== "" && !words.startsWith("#")) open.push(words);
    else if (open.length > 0) {
      blocks.push(open);
      open = [];
    }
  }
  if (open.length > 0) blocks.push(open);
  return blocks.map((lines) => {
    const whole = lines.join(" ");
    return { name: shortened(whole), runs: new Set(runsOf(whole)) };
  });
}

const shortened = (text: string) =>
  text.length > NAME_MAXIMUM ? `${text.slice(0, NAME_MAXIMUM - 1).trimEnd()}…` : text;

/** Every run of consecutive words of a text. */
function* runsOf(text: string): Generator<string> {
  const words = wordsOf(text);
  for (let at = 0; at + PASSAGE_RUN <= words.length; at++)
    yield words
      .slice(at, at + PASSAGE_RUN)
      .map(wordIn)
      .join(" ");
}

const wordIn = ({ text }: Word) => text;

/** All texts in a value of JSON, however deep. */
export function* textsIn(value: unknown): Generator<string> {
  const left = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next === "string") yield next;
    else if (typeof next === "object" && next !== null)
      for (const value of Object.values(next)) left.push(value);
  }
}

/** Each passage once, with the number of conversations in which it was seen. */
export function coveredPassages(
  names: readonly string[],
  conversations: readonly (readonly string[])[],
): Covered[] {
  const counts = new Map<string, number>();
  for (const seen of conversations)
    for (const name of new Set(seen)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...new Set(names)].map((name) => {
    const count = counts.get(name) ?? 0;
    return { name, standing: count > 0 ? "reached" : "nothing_seen", conversations: count };
  });
}
