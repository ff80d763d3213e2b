import type { Context } from "../../context.ts";
import { usage } from "../../failure.ts";
import type { Wanted } from "../../manifest/digital-humans.ts";
import { makePlan, type Plan, type Present } from "../../plan/plan.ts";
import { list } from "../command.ts";

export const manifestOption = list("-f, --file <manifest>", "a manifest of kind DigitalHumans; repeatable");

/** What the manifests want, and the plan that follows from what the service has. */
export async function planFor(
  context: Context,
  files: readonly string[],
): Promise<{ readonly wanted: readonly Wanted[]; readonly plan: Plan }> {
  if (files.length === 0) throw usage("which manifest?", { hint: "give -f <manifest>" });
  const { readDigitalHumans } = await import("../../manifest/digital-humans.ts");
  const wanted = await readDigitalHumans(files, context);
  const present = new Map<number, readonly Present[]>();
  for (const simulation_id of new Set(wanted.flatMap((one) => one.simulation_ids))) {
    const { digital_humans } = await context.read("list_digital_humans", { params: { simulation_id } });
    present.set(simulation_id, digital_humans);
  }
  return { wanted, plan: makePlan(wanted, present) };
}
