/** What a deed has that nobody has said: the agent had asked its tools about another value, and the caller agreed to what they returned. */
import { seemsEffectful } from "../../metrics/tools/effectful.ts";
import { momentOf } from "../facts/moments.ts";
import { squeezed } from "../facts/values.ts";
import type { Language } from "../language.ts";
import type { MadeCall } from "../made-call.ts";
import type { Contradiction } from "../state.ts";
import { isBareYes, wordsReadBack } from "../understanding/read-back.ts";
import { isSaid, type Said } from "../understanding/understood.ts";
import { saysPriceOf } from "./against-amounts.ts";

const MOST_CALLS = 200;
/** A value in words is the agent's own wording. */
const ONE_OF_SEVERAL = /^[A-Za-z][\w-]{2,30}$/;
/** "Wednesday is full. Thursday at nine?" says another day as well. */
const OTHER_DAYS =
  /\b(?:today|tonight|tomorrow|next|following|day after|in (?:an?|one|two|three|\d{1,2}) \w{1,6})\b/i;
const WEEKDAYS = /\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b/gi;

/**
 * A parameter that had one value in all earlier calls, and has another one in this deed, which neither the caller nor the agent nor any
 * tool has ever said. A day counts if it was said in so many words, and no other one; one of several values, if its price was
 * what the caller agreed to.
 * @param earlier what the agent has called before
 */
export function strayValue(
  call: MadeCall,
  earlier: readonly MadeCall[],
  transcript: readonly Said[],
  language: Language,
): Contradiction | undefined {
  if (typeof call.arrival !== "number" || !seemsEffectful(call.name)) return undefined;
  const heard = transcript.slice(0, Math.ceil(call.arrival));
  const answer = heard.at(-1);
  if (answer?.role !== "USER" || !isBareYes(answer.utterance, language)) return undefined;
  const before = earlier.slice(0, MOST_CALLS);
  const words = heard.map(({ utterance }) => utterance).join("\n");
  const results = squeezed(JSON.stringify(before.map(({ output }) => output ?? null)));
  const offer = wordsReadBack(heard, heard.length - 2, language);
  for (const [label, said] of Object.entries(call.parameters ?? {})) {
    const asked = before.filter(({ parameters }) => typeof parameters?.[label] === "string");
    const [wanted, ...others] = new Set(asked.map(({ parameters }) => String(parameters?.[label])));
    if (typeof said !== "string" || wanted === undefined || others.length > 0 || isAlike(wanted, said))
      continue;
    const isAgreed =
      momentOf(said) && momentOf(wanted)
        ? isOnlyDay(wanted, words, language)
        : ONE_OF_SEVERAL.test(said) &&
          ONE_OF_SEVERAL.test(wanted) &&
          asked.some((one) => saysPriceOf(one, offer));
    const isHeard = isSaid(words, said.replaceAll("_", " "), language) || results.includes(squeezed(said));
    if (isAgreed && !isHeard) return { label: label.replaceAll("_", " "), wanted, said };
  }
  return undefined;
}

/** Whether a day was said, and nothing that may be another one. */
function isOnlyDay(wanted: string, words: string, language: Language): boolean {
  const weekdays = new Set(words.match(WEEKDAYS)?.map((day) => day.toLowerCase()));
  return weekdays.size <= 1 && !OTHER_DAYS.test(words) && isSaid(words, wanted, language);
}

/** Whether two values may mean the same: "BRK 77" and "BRK77". */
function isAlike(wanted: string, said: string): boolean {
  const [left, right] = [squeezed(wanted), squeezed(said)];
  return left.includes(right) || right.includes(left);
}
