/** Callers that order a pizza of an agent, and what is said in the conversation. */
import { turnRng } from "../../random.ts";
import type { AgentTool } from "../../tools/tool.ts";
import { prepareCaller } from "../caller.ts";
import type { DigitalHuman } from "../digital-human.ts";
import type { MadeCall } from "../made-call.ts";
import { next, start } from "../next.ts";

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

export type Line = string | { say: string; calls: MadeCall[] };

/** A conversation with these messages of the agent, and the calls that it reports with them. */
export function talk(record: DigitalHuman, lines: readonly Line[], tool: AgentTool = TOOL) {
  const played = prepareCaller(record, { tools: [tool] });
  let step = start({ caller: played, at_ms: 0, rng: turnRng("seed", "1", 0) });
  const said = [step.action.say ?? ""];
  const transcript = [{ role: "USER", utterance: said[0] ?? "" }];
  for (const [place, line] of lines.entries()) {
    if (step.state.ended) break;
    const { say, calls } = typeof line === "string" ? { say: line, calls: [] } : line;
    transcript.push({ role: "AGENT", utterance: say });
    const rng = turnRng("seed", "1", step.state.turn);
    step = next({ caller: played, state: step.state, message: say, at_ms: (place + 1) * 5000, rng, calls });
    said.push(step.action.say ?? "");
    transcript.push({ role: "USER", utterance: step.action.say ?? "" });
  }
  return { said, last: said.at(-1), state: step.state, played, transcript };
}

export const answer = (facts: Record<string, unknown>, line: string, more?: DigitalHuman) =>
  talk(caller(facts, more), [line]).last;

export const PIZZA = { pizza: "Margherita", size: "large", phone: "0171 555 0188" };
export const done = (parameters: Record<string, unknown>) => [
  { name: "place_order", parameters, output: { ok: true } },
];
