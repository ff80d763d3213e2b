/** Questions for a person other than the caller: "Who are the flowers for?", "the name of the person who receives them". Only in English. */
import { fold } from "../../transcript/fold.ts";
import type { Caller } from "../caller.ts";
import type { Fact } from "../facts/facts.ts";

/** Who gets something, or whom it is for. */
const FOR_WHOM =
  /\bwho(?:m|'s|se)?\b[^.?!]{0,50}\b(?:for|receiv\w{1,3}|gets?)\b|\bfor whom\b|\bname of (?:the|that) (?:person|recipient|receiver)\b/;
const GETS = /\b(?:recipient|receiver|addressee|beneficiary|payee)\b/;
const OWN = /\byour (?:\w{1,10} )?(?:sur)?name\b/;
/** "Martha Lowe" */
const PERSON = /^\p{Lu}[\p{L}'’-]{1,20}(?: \p{Lu}[\p{L}'’-]{1,20}){1,2}$/u;

/** Whether a fact is a person, and not the caller itself. */
export const isOtherPerson = ({ label, slot, value }: Pick<Fact, "label" | "slot" | "value">): boolean =>
  slot === null && (GETS.test(label) || PERSON.test(value));

/** Whether a question for the caller's own name is not about the fact with this label: who receives something. */
export const isNotOwnName = (question: string, label: string): boolean =>
  GETS.test(label) && OWN.test(fold(question));

/** The position of the one fact that is such a person. */
export function personAsked(question: string, { facts }: Pick<Caller, "facts">): number[] {
  const folded = fold(question);
  if (!FOR_WHOM.test(folded) || OWN.test(folded)) return [];
  const people = facts.flatMap((fact, place) => (isOtherPerson(fact) ? [place] : []));
  const named = people.filter((place) => GETS.test(facts[place]?.label ?? ""));
  const found = named.length > 0 ? named : people;
  return found.length === 1 ? found : [];
}
