import { fold } from "../../transcript/fold.ts";
import type { Caller } from "../caller.ts";
import type { Fact } from "../facts/facts.ts";
import type { Slot } from "../language.ts";
import { similarity } from "../script/similarity.ts";
import type { CallerState } from "../state.ts";
import { isNotOwnName } from "../understanding/person-asked.ts";

/** What the record has to answer a question. */
interface Found {
  /** Values, or whole sentences of the record if a value alone would be unclear. */
  answers: { text: string; sentence: boolean }[];
  /** Positions of the facts that the answers reveal. */
  facts: number[];
  unknown: Slot[];
  /** How many details have been told, including these. */
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

/** Slots that an unnamed value of the record can answer, if the record has only one. */
const REFERENCES: ReadonlySet<Slot> = new Set<Slot>([
  "order_number",
  "booking_number",
  "account_number",
  "case_number",
]);

/** Whether a slot asks for what a caller has or does not have: nobody answers it with a preference. */
export const isOfCaller = (slot: Slot): boolean =>
  PERSONAL.has(slot) || REFERENCES.has(slot) || slot === "age";

/** Whether a slot asks for something personal: people know it, and may keep it to themselves. */
export function isPersonal(slot: Slot): boolean {
  return PERSONAL.has(slot);
}

/**
 * Looks up what the agent asks for. Answers only with what is in the record.
 * @param named positions of the facts that the question names for a slot
 */
export function findAnswers(
  asks: readonly Slot[],
  question: string,
  caller: Caller,
  state: CallerState,
  named: (slot: Slot) => readonly number[] = () => [],
): Found {
  const found: Found = { answers: [], facts: [], unknown: [], details_told: state.details_told };
  for (const slot of asks) {
    const places = named(slot).filter((place) => !found.facts.includes(place));
    const facts =
      places.length > 0
        ? places.flatMap((place) => caller.facts[place] ?? [])
        : factsFor(slot, question, caller);
    const [first] = facts;
    if (first && (facts.length === 1 || places.length > 0)) {
      found.answers.push(...facts.map(({ value }) => ({ text: value, sentence: false })));
      found.facts.push(...facts.map((fact) => caller.facts.indexOf(fact)));
    } else if (facts.length > 1) {
      const texts = facts.map(({ sentence, value, label }) => ({
        text: sentence || value,
        sentence: sentence !== "",
        // "1 adult, 1 child"
        counts: sentence === "" && /^\d{1,3}$/.test(value) ? label : "",
      }));
      found.answers.push(
        ...texts
          .filter(
            ({ text, counts }, place) =>
              texts.findIndex((other) => other.text === text && other.counts === counts) === place,
          )
          .map(({ text, sentence }) => ({ text, sentence })),
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

/**
 * The facts for a slot. If there are several, the one whose sentence is most similar to the question, or all
 * if that does not decide.
 */
function factsFor(slot: Slot, question: string, caller: Caller): Fact[] {
  if (slot === "quantity" && HOW_MANY_PEOPLE.test(fold(question))) {
    const people = caller.facts.filter(({ label, value }) => PEOPLE.test(label) && /^\d{1,3}$/.test(value));
    if (people.length > 0) return people;
  }
  const named = caller.facts.filter(
    (fact) => fact.slot === slot && !(slot === "name" && isNotOwnName(question, fact.label)),
  );
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

const HOW_MANY_PEOPLE =
  /\bhow many (?:are you|are there of you|of you|people|persons|guests|will you be|will be coming|are coming|in your (?:party|group))\b/;
const PEOPLE = /\b(?:adults?|child(?:ren)?|kids?|people|persons?|guests?|seniors?|infants?|babies|players?)$/;

/** The intent answers questions about the matter itself: which product, and why. */
function sentenceFor(slot: Slot, caller: Caller, state: CallerState): string | undefined {
  if (slot === "product") return caller.goals[state.goal];
  return slot === "reason" ? (caller.details[state.details_told] ?? caller.goals[state.goal]) : undefined;
}

/** A fact whose name in the record appears in a question ("favourite colour"). */
export function factByLabel(questions: readonly string[], caller: Caller): Fact | undefined {
  return caller.facts.find(
    ({ slot, label }) =>
      slot === null && label !== "" && questions.some((question) => ` ${question} `.includes(fold(label))),
  );
}
