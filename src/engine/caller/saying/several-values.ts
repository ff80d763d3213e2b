/** How a caller says several values at once, so that a plain agent can tell them apart. */
import { saidFromTo } from "../facts/from-to.ts";
import { listed } from "./phrase.ts";
import type { Turn } from "./reply.ts";
import { namedValue } from "./volunteer.ts";

const BARE_NUMBER = /^\d{1,3}$/;

/** Several values at once. A name is said as one: without its words, "Nadia Novak, 2" is hard to take apart. */
export function inOneAnswer(
  values: readonly string[],
  places: readonly number[],
  { caller, language, voice }: Turn,
): string[] {
  const name =
    caller.errand && language.code === "en" && values.length > 1
      ? caller.facts.find(
          ({ slot, value }, at) =>
            slot === "name" && places.includes(at) && values.includes(value) && TWO_WORDS.test(value),
        )
      : undefined;
  const way = caller.errand && language.code === "en" ? saidFromTo(places, caller.facts) : undefined;
  const rest = values.filter((value) => value !== name?.value && !way?.values.includes(value));
  // "60 euros" says the 60 as well.
  const others = rest.filter(
    (value) => !(/^\d{1,6}$/.test(value) && rest.some((other) => other.startsWith(`${value} `))),
  );
  return [
    ...(name ? [`My name is ${name.value}.`] : []),
    ...(way ? [way.say] : []),
    ...(others.length > 0 ? [voice.phrase("answer_list", { value: listed(others, caller.language) })] : []),
  ];
}

const TWO_WORDS = /^\p{Lu}\S* \p{Lu}/u;

/** Each of several numbers with what it counts: "4 adults, 1 child". */
export function withNames(
  answers: readonly { text: string; sentence: boolean }[],
  places: readonly number[],
  { caller, language }: Turn,
): string[] {
  const values = answers.filter(({ sentence }) => !sentence).map(({ text }) => text);
  const numbers = caller.errand ? caller.facts.map(({ value }) => value) : values;
  if (
    language.code !== "en" ||
    numbers.filter((value) => BARE_NUMBER.test(value)).length < (values.length > 1 ? 1 : 2)
  )
    return values;
  const left = [...places];
  return values.map((value) => {
    const at = left.findIndex((place) => caller.facts[place]?.value === value);
    const [place = -1] = at < 0 ? [] : left.splice(at, 1);
    const fact = caller.facts[place];
    if (!fact || fact.label === "" || !BARE_NUMBER.test(value)) return value;
    return caller.errand ? namedValue(fact) : `${value} ${fact.label}`;
  });
}
