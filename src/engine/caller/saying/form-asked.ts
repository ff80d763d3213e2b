/** The form in which a question wants its answer: a date in figures or with its year, the end of a number, a code sign by sign. */
import { fold } from "../../transcript/fold.ts";
import { dateInForm } from "../facts/moments.ts";
import type { Turn } from "./reply.ts";

const LAST_FOUR = /\blast (?:four|4)\b/;
const WITH_YEAR = /\byear\b/;
/** Only in English. */
const SIGN_BY_SIGN =
  /\b(?:digit by digit|(?:letter|character|number|figure) by (?:letter|character|number|figure)|one (?:by one|at a time)|in single digits)\b|\bspell\b/;
const NUMBER = /^\+?[\d\s().-]{5,24}$/;
const CODE = /^(?=.*\d)[A-Za-z0-9-]{3,16}$/;

export const asksToSpell = ({ heard, language }: Pick<Turn, "heard" | "language">): boolean =>
  language.code === "en" && SIGN_BY_SIGN.test(fold(heard.text));

/** "+1 4 1 5 …", "K 7 P 2 Q X". Undefined for what nobody spells so. */
function spelled(value: string): string | undefined {
  if (NUMBER.test(value)) return [...value.replace(/[^\d+]/g, "")].join(" ").replace("+ ", "+");
  return CODE.test(value) ? [...value.replace(/-/g, "")].join(" ") : undefined;
}

/** The answer in the form that the agent asks for. */
export function inFormAsked<T extends { text: string }>(answer: T, turn: Turn): T {
  const { caller, heard, language } = turn;
  const asked = fold(heard.asking.join(" "));
  if (LAST_FOUR.test(asked) && /^[+\d\s().-]{7,}$/.test(answer.text))
    return { ...answer, text: answer.text.replace(/\D/g, "").slice(-4) };
  const date = caller.facts.find((fact) => fact.date !== undefined && fact.value === answer.text)?.date;
  const wantsYear = caller.errand !== undefined && language.code === "en" && WITH_YEAR.test(asked);
  if (date !== undefined && wantsYear && !/\d{4}/.test(answer.text))
    return { ...answer, text: `${answer.text} ${date.slice(0, 4)}` };
  const signs = caller.errand && asksToSpell(turn) ? spelled(answer.text) : undefined;
  const text = date === undefined ? signs : dateInForm(date, heard.text);
  return text === undefined ? answer : { ...answer, text };
}
