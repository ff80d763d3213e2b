import { fold } from "../../transcript/fold.ts";
import type { Caller } from "../caller.ts";
import { dayAndMonth, minutesOfDay } from "../facts/dates.ts";
import { otherPartIn } from "../facts/day-parts.ts";
import { type Fact, SLOT_KINDS } from "../facts/facts.ts";
import { datesIn, saysDate } from "../facts/moments.ts";
import { rivalIn } from "../facts/rivals.ts";
import { slotSpans } from "../facts/slots.ts";
import { findValues, holdsValue, type Value } from "../facts/values.ts";
import type { Heard } from "../hearing/hear.ts";
import type { Language } from "../language.ts";
import type { CallerState } from "../state.ts";

/** A fact that the agent gets wrong, and what it says instead. */
export interface Wrong {
  readonly fact: Fact;
  readonly said: string;
}

/**
 * The facts that a message of the agent gets wrong. The message has a different value of the same kind, and
 * the record has only one. What the caller has taken of the agent's proposals is right.
 */
export function contradicted(
  heard: Heard,
  caller: Caller,
  language: Language,
  { told, taken = [] }: Pick<CallerState, "told" | "taken"> = { told: [] },
): Wrong[] {
  const isTaken = (said: string) => taken.some((one) => holdsValue(one, said) || holdsValue(said, one));
  const values = new Map(
    contradictedValues(heard, caller, language, told).map((fact) => [
      fact,
      rivalValue(fact, heard, language),
    ]),
  );
  return caller.facts.flatMap((fact) => {
    // "No" and "none" are in many sentences.
    if (SAYS_LITTLE.test(fact.value)) return [];
    const said =
      values.get(fact) ??
      otherDay(fact, heard.text, caller, language) ??
      otherPartIn(heard.text, fact.value, language) ??
      rivalIn(heard.text, fact, language);
    return said === undefined || isTaken(said) ? [] : [{ fact, said }];
  });
}

/** Values that a text has without speaking of the fact. */
export const SAYS_LITTLE = /^(?:yes|no|none|any|other|unknown|true|false|n\/a)$/i;

function rivalValue(fact: Fact, heard: Heard, language: Language): string {
  const [own] = findValues(fact.value, language);
  return findValues(heard.text, language).find(({ kind }) => kind === own?.kind)?.text ?? "";
}

function contradictedValues(
  heard: Heard,
  caller: Caller,
  language: Language,
  told: readonly number[],
): Fact[] {
  const said = findValues(heard.text, language);
  const named = slotSpans(fold(heard.text), language, "record").map(({ slot }) => slot);
  return caller.facts.filter((fact, place) => {
    if (fact.date !== undefined) return false;
    const [own] = findValues(fact.value, language);
    // The agent knows what something costs. The caller knows the amount that it has mentioned itself.
    if (own?.kind === "amount" && !told.includes(place) && !isInGoal(fact, caller)) return false;
    if (!fact.slot || !own || own.kind === "number" || !(SLOT_KINDS[fact.slot] ?? []).includes(own.kind))
      return false;
    const alike = caller.facts.filter((other) => findValues(other.value, language)[0]?.kind === own.kind);
    const rivals = said.filter(
      ({ kind, text }) => kind === own.kind && (kind !== "code" || isOfOneForm(text, own.text)),
    );
    // A code can belong to anything. It counts only if the agent calls it by the fact's name.
    const meant = own.kind === "code" ? named.includes(fact.slot) : alike.length === 1;
    return meant && rivals.length > 0 && rivals.every((rival) => differs(rival, own, language));
  });
}

/** "S-02" is not another "40133". */
const isOfOneForm = (a: string, b: string): boolean => /[A-Za-z]/.test(a) === /[A-Za-z]/.test(b);

const ABOUT_BIRTH = /\b(?:birth|born|dob)\b/;

/**
 * What a text says instead of the date of a fact. A date counts as wrong, where the caller has several, only if the text has as
 * many, and the others are right.
 */
function otherDay(fact: Fact, text: string, { facts }: Caller, language: Language): string | undefined {
  const { date, label } = fact;
  if (date === undefined) return undefined;
  const isBirth = ABOUT_BIRTH.test(label);
  if (isBirth !== ABOUT_BIRTH.test(fold(text))) return undefined;
  const others = facts.flatMap((other) =>
    other.date !== undefined && other.date !== date && ABOUT_BIRTH.test(other.label) === isBirth
      ? [other.date]
      : [],
  );
  const said = datesIn(text, language).filter(({ is }) => !others.some((other) => is(other) === true));
  if (said.length === 0 || said.some(({ is }) => is(date) !== false)) return undefined;
  const isOnly = others.every((other) => saysDate(text, other, language));
  return isOnly ? said[0]?.text : undefined;
}

const isInGoal = ({ value }: Fact, { goals }: Caller) => goals.some((goal) => holdsValue(goal, value));

/** The record's value, if it is among several values of a kind that the agent offers. */
export function offeredFact(heard: Heard, caller: Caller, language: Language): Fact | undefined {
  const said = findValues(heard.text, language);
  return caller.facts.find((fact) => {
    if (fact.date !== undefined)
      return datesIn(heard.text, language).length > 1 && saysDate(heard.text, fact.date, language);
    const [own] = findValues(fact.value, language);
    if (!own) return false;
    const alike = said.filter(
      ({ kind, text }) => kind === own.kind && (kind !== "number" || text === own.text),
    );
    const distinct = new Set(said.flatMap(({ kind, text }) => (kind === own.kind ? [fold(text)] : [])));
    return distinct.size > 1 && alike.some((value) => !differs(value, own, language));
  });
}

const DAYS_OF_A_WEEK = 7;

/** The day of the week that a text names, only in English. */
function weekdayIn(text: string, { code, dates }: Language): number | undefined {
  if (code !== "en") return undefined;
  const place = dates.days.slice(0, DAYS_OF_A_WEEK).findIndex((day) => fold(text).includes(day));
  return place < 0 ? undefined : place;
}

/** Whether two values of a kind certainly differ. Dates that can be read in two ways may be the same. */
export function differs(a: Value, b: Value, language: Language): boolean {
  if (holdsValue(a.text, b.text) || holdsValue(b.text, a.text)) return false;
  if (a.kind === "date") {
    const [day, other] = [weekdayIn(a.text, language), weekdayIn(b.text, language)];
    if (day !== undefined && other !== undefined) return day !== other;
    const [left, right] = [dayAndMonth(a.text, language.dates), dayAndMonth(b.text, language.dates)];
    return (
      left !== undefined && right !== undefined && (left.day !== right.day || left.month !== right.month)
    );
  }
  if (a.kind === "time") {
    const [left, right] = [minutesOfDay(a.text), minutesOfDay(b.text)];
    // Times twelve hours apart may be the same, without the "pm".
    return left !== undefined && right !== undefined && Math.abs(left - right) % 720 !== 0;
  }
  return true;
}
