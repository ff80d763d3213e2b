import { bare, type Word } from "../../numbers/words.ts";
import { editDistance } from "../../rules-language/near-miss.ts";
import type { Lexicon } from "../lexicon.ts";
import { type Sentence, textOf } from "../sentence.ts";
import { type Found, mostEdits, type Reader } from "./reader.ts";

/** An address has no more parts on either side of its @. */
const MOST_PARTS = 14;
/** No more addresses of a sentence are looked at. */
const MOST = 8;
const LONGEST = 80;

/** A part of an address, and between which words it is. */
interface Part {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

export function emailReader(value: string, lexicon: Lexicon): Reader | undefined {
  const own = bare(value.trim());
  if (own.length > LONGEST || !/^[^\s@]{1,64}@[^\s@]{1,64}\.[^\s@.]{1,30}$/.test(own)) return undefined;
  const found = (sentence: Sentence): Found[] => {
    const parts = partsOf(sentence, lexicon);
    const marks = parts.flatMap(({ text }, at) => (text === "@" ? [at] : [])).slice(0, MOST);
    const best = marks.flatMap((mark) => bestAround(parts, mark, own) ?? []);
    const same = best.find(({ edits }) => edits === 0);
    const chosen = same ? [same] : best.filter(({ edits }) => edits <= mostEdits(own.length));
    return chosen.map(({ edits, from, to }) => ({
      is: edits === 0 ? "same" : "alike",
      heard: textOf(sentence, from, to),
    }));
  };
  return {
    kind: "email",
    find: found,
    isSame: (sentence) => bare(sentence.text.trim()) === own || found(sentence)[0]?.is === "same",
    isAlike: (sentence) => found(sentence)[0]?.is === "alike",
    negotiable: false,
    short: false,
  };
}

/** The words of a sentence as parts of addresses: signs in words and in figures, everything else as it is. */
function partsOf({ words, text }: Sentence, { signs, letters, numbers, repeats }: Lexicon): Part[] {
  const parts: Part[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as Word;
    const written = word.gap.replace(/[^@._+-]/g, "");
    // "Thanks. Jo": a full stop before a space does not belong to an address.
    if (/^[@._+-]+$/.test(word.gap)) for (const sign of written) parts.push({ text: sign, from: at, to: at });
    const pair = signs.get(`${word.text} ${words[at + 1]?.text ?? ""}`);
    const sign = pair ?? signs.get(word.text);
    const times = repeats.get(word.text);
    const next = words[at + 1];
    const last = pair === undefined ? at : at + 1;
    if (sign !== undefined) parts.push({ text: sign, from: at, to: last });
    else if (times !== undefined && next) {
      const one = letters.get(next.text) ?? next.text;
      if (one.length === 1) {
        parts.push({ text: one.repeat(times), from: at, to: at + 1 });
        at += 1;
        continue;
      }
      parts.push({ text: word.text, from: at, to: at });
    } else {
      // "o" is a letter here.
      const number = word.text.length > 1 ? numbers.get(word.text) : undefined;
      parts.push({ text: number === undefined ? word.text : String(number), from: at, to: at });
    }
    at = last;
  }
  return text.includes("@") || parts.some((part) => part.text === "@") ? parts : [];
}

/** The parts around an @ that are most like an address. */
function bestAround(parts: readonly Part[], mark: number, own: string) {
  const [local = "", domain = ""] = own.split("@");
  const before = bestSide(parts, mark, -1, local);
  const after = bestSide(parts, mark, 1, domain);
  if (!before || !after) return undefined;
  return { edits: before.edits + after.edits, from: before.part.from, to: after.part.to };
}

/** How far one side of an address reaches, so that it is most like what it has to be. */
function bestSide(parts: readonly Part[], mark: number, step: 1 | -1, own: string) {
  let text = "";
  let best: { edits: number; part: Part } | undefined;
  for (let count = 1; count <= MOST_PARTS; count++) {
    const part = parts[mark + step * count];
    if (!part || part.text === "@") break;
    text = step > 0 ? text + part.text : part.text + text;
    if (text.length > own.length + 12) break;
    const edits = editDistance(own, text);
    if (!best || edits < best.edits) best = { edits, part };
  }
  return best;
}
