/** Callers generated for the tools and texts of a business, each with its facts by name. */
import type { AgentTool } from "../../tools/tool.ts";
import { generate } from "../generate.ts";

const NOTHING = {
  workflows: [],
  recordings: [],
  personas: [],
  load_testing: 0,
  red_teaming: 0,
  policy_probes: 0,
};
export const TODAY = "2026-11-02";
export const text = { type: "string" };
export const tool = (
  name: string,
  properties: object,
  required = Object.keys(properties),
  description = "",
): AgentTool => ({
  name,
  description,
  parameters: { type: "object", properties, required },
});

export interface Business {
  prompt?: string;
  knowledge_base?: string;
  tools: AgentTool[];
}

export function callers(
  goal: string,
  { prompt = "", knowledge_base = "", tools }: Business,
  count = 8,
  seed = "1",
) {
  const agent = { name: "Desk", agent_description: "", goals: [], prompt, knowledge_base, tools };
  const request = { ...NOTHING, goals: [{ goal, num_calls: count }] };
  return generate(request, agent, { seed, maximum: 100, today: TODAY }).map(({ digital_human }) => {
    const facts = (digital_human.traits ?? []).filter(({ value }) => value !== true);
    return {
      ...digital_human,
      facts: Object.fromEntries(facts.map(({ trait_name, value }) => [trait_name, value])) as Record<
        string,
        unknown
      >,
    };
  });
}

export const pizza_shop: Business = {
  prompt: `You help customers order a pizza.
Menu:
| Pizza | Small | Large |
|---|---|---|
| Margherita | 7.50 | 12.00 |
| Pepperoni | 8.50 | 13.50 |
| Veggie | 8.00 | 13.00 |

Order numbers look like B-204. Ask for the address if it is a delivery.`,
  tools: [
    tool(
      "place_order",
      {
        pizza: { ...text, description: "A pizza from the menu" },
        size: { enum: ["small", "large"] },
        customer_name: text,
        phone: text,
        address: text,
        coupon: text,
      },
      ["pizza", "size", "customer_name", "phone"],
      "Place a pizza order",
    ),
    tool("order_status", { order_number: text }),
    tool("cancel_order", { order_number: text, last_name: text }),
  ],
};
