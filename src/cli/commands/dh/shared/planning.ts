/** Plans manifests against the configured service. */

import { Failure, usage } from "../../../../lib/failure.ts";
import type { Context } from "../../../context.ts";
import type { DigitalHumanOptions, WantedDigitalHuman } from "../../../manifest/digital-humans.ts";
import type { Present } from "../../../plan/fields.ts";
import type { Plan } from "../../../plan/steps.ts";
import { sanitizeLine } from "../../../terminal/sanitize.ts";
import { warning } from "../../shared/manifest-options.ts";

interface WantedOptions extends Omit<DigitalHumanOptions, "openness"> {
  readonly strict: boolean;
  readonly allow_unknown: boolean;
}

/** The digital humans in the manifests. @throws Failure (usage) with every fault in every file */
export async function readWanted(
  context: Context,
  files: readonly string[],
  { strict, allow_unknown, ...options }: WantedOptions,
): Promise<WantedDigitalHuman[]> {
  if (files.length === 0) throw usage("no manifest given", { hint: "give -f <manifest>" });
  const { readDigitalHumans } = await import("../../../manifest/digital-humans.ts");
  const readTest: DigitalHumanOptions["readTest"] = async (...given) =>
    (await import("../../../manifest/callers-wanted.ts")).callersWanted(...given);
  return warning(context, { strict, allow_unknown, plan_judges: true }, (openness) =>
    readDigitalHumans(files, context, { ...options, openness, readTest }),
  );
}

/**
 * Reads the simulations (E7) and compares.
 * @throws Failure (usage) for anything the service would refuse, (conflict) if the service has a name twice
 */
export async function planAgainst(context: Context, wanted: readonly WantedDigitalHuman[]): Promise<Plan> {
  const { makePlan } = await import("../../../plan/plan.ts");
  const ids = [...new Set(wanted.flatMap(({ simulation_ids }) => simulation_ids))];
  const present = new Map<number, readonly Present[]>();
  for (const simulation_id of ids) {
    const { digital_humans } = await context.read("list_digital_humans", { params: { simulation_id } });
    present.set(simulation_id, digital_humans);
  }
  const { plan, typos, faults, doubts, ambiguous } = makePlan(wanted, present);
  if (typos.length > 0) {
    const { refuseFaults } = await import("../../../manifest/read.ts");
    refuseFaults([...typos, ...faults]);
  }
  if (faults.length > 0)
    throw usage("the service would refuse this", {
      details: faults,
      code: "manifest",
      hint: "nothing was sent",
    });
  if (ambiguous.length > 0)
    throw new Failure("conflict", "the service has digital humans with the same name", {
      details: ambiguous,
      code: "ambiguous",
      hint: "nothing was sent; rename all but one: parley dh update <id> --set name=<text>",
    });
  for (const { where, message } of doubts)
    await context.terminal.alert(sanitizeLine(`warning: ${where}: the service may refuse this: ${message}`));
  return plan;
}
