import type { Fact } from "../facts/facts.ts";
import { saysDate } from "../facts/moments.ts";
import { sumOf } from "../facts/sums.ts";
import { findValues, type Value } from "../facts/values.ts";
import type { Language } from "../language.ts";
import { differs } from "./check.ts";
import { isSaidApart } from "./understood.ts";

/** Whether a text says a fact: a day, an hour or a sum in any form. */
export function saysFact(text: string, { value, date }: Fact, language: Language): boolean {
  if (date !== undefined) return saysDate(text, date, language);
  const [own] = findValues(value, language);
  const sum = sumOf(value);
  const saysSum = ({ kind, text: said }: Value) =>
    kind === "amount" && sumOf(said.replaceAll(",", "")) === sum;
  return (
    isSaidApart(text, value, language) ||
    (sum !== undefined && findValues(text, language).some(saysSum)) ||
    (own?.kind === "time" &&
      findValues(text, language).some((said) => said.kind === "time" && !differs(said, own, language)))
  );
}
