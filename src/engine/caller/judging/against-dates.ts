/** A day that an agent says against the one that its tool has returned by that name: "due on 30 March" for a `new_due_date` of 23 March. */
import { sentences } from "../../transcript/sentences.ts";
import { deniesClaim } from "../../words/denies.ts";
import { stemOf } from "../../words/english.ts";
import { datesIn, otherDateIn } from "../facts/moments.ts";
import { squeezed } from "../facts/values.ts";
import type { Language } from "../language.ts";
import type { MadeCall } from "../made-call.ts";
import type { Known } from "./against-amounts.ts";
import { returned, valuesOf } from "./returned.ts";

const DATE = /^\d{4}-\d\d-\d\d$/;
/** What the day is: that of a start, and not of an order. */
const NAMED =
  /^(?:new_|next_)?(start|due|end|expiry|delivery|collection|arrival|departure|return|renewal)(?:_(?:date|day|on))?$/;
/** What may be written from that word to its day, and nothing else. */
const BETWEEN =
  /^\w{0,3},?(?: (?:is|are|now|again|on|will be|date|day|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day,?|the)){0,6}:? $/i;
/** It may be another day's: that of earlier, or of some case. */
const OF_ELSE =
  /\b(?:was|were|had|if|or|unless|until|before|after|originally|usually|instead|would|could|can|may|earliest|latest)\b/i;

/**
 * The agent's words and the day that was returned. Undefined unless that is the only one of its name, the agent says another one right behind
 * the word for it, and nobody and nothing else has that one.
 * @param said the agent's first words after the call
 */
export function otherNamedDate(
  call: MadeCall,
  calls: readonly MadeCall[],
  said: string,
  known: Known,
  language: Language,
): string | undefined {
  const named = new Map<string, Set<string>>();
  for (const { key, value } of returned(call)) {
    const name = NAMED.exec(key)?.[1];
    if (name !== undefined && DATE.test(value)) named.set(name, (named.get(name) ?? new Set()).add(value));
  }
  for (const [name, dates] of named) {
    const [date, ...others] = dates;
    if (date === undefined || others.length > 0) continue;
    if (otherDateIn(said, date, language) === undefined) continue;
    for (const sentence of sentences(said)) {
      const [day, ...more] = datesIn(sentence, language);
      if (!day || more.length > 0 || day.is(date) !== false || !/\d/.test(day.text)) continue;
      if (sentence.endsWith("?") || deniesClaim(sentence) || OF_ELSE.test(sentence)) continue;
      const at = sentence.indexOf(day.text);
      const isBehind = [...sentence.slice(0, Math.max(0, at)).matchAll(/[a-z]{3,15}/gi)].some(
        ({ 0: word, index }) =>
          stemOf(word.toLowerCase()) === stemOf(name) &&
          BETWEEN.test(sentence.slice(index + Math.min(word.length, name.length), at)),
      );
      if (!isBehind || known.text.includes(squeezed(day.text)) || isReturned(day.is, calls)) continue;
      return `the agent said ${JSON.stringify(sentence)}, and ${call.name} had returned ${date}`;
    }
  }
  return undefined;
}

/** Whether any call has a date that this may be. */
const isReturned = (is: (date: string) => boolean | undefined, calls: readonly MadeCall[]): boolean =>
  calls
    .flatMap(({ parameters, output }) => valuesOf([parameters, output]))
    .some(({ value }) => /^\d{4}-\d\d-\d\d/.test(value) && is(value.slice(0, 10)) !== false);
