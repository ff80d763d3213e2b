import { fold } from "../transcript/fold.ts";
import type { Caller } from "./caller.ts";
import { dayAndMonth, minutesOfDay } from "./dates.ts";
import { type Fact, SLOT_KINDS } from "./facts.ts";
import type { Heard } from "./hear.ts";
import type { Language } from "./language.ts";
import { slotSpans } from "./slots.ts";
import { findValues, holdsValue, type Value } from "./values.ts";

/** The facts that an agent's message gets wrong: another value of the kind that the record has one of. */
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
    // What something costs, the agent knows; the caller knows the amount that it has spoken of.
    if (own?.kind === "amount" && !told.includes(place) && !isInGoal(fact, caller)) return false;
    if (!fact.slot || !own || own.kind === "number" || !(SLOT_KINDS[fact.slot] ?? []).includes(own.kind))
      return false;
    const alike = caller.facts.filter((other) => findValues(other.value, language)[0]?.kind === own.kind);
    const rivals = said.filter(({ kind }) => kind === own.kind);
    // A code can be anything's; it counts as this one's when the agent names it so.
    const meant = own.kind === "code" ? named.includes(fact.slot) : alike.length === 1;
    return meant && rivals.length > 0 && rivals.every((rival) => differs(rival, own, language));
  });
}

const isInGoal = ({ value }: Fact, { goals }: Caller) => goals.some((goal) => holdsValue(goal, value));

/** The value, among several of a kind that an agent offers, which the record asks for. */
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

/** Whether two values of a kind certainly differ. Dates that can be read in two ways may not. */
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
    // Twelve hours apart may be the same time with the "pm" left out.
    return left !== undefined && right !== undefined && Math.abs(left - right) % 720 !== 0;
  }
  return true;
}
