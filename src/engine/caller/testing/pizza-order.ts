/** Callers that order a pizza of an agent, and what is said in the conversation. */
import type { AgentTool } from "../../tools/tool.ts";
import type { DigitalHuman } from "../digital-human.ts";
import { type Line, play } from "./play.ts";

export const TOOL = {
  name: "place_order",
  parameters: {
    type: "object",
    required: ["pizza", "size", "day", "doctor", "people", "phone"],
    properties: {
      pizza: { type: "string", enum: ["Margherita", "Pepperoni", "Veggie", "Hawaiian"] },
      size: { type: "string", enum: ["small", "medium", "large", "extra_large"] },
      day: { type: "string" },
      doctor: { type: "string" },
      people: { type: "integer" },
      return_date: { type: "string", description: "When it is brought back" },
      phone: { type: "string" },
      insurance: { type: "boolean", description: "Full insurance" },
    },
  },
};

export const caller = (facts: Record<string, unknown>, more: DigitalHuman = {}): DigitalHuman => ({
  intent: "I'd like to place an order.",
  creativity: 0,
  ...more,
  traits: [
    { trait_name: "goal_tool", value: "place_order" },
    ...Object.entries(facts).map(([trait_name, value]) => ({ trait_name, value })),
  ],
});

/** A conversation with these messages of the agent. */
export function talk(record: DigitalHuman, lines: readonly Line[], tool: AgentTool = TOOL) {
  const { said, caller: played, state, transcript } = play(record, lines, { tools: [tool] });
  return { said: said.map((say) => say ?? ""), last: said.at(-1) ?? "", state, played, transcript };
}

export const answer = (facts: Record<string, unknown>, line: string, more?: DigitalHuman) =>
  talk(caller(facts, more), [line]).last;

export const PIZZA = { pizza: "Margherita", size: "large", phone: "0171 555 0188" };
export const done = (parameters: Record<string, unknown>) => [
  { name: "place_order", parameters, output: { ok: true } },
];
