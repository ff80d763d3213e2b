import type { LanguageCode } from "../caller/digital-human.ts";
import { factsOf } from "../caller/facts.ts";
import type { Slot } from "../caller/language.ts";
import { languageOf } from "../caller/languages/index.ts";
import type { AgentTexts } from "./agent-texts.ts";

const IDENTIFYING = [
  "order_number",
  "booking_number",
  "account_number",
  "case_number",
] as const satisfies Slot[];

/**
 * Numbers of orders, bookings and the like that the agent's own texts name: the only ones that its tools are sure to
 * find. As sentences in English, else as labelled lines; what `said` names already is left out.
 */
export function identifiersFor(agent: AgentTexts, said: string, code: LanguageCode): string {
  const named = factsOf(
    [...agent.goals, agent.agent_description, agent.knowledge_base].join("\n"),
    languageOf("en"),
  );
  const language = languageOf(code);
  const known = new Set(factsOf(said, language).map(({ slot }) => slot));
  const lines = IDENTIFYING.flatMap((slot) => {
    const value = named.find((fact) => fact.slot === slot && /\d{2}/.test(fact.value))?.value;
    if (value === undefined || known.has(slot)) return [];
    return code === "en"
      ? [`Your ${slot.replace("_", " ")} is ${value}.`]
      : [`${language.slots[slot].near?.[0] ?? language.slots[slot].ask[0]}: ${value}`];
  });
  return lines.join(code === "en" ? " " : "\n");
}
