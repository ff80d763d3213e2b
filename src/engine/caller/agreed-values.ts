/** What a call has instead of the one value of its kind that was agreed on, whether or not the caller knows it as a fact. */
import { isObject } from "../../contract/is-object.ts";
import { clean } from "../transcript/fold.ts";
import type { ErrandFact } from "./errand.ts";
import type { Language } from "./language.ts";
import type { MadeCall } from "./made-call.ts";
import { isBareYes } from "./read-back.ts";
import type { Contradiction } from "./state.ts";
import { isSaid, type Said, wordsOfCaller } from "./understood.ts";

/** So many items of lists are looked at. */
const MOST = 500;
const DEPTH = 6;
const CODE = /^(?=.*\d)(?=.*[A-Za-z])[A-Za-z0-9-]{2,12}$/;
const WINDOW = /^(\d{1,2})(?::00)? ?[-–] ?(\d{1,2})(?::00)?$/;

/** The form of a code: `8F` and `9A` have the same. */
const formOf = (code: string): string => code.replace(/\d/g, "9").replace(/[A-Za-z]/g, "A");

/**
 * What a call has instead of what was agreed on: the agent read one code, or one of the values that the tool takes, back, the caller said
 * yes and nothing else, and the call has another one that was not in the read-back. Or the caller has named one of a list that a
 * tool returned, and the call has another of that list, which nobody has named.
 * @param earlier what the agent has called before
 */
export function valueAgainst(
  { parameters, arrival }: MadeCall,
  earlier: readonly MadeCall[],
  facts: readonly ErrandFact[],
  transcript: readonly Said[],
  language: Language,
): Contradiction | undefined {
  if (typeof arrival !== "number") return undefined;
  const heard = transcript.slice(0, Math.ceil(arrival));
  const at = heard.findLastIndex(({ role }) => role === "AGENT");
  const readBack = clean(heard[at]?.utterance ?? "");
  const isAgreed = isBareYes(wordsOfCaller(heard.slice(at + 1)), language);
  const own = wordsOfCaller(heard);
  const all = heard.map(({ utterance }) => utterance).join("\n");
  const given = Object.entries(parameters ?? {}).flatMap(([label, value]) =>
    typeof value === "string" && value.length > 1 ? [{ label, value }] : [],
  );
  const chosen = chosenIn(earlier, own, language);
  const isGiven = (value: string) => given.some((one) => one.value.toLowerCase() === value.toLowerCase());
  for (const { label, value } of given) {
    const found = (wanted: string): Contradiction => ({
      label: label.replaceAll("_", " "),
      wanted,
      said: value,
    });
    const options = facts.find((fact) => fact.name === label)?.options?.map(String) ?? [];
    const says = (text: string, one: string) => saysOption(text, one, language);
    const isFree = !says(readBack, value) && !says(own, value);
    if (isAgreed && isFree && options.includes(value)) {
      const [only, ...others] = options.filter((one) => says(readBack, one));
      if (only !== undefined && others.length === 0) return found(only);
    }
    if (isAgreed && isFree && CODE.test(value) && !isDated(value)) {
      const codes = readBack
        .split(/[^A-Za-z0-9-]+/)
        .filter((one) => CODE.test(one) && formOf(one) === formOf(value));
      const [only, ...others] = [...new Set(codes)];
      if (only !== undefined && others.length === 0 && !isGiven(only)) return found(only);
    }
    for (const { list, only } of chosen)
      if (list.includes(value) && only !== value && !isSaid(all, value, language)) return found(only);
  }
  return undefined;
}

/** Lists that the tools returned, each with the one item that the caller has named. */
function chosenIn(
  earlier: readonly MadeCall[],
  own: string,
  language: Language,
): { readonly list: readonly string[]; readonly only: string }[] {
  let left = MOST;
  return earlier
    .flatMap(({ output }) => textListsIn(output))
    .filter((list) => {
      left -= list.length;
      return left >= 0;
    })
    .flatMap((list) => {
      const [only, ...others] = list.filter((one) => one.length > 3 && isSaid(own, one, language));
      return only !== undefined && others.length === 0 ? [{ list, only }] : [];
    });
}

const isDated = (value: string): boolean => /^\d{4}-\d\d/.test(value);

/** Whether a text says one of a tool's values, also a window of hours in words: "between 8 and 11". */
function saysOption(text: string, option: string, language: Language): boolean {
  const [, from, to] = WINDOW.exec(option) ?? [];
  if (from === undefined || to === undefined) return isSaid(text, option.replaceAll("_", " "), language);
  const hours = [
    ...text.matchAll(/(?<!\d)(\d{1,2})(?::00)?(?: ?[ap]m)? ?(?:and|to|until|till|-|–) ?(\d{1,2})(?!\d)/g),
  ];
  return hours.some(([, first, last]) => isHour(from, first) && isHour(to, last));
}

const HALF_DAY = 12;
const isHour = (hour: string, said = ""): boolean => Number(hour) % HALF_DAY === Number(said) % HALF_DAY;

/** The lists of at least two texts in what a tool returned. */
function textListsIn(output: unknown, depth = 0): string[][] {
  if (depth > DEPTH) return [];
  if (Array.isArray(output)) {
    const texts = output.slice(0, MOST).filter((one): one is string => typeof one === "string");
    return [
      ...(texts.length > 1 ? [texts] : []),
      ...output.slice(0, MOST).flatMap((one) => textListsIn(one, depth + 1)),
    ];
  }
  return isObject(output) ? Object.values(output).flatMap((inner) => textListsIn(inner, depth + 1)) : [];
}
