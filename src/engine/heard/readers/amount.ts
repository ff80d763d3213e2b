import { editDistance } from "../../rules-language/near-miss.ts";
import { type Sentence, textOf } from "../sentence.ts";
import { spell } from "../spelling.ts";
import type { Found, Reader } from "./reader.ts";

/** Shorter amounts are said in words that other numbers have too, so they need their currency. */
const SHORT = 2;

export function amountReader(value: string): Reader | undefined {
  const own = numberIn(value);
  if (own === undefined) return undefined;
  const digits = digitsOf(own);
  const isAlike = (other: number) => {
    const said = digitsOf(other);
    return (
      other !== own &&
      Math.abs(said.length - digits.length) <= 1 &&
      (editDistance(digits, said) <= Math.max(1, Math.floor(digits.length / 2)) || sharesTens(digits, said))
    );
  };
  const isIt = (other: number | undefined) => other === own || other === Math.round(own * 100);
  const found = (sentence: Sentence): Found[] => {
    const amounts = sentence.amounts();
    const same = amounts.find((text) => numberIn(text) === own);
    if (same !== undefined) return [{ is: "same", heard: same }];
    const span = digits.length > SHORT ? spell(sentence.words, sentence.groups, digits) : undefined;
    if (span) return [{ is: "same", heard: textOf(sentence, span.from, span.to) }];
    return amounts.flatMap((text): Found[] =>
      isAlike(numberIn(text) ?? Number.NaN) ? [{ is: "alike", heard: text }] : [],
    );
  };
  return {
    kind: "amount",
    find: found,
    isSame: (sentence) => isIt(numberIn(sentence.figures())) || found(sentence)[0]?.is === "same",
    isAlike: (sentence) => isAlike(numberIn(sentence.figures()) ?? Number.NaN),
    negotiable: true,
    short: false,
  };
}

/** "15" and "50". */
const sharesTens = (a: string, b: string) =>
  a.length === b.length && [...a].some((digit, at) => digit === b[at] || b.includes(digit));

const digitsOf = (amount: number): string =>
  Number.isInteger(amount) ? String(amount) : amount.toFixed(2).replace(".", "");

/** The number of an amount: "1.250,00 €" and "$1,250" are 1250. */
function numberIn(text: string): number | undefined {
  const figures = /\d[\d.,]{0,20}/.exec(text)?.[0].replace(/(?<![.,])[.,]+$/, "");
  if (figures === undefined) return undefined;
  const [, whole = figures, cents] = /^(.{1,18})[.,](\d{1,2})$/.exec(figures) ?? [];
  const number = Number(`${whole.replace(/[.,]/g, "")}.${cents ?? 0}`);
  return Number.isFinite(number) ? number : undefined;
}
