/** Hostile texts for a reader, crafted from what its module and the modules beside it look for. */
import { PARTS } from "../parts.ts";
import { type Crafted, craftedFor } from "../patterns/crafted.ts";
import { spread } from "../patterns/parts.ts";
import type { modules } from "./collect.ts";

/** A repetition is followed by something that is not part of it, so that a search has to begin again. */
const ENDS = ["", "!", "\n", "x", "\u0001"];
const MORE = [
  ...[
    "Dr ",
    "Dr Chen or ",
    "large or ",
    "a, b or ",
    "what size ",
    "3 December ",
    "the 3rd ",
    "size? ",
    "YYYY-",
  ],
  ...[
    "we have a, ",
    "a: b\n",
    "- a: b\n",
    "a\n\n",
    "\\",
    "/",
    "&amp;",
    "<a>",
    "<!--",
    "]]>",
    "[",
    "{",
    '{"a":',
  ],
  ...[
    "=",
    ";",
    "a=b; ",
    "%41",
    "..",
    "0.",
    "1:1:",
    "::",
    "é\u0301",
    "😀",
    "\u200b",
    "\ud800",
    "İ",
    "ß",
    "\t",
    "\r\n",
  ],
  ...["00:00:01.000 --> 00:00:02.000\nhi\n\n", "<v A>", "WEBVTT\n\n", "@rules\n", "fail if ", "agent says "],
];

/** At most `most` texts: half from the patterns and strings of the reader's modules, half that are hostile to any reader. */
export function textsFor(file: string, all: ReturnType<typeof modules>, most: number): Crafted[] {
  const own = [all.get(file), ...(all.get(file)?.imports ?? []).map((one) => all.get(one))];
  const crafted = own.flatMap((one, at) => {
    const patterns = spread(one?.patterns ?? [], at === 0 ? 40 : 12);
    return patterns.flatMap((pattern) => spread(craftedOnce(pattern), at === 0 ? 24 : 8));
  });
  const written = own.flatMap((one) => one?.strings ?? []);
  const strings = [...new Set(written)].flatMap((text, at) => repeating(text, at));
  const general = [...PARTS, ...MORE].flatMap((part, at) => repeating(part, at));
  const special = [...spread(crafted, Math.ceil(most / 3)), ...spread(strings, Math.ceil(most / 6) + 1)];
  const found = [...special, ...spread(general, most - special.length)];
  return [...new Map(found.map((one) => [JSON.stringify(one), one])).values()];
}

const repeating = (text: string, at: number): Crafted[] => {
  const after = ENDS[at % ENDS.length] as string;
  const joined = /\w$/.test(text) && at % 2 === 0 ? `${text} ` : text;
  return [{ before: "", again: joined, after }];
};

const known = new Map<RegExp, Crafted[]>();
function craftedOnce(pattern: RegExp): Crafted[] {
  const found = known.get(pattern) ?? craftedFor(pattern);
  known.set(pattern, found);
  return found;
}
