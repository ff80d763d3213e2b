/** The option of a menu that the agent has just ruled out: "A double takes 2 guests at most, and you are 3. A single, a double or a family room?" Only in English. */
import { fold, mentions } from "../../transcript/fold.ts";
import { numberOf } from "../facts/rivals.ts";
import { isLimitSaid } from "../understanding/denied.ts";
import { bareLetters } from "../words.ts";
import type { Turn } from "./reply.ts";

const AT_MOST =
  /\b(?:at most|up to|no more than|a maximum of|maximum|only(?: for)?|just) (\d{1,3}|two|three|four|five|six|seven|eight|nine|ten)\b|\b(\d{1,3}) (?:\w{1,15} )?(?:at most|maximum|at the most)\b/;

/** Positions of the options that the agent says cannot be: because of a number that the caller has told, or right after it was asked for. */
export function ruledOut(options: readonly string[], turn: Turn): number[] {
  const { heard, caller, state, language } = turn;
  if (language.code !== "en" || !caller.errand) return [];
  const limits = heard.statements.filter(isLimitSaid);
  const last = bareLetters(state.last_said);
  return options.flatMap((option, place) => {
    const about = limits.filter(
      (one) =>
        namesOnly(one, place, options) && (isTooSmall(one, turn) || last.startsWith(bareLetters(option))),
    );
    return about.length > 0 ? [place] : [];
  });
}

const namesOnly = (sentence: string, at: number, options: readonly string[]): boolean =>
  options.every((option, place) => mentions(sentence, [fold(option)]) === (place === at));

/** Whether a sentence gives a most that a number of the caller's exceeds, and names that number. */
function isTooSmall(sentence: string, { caller }: Turn): boolean {
  const [, behind, before] = AT_MOST.exec(sentence) ?? [];
  const most = numberOf(behind ?? before ?? "");
  if (most === undefined) return false;
  return caller.facts.some(({ value }) => {
    const own = numberOf(value);
    return own !== undefined && own > most && own < 1000 && mentions(sentence, [value]);
  });
}

/** What is left without what is ruled out; the next in the list comes first, because lists go from small to large. */
export const inOrder = (offered: readonly string[], out: readonly number[]): string[] => {
  const [first = -1] = out;
  const left = offered.flatMap((option, place) => (out.includes(place) ? [] : [{ option, place }]));
  return [...left.filter(({ place }) => place > first), ...left.filter(({ place }) => place < first)].map(
    ({ option }) => option,
  );
};
