/** Steps of worlds as coverage names them, and what a caller needs to reach one. */
import type { StepsTaken, WorldStep } from "../world/steps.ts";
import type { Covered } from "./covered.ts";

/** `reserve_table 2: require slot or fail with "full"`, `reserve_table 2 fails: require slot or fail with "full"` */
const nameOf = ({ tool, step, fails, text }: WorldStep) => `${tool} ${step}${fails ? " fails" : ""}: ${text}`;

/** The names of the steps that a conversation took, of all that its world has. */
export function stepNames(all: readonly WorldStep[], taken: readonly StepsTaken[]): string[] {
  const tools = new Map(
    taken.map((one) => [one.tool, { ran: new Set(one.ran), failed: new Set(one.failed) }]),
  );
  return all.flatMap((step) => {
    const of = tools.get(step.tool);
    return of?.[step.fails ? "failed" : "ran"].has(step.step) ? [nameOf(step)] : [];
  });
}

/** Each step once, with the number of conversations that reached it. */
export function coveredSteps(
  all: readonly WorldStep[],
  conversations: readonly (readonly string[])[],
): Covered[] {
  const counts = new Map<string, number>();
  for (const names of conversations)
    for (const name of new Set(names)) counts.set(name, (counts.get(name) ?? 0) + 1);
  const steps = new Map(all.map((step) => [nameOf(step), step]));
  const called = new Set([...steps].flatMap(([name, { tool }]) => (counts.has(name) ? [tool] : [])));
  const named_tools = new Set<string>();
  return [...steps].map(([name, { tool, needs }]): Covered => {
    const count = counts.get(name) ?? 0;
    if (count > 0) return { name, standing: "reached", conversations: count };
    const need = called.has(tool) ? needs : `a call of ${tool}`;
    // Steps that need the same follow one another: the first of them says it.
    const isNew = need !== null && !named_tools.has(`${tool} ${need}`);
    named_tools.add(`${tool} ${need}`);
    return { name, standing: "never_met", conversations: 0, ...(isNew && { needs: need }) };
  });
}
