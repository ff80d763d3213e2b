import { minutesOfDay } from "../facts/dates.ts";
import type { Fact } from "../facts/facts.ts";
import { saysDate } from "../facts/moments.ts";
import { numberOf } from "../facts/rivals.ts";
import { sumOf } from "../facts/sums.ts";
import { findValues, type Value } from "../facts/values.ts";
import type { Language } from "../language.ts";
import { differs } from "./check.ts";
import { isSaidApart } from "./understood.ts";

const HOURS = /\bhours?\b/;

/** "2 pm to 4 pm" says two hours. */
function hoursBetween(text: string, language: Language): number | undefined {
  const times = findValues(text, language).flatMap(({ kind, text: said }) =>
    kind === "time" ? (minutesOfDay(said) ?? []) : [],
  );
  const [from, to] = times;
  return times.length === 2 && from !== undefined && to !== undefined ? (to - from) / 60 : undefined;
}

/** "A wired headset" says `headset wired`. Only of values of two words. */
function isSaidTurned(text: string, value: string, language: Language): boolean {
  const [first, second, ...others] = value.split(/[ _-]/);
  const isOfWords = /^\p{L}{2,30}$/u.test(first ?? "") && /^\p{L}{2,30}$/u.test(second ?? "");
  return isOfWords && others.length === 0 && isSaidApart(text, `${second} ${first}`, language);
}

/** Whether a text says a fact: a day, an hour or a sum in any form. */
export function saysFact(text: string, { value, date, label }: Fact, language: Language): boolean {
  if (date !== undefined) return saysDate(text, date, language);
  const [own] = findValues(value, language);
  const sum = sumOf(value);
  const saysSum = ({ kind, text: said }: Value) =>
    kind === "amount" && sumOf(said.replaceAll(",", "")) === sum;
  return (
    isSaidApart(text, value, language) ||
    isSaidTurned(text, value, language) ||
    (HOURS.test(label) && hoursBetween(text, language) === numberOf(value)) ||
    (sum !== undefined && findValues(text, language).some(saysSum)) ||
    (own?.kind === "time" &&
      findValues(text, language).some((said) => said.kind === "time" && !differs(said, own, language)))
  );
}
