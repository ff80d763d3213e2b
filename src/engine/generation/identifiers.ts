import { factsOf } from "../caller/facts/facts.ts";
import type { Slot } from "../caller/language.ts";
import { languageOf } from "../caller/language.ts";
import type { AgentTexts } from "../policies/agent-texts.ts";
import { ABOUT_FORM } from "./facts/forms.ts";

const IDENTIFYING = [
  "order_number",
  "booking_number",
  "account_number",
  "case_number",
] as const satisfies Slot[];

/** The number of an order, a booking, or the like. */
export interface Identifier {
  slot: (typeof IDENTIFYING)[number];
  value: string;
}

/** "Her booking from 24 to 27" has no number. */
const IS_CODE = /\d{3}|[A-Za-z].{0,10}\d{2}/;

/**
 * Numbers of orders, bookings, and the like from the agent's own texts. Only these are sure to exist for its
 * tools.
 */
export function identifiersOf({ goals, agent_description, knowledge_base }: AgentTexts): Identifier[] {
  const texts = [...goals, agent_description, knowledge_base].join("\n");
  const lines = texts.split(/\n|(?<=[.!?])\s+/).filter((line) => !ABOUT_FORM.test(line.slice(0, 500)));
  const facts = factsOf(lines.join("\n"), languageOf("en"));
  return IDENTIFYING.flatMap((slot) => {
    const value = facts.find((fact) => fact.slot === slot && IS_CODE.test(fact.value))?.value;
    return value === undefined ? [] : [{ slot, value }];
  });
}
