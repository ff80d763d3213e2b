/** What a call has instead of the one value of its kind that was agreed on, whether or not the caller knows it as a fact. */
import { isObject } from "../../../contract/is-object.ts";
import { fold } from "../../transcript/fold.ts";
import type { ErrandFact } from "../errand.ts";
import type { Language } from "../language.ts";
import type { MadeCall } from "../made-call.ts";
import type { Contradiction } from "../state.ts";
import { isBareYes, wordsReadBack } from "../understanding/read-back.ts";
import { isSaid, type Said, wordsOfCaller } from "../understanding/understood.ts";
import { formOf } from "./words.ts";

/** How many items of a list are looked at, at most. */
const MOST = 500;
const DEPTH = 6;
/** "Another way" names no `other`. */
const ANY_WORD = /^(?:any|none|other|others)$/i;
const CODE = /^(?=.*\d)(?=.*[A-Za-z])[A-Za-z0-9-]{2,12}$/;

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
  const readBack = wordsReadBack(heard, at, language);
  const isAgreed = isBareYes(wordsOfCaller(heard.slice(at + 1)), language);
  const own = wordsOfCaller(heard);
  const all = heard.map(({ utterance }) => utterance).join("\n");
  const given = Object.entries(parameters ?? {}).flatMap(([label, value]) =>
    typeof value === "string" && value.length > 1 ? [{ label, value }] : [],
  );
  const chosen = chosenIn(earlier, own, language);
  const isGiven = (value: string) => given.some((one) => one.value.toLowerCase() === value.toLowerCase());
  const flag = isAgreed ? flagAgainst(parameters, readBack, own) : undefined;
  if (flag) return flag;
  const dropped = isAgreed ? droppedFrom(parameters, facts, readBack, own, language) : undefined;
  if (dropped) return dropped;
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
      const [only, ...others] = options.filter((one) => !ANY_WORD.test(one) && says(readBack, one));
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

/** A text of the caller that was read back, and is empty in the call: the words for a card. */
function droppedFrom(
  parameters: MadeCall["parameters"],
  facts: readonly ErrandFact[],
  readBack: string,
  own: string,
  language: Language,
): Contradiction | undefined {
  const fact = facts.find(
    ({ name, value }) =>
      parameters?.[name] === "" &&
      typeof value === "string" &&
      value.length >= SHORTEST_TEXT &&
      [readBack, own].every((text) => isSaid(text, value, language)),
  );
  return fact && { label: fact.name.replaceAll("_", " "), wanted: String(fact.value), said: "" };
}
const SHORTEST_TEXT = 6;

/** A yes or a no that the read-back says of a thing and the call has the other way round: "no helmets", and `helmets: true`. */
function flagAgainst(
  parameters: MadeCall["parameters"],
  readBack: string,
  own: string,
): Contradiction | undefined {
  const flags = Object.entries(parameters ?? {}).filter(([, value]) => typeof value === "boolean");
  for (const [label, value] of flags) {
    const thing = fold(label)
      .replace(/[^a-z]+/g, " ")
      .trim();
    if (thing.length < SHORTEST_THING || thing.includes(" ")) continue;
    const said = new Set(
      [...fold(readBack).matchAll(SAYS_WITH)].flatMap(([, how, what = ""]) =>
        isThing(what, thing) ? [how === "with" || how === "plus"] : [],
      ),
    );
    // The caller may have changed its mind in other words.
    const times = fold(own)
      .split(/[^a-z]+/)
      .filter((word) => isThing(word, thing)).length;
    const [only] = said;
    if (said.size === 1 && only !== undefined && only !== value && times <= 1)
      return { label: thing, wanted: String(only), said: String(value) };
  }
  return undefined;
}

/** "No helmets, for Mo", and not "no delivery fee". */
const SAYS_WITH =
  /\b(with|without|no|plus) (?:an? |the |any )?([a-z]{4,20})(?=$|[.,;:!?)]| (?:and|for|on|at|please|in|from|to)\b)/g;
const SHORTEST_THING = 4;
const isThing = (word: string, thing: string): boolean => word.replace(/s$/, "") === thing.replace(/s$/, "");

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

/** Whether a text says one of a tool's values. */
const saysOption = (text: string, option: string, language: Language): boolean =>
  isSaid(text, option.replaceAll("_", " "), language);

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
