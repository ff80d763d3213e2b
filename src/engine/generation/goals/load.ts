import type { AgentTexts } from "../../policies/agent-texts.ts";
import type { GeneratedDigitalHuman } from "../digital-human.ts";
import { drawFor } from "../draw.ts";
import type { GoalRequest } from "./goal-adherence.ts";

/** One caller begins in each span of this length. The seed determines the moment. */
const SPAN_MS = 1000;

/**
 * Spreads load over the goals of the agent as evenly as possible. Without goals, all callers ask the same.
 */
export function loadRequests(calls: number, { name, goals }: AgentTexts): GoalRequest[] {
  const wanted = goals.length > 0 ? goals : [`Ask what ${name} can help with`];
  const each = Math.floor(calls / wanted.length);
  const rest = calls % wanted.length;
  return wanted.flatMap((goal, place) =>
    Array.from({ length: each + Number(place < rest) }, () => ({
      kind: "load_testing" as const,
      goal,
      title: "Load test",
    })),
  );
}

/** Load callers and when they begin: one per second, never two at once. */
export function staggered(callers: readonly GeneratedDigitalHuman[], seed: string): GeneratedDigitalHuman[] {
  const rng = drawFor(seed, "load_testing");
  return callers.map((caller, place) => ({
    ...caller,
    generation: { ...caller.generation, start_offset_ms: place * SPAN_MS + Math.floor(rng() * SPAN_MS) },
  }));
}
