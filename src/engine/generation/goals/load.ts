import type { AgentTexts } from "../agent-texts.ts";
import type { GeneratedDigitalHuman } from "../digital-human.ts";
import { drawFor } from "../draw.ts";
import type { GoalRequest } from "./goal-adherence.ts";

/** One caller begins in each of these spans, at a moment that the seed draws. */
const SPAN_MS = 1000;

/** Load is spread over the goals of the agent as evenly as possible; without goals, all callers ask the same. */
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

/** Load callers with the moments at which they begin: one a second, none together with another. */
export function staggered(callers: readonly GeneratedDigitalHuman[], seed: string): GeneratedDigitalHuman[] {
  const rng = drawFor(seed, "load_testing");
  return callers.map((caller, place) => ({
    ...caller,
    generation: { ...caller.generation, start_offset_ms: place * SPAN_MS + Math.floor(rng() * SPAN_MS) },
  }));
}
