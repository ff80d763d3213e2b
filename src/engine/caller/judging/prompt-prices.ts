/** Prices that an agent says against the prices of its own texts. */
import { clean, fold } from "../../transcript/fold.ts";
import { sentences } from "../../transcript/sentences.ts";
import type { Language } from "../language.ts";
import type { MadeCall } from "../made-call.ts";
import type { Words } from "./words.ts";

const LONGEST = 60_000;
const MOST_ITEMS = 200;

const AMOUNT = /([£$€])\s?(\d{1,3}(?:,\d{3}){1,3}|\d{1,7})(\.\d{2})?(?![\d.,]\d)/g;
const ITEM = /^\p{L}[\p{L}'-]{0,30}(?:\s\p{L}[\p{L}'-]{0,30}){0,4}$/u;
/** With these, an amount may follow from more than the list. */
const RELATIVE =
  /\d\s?%|per ?cent|\bhalf[- ]price|\b(?:vat|tax(?:es)?|tips?|gratuity|interest|exchange rate|pro rata|surcharge)\b/i;
/** Prices that are written in another way than those that are read here. */
const OTHERWISE =
  /\d\s?(?:[£$€]|p\b|pence\b|cents?\b|pounds?\b|dollars?\b|euros?\b|(?:GBP|USD|EUR)\b)|\b(?:GBP|USD|EUR)\s?\d/i;
const PROSE =
  /\b(?:is|are|costs?|per|of|for|from|over|under|than|or|more|most|least|fee|up to|every|each|charge)\b/i;

/** In the smallest unit of the currency. */
export interface Amount {
  readonly sign: string;
  readonly minor: number;
  readonly at: number;
  readonly text: string;
}

export const amountsIn = (text: string): Amount[] =>
  [...text.matchAll(AMOUNT)].map(([whole, sign = "", units = "", minor = ".00"], place, all) => ({
    sign,
    minor: Number(units.replaceAll(",", "")) * 100 + Number(minor.slice(1)),
    at: all[place]?.index ?? 0,
    text: whole,
  }));

/** The items of a price list, each with its one price. */
export function priceList(prompt: string): Map<string, Amount> {
  const found = new Map<string, Amount>();
  const twice = new Set<string>();
  for (const line of clean(prompt).split("\n")) {
    const isRow = /^\s*\|.*\|\s*$/.test(line);
    const plain = line.replace(/\*\*|__|`/g, "");
    const parts = isRow
      ? [plain]
      : plain.split(/[·;,•]|\.\s/).map((part) => part.slice(part.lastIndexOf(":") + 1));
    for (const part of parts) {
      const [only, ...more] = amountsIn(part);
      if (!only || more.length > 0) continue;
      const behind = part.slice(only.at + only.text.length).replace(/[|\s.]/g, "");
      const name = fold(
        part
          .slice(0, only.at)
          .replace(/^[\s>*+-]{1,20}|\|/g, " ")
          .replace(/[\s:–—-]{1,10}$/u, ""),
      ).trim();
      if (behind !== "" || !ITEM.test(name) || PROSE.test(name)) continue;
      if (found.has(name) && found.get(name)?.minor !== only.minor) twice.add(name);
      if (found.size < MOST_ITEMS) found.set(name, only);
    }
  }
  for (const name of twice) found.delete(name);
  return found;
}

/** What the agent said of a price, and what its texts say, in words. Undefined if nothing is proved. */
export function againstPrices(
  calls: readonly MadeCall[],
  { prompt, knowledge_base, transcript }: Words,
  { code }: Language,
): string | undefined {
  const texts = `${prompt}\n${knowledge_base}`;
  if (code !== "en" || texts.length > LONGEST || RELATIVE.test(texts) || OTHERWISE.test(texts))
    return undefined;
  const known = amountsIn(texts);
  if (known.length < 2 || new Set(known.map(({ sign }) => sign)).size !== 1) return undefined;
  // What a tool or the caller has named is not the prompt's.
  if (calls.some(({ output }) => hasMoney(output))) return undefined;
  if (transcript.some(({ role, utterance }) => role === "USER" && amountsIn(utterance).length > 0))
    return undefined;
  const list = priceList(prompt);
  for (const { role, utterance } of transcript) {
    if (role !== "AGENT") continue;
    for (const sentence of sentences(clean(utterance).slice(0, 2_000))) {
      const said = amountsIn(sentence).filter((one) => !known.some(({ minor }) => minor === one.minor));
      for (const amount of said) {
        const item = itemBefore(sentence, amount, list);
        if (item)
          return `the agent said ${JSON.stringify(sentence)}, and the prompt says ${JSON.stringify(`${item.name} ${item.price.text}`)}`;
      }
    }
  }
  return undefined;
}

const LINK =
  /^(?:s|es)?\s?(?:\(|:|,|–|-|is|are|costs?|at|for|would be|will be|comes to)?\s?(?:just|only|currently)?\s?$/;
const ONE = /(?:^|[.,:;(!?]|\b(?:a|an|the|one|1|for|your|our|is|or))\s?$/;
/** What comes before may be paid for with the same amount. */
const TOGETHER = /\b(?:and|plus|with|both|\d{1,4})\b|[,&+]/;
/** Nothing behind the price says that it is of more, or of a part. */
const ALONE = /^\s?(?:$|[.,;!?)]|plus\b|and\b)/;

/** The item whose price an amount is said to be: its exact words right before it, one of it, and nothing else. */
function itemBefore(
  sentence: string,
  amount: Amount,
  list: ReadonlyMap<string, Amount>,
): { name: string; price: Amount } | undefined {
  const folded = fold(sentence);
  const before = folded.slice(0, amount.at);
  if (!ALONE.test(folded.slice(amount.at + amount.text.length))) return undefined;
  for (const [name, price] of list) {
    const at = before.lastIndexOf(name);
    if (at < 0 || !LINK.test(before.slice(at + name.length)) || !ONE.test(before.slice(0, at))) continue;
    if (TOGETHER.test(before.slice(0, at))) continue;
    return { name, price };
  }
  return undefined;
}

const MONEY_KEY = /price|cost|fee|amount|total|due|balance|charge|rate|excess|premium|pay|refund|value/i;
const DEPTH = 6;

/** Whether a tool has returned an amount of money. */
function hasMoney(value: unknown, key = "", depth = 0): boolean {
  if (depth > DEPTH) return true;
  if (typeof value === "string")
    return amountsIn(value).length > 0 || (MONEY_KEY.test(key) && /\d/.test(value));
  if (typeof value === "number") return MONEY_KEY.test(key) && value !== 0;
  if (Array.isArray(value)) return value.slice(0, 500).some((one) => hasMoney(one, key, depth + 1));
  return (
    typeof value === "object" &&
    value !== null &&
    Object.entries(value).some(([name, one]) => hasMoney(one, name, depth + 1))
  );
}
