/** Texts that make a backtracking matcher try as much as possible, crafted from the pattern itself. */
import { type Part, partsOf, spread } from "./parts.ts";

/** A text of any length: `before`, then `again` as often as it fits, then `after`. */
export interface Crafted {
  readonly before: string;
  readonly again: string;
  readonly after: string;
}

export const textOf = ({ before, again, after }: Crafted, length: number): string =>
  before +
  again.repeat(Math.max(1, Math.floor((length - before.length - after.length) / again.length))) +
  after;

/** What follows a repetition so that the match fails late, or does not end. */
const MISSES = ["", "\u0001", "!", "\n", "x"];
const JOINTS = ["", " ", "\n", ", ", "."];
/** Characters that are of many classes. */
const ALONE = [
  "a",
  "A",
  "0",
  " ",
  "\n",
  "\t",
  ".",
  ",",
  "-",
  "'",
  '"',
  "_",
  "/",
  ":",
  "<",
  "(",
  "é",
  "中",
  "a ",
  "A ",
  "0 ",
  "1,",
  ". ",
  "A. ",
  "a's ",
];
const VARIANTS = 6;
const MOST = 160;

/** Different texts for a pattern, at most 160. */
export function craftedFor(pattern: RegExp): Crafted[] {
  const whole = partsOf(pattern);
  const found = new Map<string, Crafted>();
  const put = (before: string, again: string, after: string) => {
    if (again !== "") found.set(JSON.stringify([before, again, after]), { before, again, after });
  };
  const samples = [...new Set(variants((pick) => sample(whole, pick)))];
  // Repeated repetitions: those of one part, then of neighbors, after what leads to them.
  variants((pick) => {
    for (const [before, again, rest] of pumped(whole, "", "", pick)) {
      put(before, again, (MISSES[pick(MISSES.length)] as string) || rest);
      put(before, again, MISSES[1] as string);
    }
    return "";
  });
  const repetitions = spread([...found.values()], MOST / 2);
  found.clear();
  // Repeated beginnings: a match begins everywhere, and ends nowhere.
  for (const [number, text] of samples.entries()) {
    const characters = [...text];
    for (let length = 1; length <= Math.min(characters.length, 40); length++)
      put("", characters.slice(0, length).join(""), "");
    const joint = JOINTS[number % JOINTS.length] as string;
    put("", text + joint, "");
    for (const word of text.match(/\p{L}[\p{L}' ]*|\d+/gu) ?? []) put("", word.trim() + (joint || " "), "");
  }
  const beginnings = spread([...found.values()], MOST / 2 - ALONE.length);
  return [...repetitions, ...beginnings, ...ALONE.map((again) => ({ before: "", again, after: "\u0001" }))];
}

type Pick = (count: number) => number;

/** The same again with other choices. */
function variants<T>(make: (pick: Pick) => T): T[] {
  return Array.from({ length: VARIANTS }, (_, seed) => {
    let state = seed * 7919 + 17;
    return make((count) => {
      state = (state * 48_271) % 2_147_483_647;
      return seed === 0 ? 0 : state % count;
    });
  });
}

/** A text that the part matches, apart from edges and look-arounds. */
function sample(part: Part, pick: Pick): string {
  if (part.kind === "set") return part.members[pick(part.members.length)] ?? "";
  if (part.kind === "sequence") return part.items.map((item) => sample(item, pick)).join("");
  if (part.kind === "choice") return sample(part.options[pick(part.options.length)] as Part, pick);
  if (part.kind === "nothing") return "";
  const times = Math.max(part.min, Math.min(part.max, 1 + pick(3)));
  return Array.from({ length: Math.min(times, 8) }, () => sample(part.item, pick)).join("");
}

/** For each repetition: what leads to it, what is repeated, and what follows. */
function pumped(part: Part, before: string, after: string, pick: Pick): [string, string, string][] {
  switch (part.kind) {
    case "set":
      return [];
    case "nothing":
      return part.item ? pumped(part.item, before, after, pick) : [];
    case "choice":
      return part.options.flatMap((option) => pumped(option, before, after, pick));
    case "repeat": {
      const inner = pumped(part.item, before, after, pick);
      if (part.max < 8) return inner;
      const once = sample(part.item, pick);
      return [[before, once, after], [before, once + sample(part.item, pick), after], ...inner];
    }
    case "sequence": {
      const texts = part.items.map((item) => sample(item, pick));
      return part.items.flatMap((item, at) => {
        const lead = before + texts.slice(0, at).join("");
        const rest = texts.slice(at + 1).join("") + after;
        const own = pumped(item, lead, rest, pick);
        // Two neighbors that share a character can divide it between them in many ways.
        const [first] = own;
        return first
          ? [...own, [lead, first[1] + (texts[at + 1] ?? ""), rest] as [string, string, string]]
          : own;
      });
    }
  }
}
