/** What a caller whose wish only names a part of the day answers to "What time?" Only in English. */
import { fold } from "../../transcript/fold.ts";
import { bareLetters } from "../words.ts";
import type { Reply, Turn } from "./reply.ts";

const ASKS_TIME = /\b(?:(?:what|which|an?|(?:which )?of (?:those|these)) times?|what hour)\b/;
const PART = /\b(?:\w{3,6}day|tomorrow|today|in the|that|same) (morning|afternoon|evening)\b/;
/** The part, and if the agent insists on an hour, one within it. */
const WAYS: Readonly<Record<string, readonly string[]>> = {
  morning: ["In the morning.", "10 am."],
  afternoon: ["In the afternoon.", "3 pm."],
  evening: ["In the evening.", "6 pm."],
};

/** What a caller with a wish may answer, though no fact has it. */
export const waysOfDay = (goal: string): readonly string[] => WAYS[PART.exec(fold(goal))?.[1] ?? ""] ?? [];

export function partOfDay({ heard, caller, state, language }: Turn): Reply | undefined {
  if (language.code !== "en" || !caller.errand || !state.opened || heard.check || heard.proceed)
    return undefined;
  if (heard.asking.length !== 1 || !ASKS_TIME.test(fold(heard.asking[0] ?? ""))) return undefined;
  if (caller.facts.some(({ slot }) => slot === "time")) return undefined;
  const isSaid = (way: string) =>
    state.history.some(({ say }) => say !== null && bareLetters(say).includes(bareLetters(way)));
  const ways = waysOfDay(caller.goals[state.goal] ?? "");
  const say = ways.find((way) => !isSaid(way)) ?? ways.at(-1);
  return say === undefined
    ? undefined
    : { rule: "answer", say, record: { asked: ["time"], unknown: [], assumed: true } };
}
