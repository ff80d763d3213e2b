import { EXIT_CODES } from "../../failure.ts";
import type { Plan } from "../../plan/plan.ts";
import { paintPlan, planText } from "../../plan/text.ts";
import { defineCommand, flag } from "../command.ts";
import { manifestOptions, planFor } from "./desired.ts";

export const command = defineCommand({
  about:
    "Compares manifests with the service, by name within a simulation, and changes nothing. Only fields that a " +
    "manifest names count. With --json: {create, update, unchanged, unmanaged, steps: [{action, name, id, " +
    "simulation_ids, changes: [{field, old, new}]}]}.",
  options: {
    ...manifestOptions,
    detailed_exitcode: flag("--detailed-exitcode", "exit code 9 where something would change"),
  },
  examples: [
    ["parley dh plan -f callers.yaml", "what `dh apply` would do, field by field"],
    [
      "parley dh plan -f callers.yaml --detailed-exitcode",
      "for CI: 0 when nothing would change, 9 when something would",
    ],
  ],
  view: { kind: "text", text: (plan: Plan) => planText(plan), paint: paintPlan },
  async run(context, { detailed_exitcode, ...input }) {
    const { plan } = await planFor(context, input);
    const changed = plan.create + plan.update > 0;
    return { data: plan, exitCode: detailed_exitcode && changed ? EXIT_CODES.gate : EXIT_CODES.done };
  },
});
