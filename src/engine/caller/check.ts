import { fold } from "../transcript/fold.ts";
import type { Caller } from "./caller.ts";
import { dayAndMonth, minutesOfDay } from "./dates.ts";
import { type Fact, SLOT_KINDS } from "./facts.ts";
import type { Heard } from "./hear.ts";
import type { Language } from "./language.ts";
import { slotSpans } from "./slots.ts";
import { findValues, holdsValue, type Value } from "./values.ts";

/**
 * The facts that a message of the agent gets wrong. The message has a different value of the same kind, and
 * the record has only one.
 */
export function contradicted(
  heard: Heard,
  caller: Caller,
  language: Language,
  told: readonly number[] = [],
): Fact[] {
  const said = findValues(heard.text, language);
  const named = slotSpans(fold(heard.text), language, "record").map(({ slot }) => slot);
  return caller.facts.filter((fact, place) => {
    const [own] = findValues(fact.value, language);
    // The agent knows what something costs. The caller knows the amount that it has mentioned itself.
    if (own?.kind === "amount" && !told.includes(place) && !isInGoal(fact, caller)) return false;
    if (!fact.slot || !own || own.kind === "number" || !(SLOT_KINDS[fact.slot] ?? []).includes(own.kind))
      return false;
    const alike = caller.facts.filter((other) => findValues(other.value, language)[0]?.kind === own.kind);
    const rivals = said.filter(({ kind }) => kind === own.kind);
    // A code can belong to anything. It counts only if the agent calls it by the fact's name.
    const meant = own.kind === "code" ? named.includes(fact.slot) : alike.length === 1;
    return meant && rivals.length > 0 && rivals.every((rival) => differs(rival, own, language));
  });
}

const isInGoal = ({ value }: Fact, { goals }: Caller) => goals.some((goal) => holdsValue(goal, value));

/** The record's value, if it is among several values of a kind that the agent offers. */
export function offeredFact(heard: Heard, caller: Caller, language: Language): Fact | undefined {
  const said = findValues(heard.text, language);
  return caller.facts.find((fact) => {
    const [own] = findValues(fact.value, language);
    if (!own) return false;
    const alike = said.filter(({ kind }) => kind === own.kind);
    const distinct = new Set(alike.map(({ text }) => fold(text)));
    return distinct.size > 1 && alike.some((value) => !differs(value, own, language));
  });
}

/** Whether two values of a kind certainly differ. Dates that can be read in two ways may be the same. */
function differs(a: Value, b: Value, language: Language): boolean {
  if (holdsValue(a.text, b.text) || holdsValue(b.text, a.text)) return false;
  if (a.kind === "date") {
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
