import { factsOf } from "../caller/facts.ts";
import type { Slot } from "../caller/language.ts";
import { languageOf } from "../caller/language.ts";
import type { AgentTexts } from "./agent-texts.ts";

const IDENTIFYING = [
  "order_number",
  "booking_number",
  "account_number",
  "case_number",
] as const satisfies Slot[];

/** The number of an order, a booking or the like. */
export interface Identifier {
  slot: (typeof IDENTIFYING)[number];
  value: string;
}

/** What the agent's own texts name of orders, bookings and the like: the only ones that its tools are sure to find. */
export function identifiersOf({ goals, agent_description, knowledge_base }: AgentTexts): Identifier[] {
  const facts = factsOf([...goals, agent_description, knowledge_base].join("\n"), languageOf("en"));
  return IDENTIFYING.flatMap((slot) => {
    const value = facts.find((fact) => fact.slot === slot && /\d{2}/.test(fact.value))?.value;
    return value === undefined ? [] : [{ slot, value }];
  });
}
