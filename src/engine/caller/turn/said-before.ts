/** What has been said so far, and whether the agent asks for more. */
import { fold, mentions } from "../../transcript/fold.ts";
import type { Caller } from "../caller.ts";
import type { Turn } from "../saying/reply.ts";
import { bareLetters } from "../words.ts";

/** A statement of the agent that asks for nothing needs no answer. */
const ASKS_SOMETHING = /\b(?:please|tell me|give me|read me|let me know|need your|leave (?:a|your))\b/;

export const asksSomething = ({ heard }: Pick<Turn, "heard">): boolean =>
  heard.questions.length > 0 || heard.statements.some((one) => ASKS_SOMETHING.test(one));

/** Positions of the facts whose values a text says. */
export const factsIn = (text: string, { facts }: Pick<Caller, "facts">): number[] => {
  const letters = bareLetters(text);
  return facts.flatMap(({ value }, place) => {
    const own = bareLetters(value);
    const isShort = own.length < 3;
    return own !== "" && (isShort ? mentions(fold(text), [fold(value)]) : letters.includes(own))
      ? [place]
      : [];
  });
};

/** Whether the caller has said a value by itself, and not only in its wish: "1, 25" is not 125. */
export const hasSaid = (value: string, { caller, state }: Turn): boolean =>
  state.history.some(
    ({ say }) =>
      say !== null &&
      mentions(fold(caller.goals.reduce((text, goal) => text.replace(goal, " "), say)), [fold(value)]),
  );

/** Whether the caller has said the same before. */
export function isSaid(say: string, { state }: Turn): boolean {
  const letters = bareLetters(say);
  return (
    letters === "" || state.history.some((one) => one.say !== null && bareLetters(one.say).includes(letters))
  );
}
