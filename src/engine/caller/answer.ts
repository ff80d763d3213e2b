import { fold } from "../transcript/fold.ts";
import type { Caller } from "./caller.ts";
import type { Fact } from "./facts.ts";
import type { Slot } from "./language.ts";
import { similarity } from "./similarity.ts";
import type { CallerState } from "./state.ts";

/** What the record has for the slots of a question. */
interface Found {
  /** Values, or whole sentences of the record where a value alone would be unclear. */
  answers: { text: string; sentence: boolean }[];
  /** Places of the facts that the answers tell. */
  facts: number[];
  unknown: Slot[];
  /** How many details are told after this. */
  details_told: number;
}

const PERSONAL: ReadonlySet<Slot> = new Set<Slot>([
  "name",
  "phone",
  "email",
  "address",
  "postal_code",
  "date_of_birth",
  "card_number",
]);

/** Slots for which a code without a name in the record can stand, if it is the only one. */
const REFERENCES: ReadonlySet<Slot> = new Set<Slot>([
  "order_number",
  "booking_number",
  "account_number",
  "case_number",
]);

/** Whether a slot is something about themselves that people know and may keep to themselves. */
export function isPersonal(slot: Slot): boolean {
  return PERSONAL.has(slot);
}

/** Looks up what is asked for. Nothing is answered that the record does not hold. */
export function findAnswers(
  asks: readonly Slot[],
  question: string,
  caller: Caller,
  state: CallerState,
): Found {
  const found: Found = { answers: [], facts: [], unknown: [], details_told: state.details_told };
  for (const slot of asks) {
    const facts = factsFor(slot, question, caller);
    const [first] = facts;
    if (facts.length === 1 && first) {
      found.answers.push({ text: first.value, sentence: false });
      found.facts.push(caller.facts.indexOf(first));
    } else if (facts.length > 1) {
      const texts = facts.map(({ sentence, value }) => ({
        text: sentence || value,
        sentence: sentence !== "",
      }));
      found.answers.push(
        ...texts.filter(({ text }, place) => texts.findIndex((other) => other.text === text) === place),
      );
      found.facts.push(...facts.map((fact) => caller.facts.indexOf(fact)));
    } else {
      const sentence = sentenceFor(slot, caller, state);
      if (sentence === undefined) found.unknown.push(slot);
      else found.answers.push({ text: sentence, sentence: true });
      if (slot === "reason" && sentence === caller.details[found.details_told]) found.details_told += 1;
    }
  }
  return found;
}

/** The facts for a slot; of several, the one whose sentence is most like the question. */
function factsFor(slot: Slot, question: string, caller: Caller): Fact[] {
  const named = caller.facts.filter((fact) => fact.slot === slot);
  if (named.length === 0) {
    const loose = caller.facts.filter((fact) => fact.slot === null && fact.label === "");
    return loose.length === 1 && REFERENCES.has(slot) ? loose : [];
  }
  const likeness = named.map((fact) =>
    similarity(`${fact.label} ${fact.sentence}`, question, caller.language),
  );
  const best = Math.max(...likeness);
  const closest = named.filter((_, place) => likeness[place] === best);
  return closest.length === 1 && best > 0 ? closest : named;
}

/** What is asked about the matter itself is in the intent: which product, and why. */
function sentenceFor(slot: Slot, caller: Caller, state: CallerState): string | undefined {
  if (slot === "product") return caller.goals[state.goal];
  return slot === "reason" ? (caller.details[state.details_told] ?? caller.goals[state.goal]) : undefined;
}

/** A fact whose own name in the record the question uses ("favourite colour"). */
export function factByLabel(questions: readonly string[], caller: Caller): Fact | undefined {
  return caller.facts.find(
    ({ slot, label }) =>
      slot === null && label !== "" && questions.some((question) => ` ${question} `.includes(fold(label))),
  );
}
