/** Facts that are lists: how a caller says them. */
import type { Language } from "../language.ts";
import { momentOf, spokenDate } from "./moments.ts";

type Item = string | number;

interface Known {
  readonly name: string;
  readonly path?: readonly Item[];
  readonly value: Item | boolean;
  readonly items?: readonly Item[];
}

/** "Ibuprofen and paracetamol", as the language says it. */
export function saidTogether(items: readonly Item[], name: string, language: Language): string {
  const inWords = items.map((item) => {
    const date = momentOf(String(item))?.date;
    return date === undefined ? String(item).replaceAll("_", " ") : spokenDate(date, name, language);
  });
  // British English has no comma before "and".
  const locale = language.code === "en" ? "en-GB" : language.code === "yue" ? "zh-HK" : language.code;
  return new Intl.ListFormat(locale, { type: "conjunction" }).format(inWords);
}

/**
 * The facts, with the words in which a caller says those that are lists. Lists of things and of their numbers, from one list of a
 * tool's, are said in one: "2 sandwich platters and 1 fruit basket".
 */
export const withListsSaid = <Fact extends Known>(facts: readonly Fact[], language: Language): Fact[] =>
  facts.map((fact) => {
    const { items, name } = fact;
    if (!items) return fact;
    const counted = isOfNumbers(fact)
      ? { numbers: fact, things: partnerOf(fact, facts) }
      : { numbers: partnerOf(fact, facts), things: fact };
    const { numbers, things } = counted;
    const said =
      numbers?.items && things?.items
        ? things.items.map((thing, place) => `${numbers.items?.[place]} ${thing}`)
        : items;
    return { ...fact, value: saidTogether(said, name, language) };
  });

const isOfNumbers = ({ items = [] }: Known): boolean => items.every((item) => typeof item === "number");

/** The one other list from the same objects, with as many items: numbers for things, things for numbers. */
function partnerOf(fact: Known, facts: readonly Known[]): Known | undefined {
  const found = facts.filter(
    (other) =>
      other !== fact &&
      other.items?.length === fact.items?.length &&
      isOfNumbers(other) !== isOfNumbers(fact) &&
      holderOf(other) !== undefined &&
      holderOf(other) === holderOf(fact),
  );
  return found.length === 1 ? found[0] : undefined;
}

/** The list of objects that a value is in. */
function holderOf({ path = [] }: Known): string | undefined {
  const at = path.findLastIndex((step) => typeof step === "number");
  return at < 0 || at === path.length - 1 ? undefined : path.slice(0, at).join(".");
}
