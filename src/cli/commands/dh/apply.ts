import { DryRun } from "../../../client/dry-run.ts";
import type { Context } from "../../context.ts";
import type { CreateStep, Plan, Step, UpdateStep } from "../../plan/steps.ts";
import { sanitize } from "../../terminal/sanitize.ts";
import { bulkOptions } from "../bulk/options.ts";
import { reportFiles } from "../bulk/reports.ts";
import { defineCommand, option } from "../command.ts";
import {
  allowEmpty,
  allowOutside,
  inSimulations,
  manifestFiles,
  unknownOptions,
} from "../shared/manifest-options.ts";
import { requireWritable } from "../shared/writable.ts";
import { planAgainst, readWanted } from "./shared/planning.ts";

export const command = defineCommand({
  about:
    "Shows the plan, asks, creates missing digital humans and updates those that differ. It changes nothing else. " +
    "If it fails or is interrupted, run it again to do the rest. A manifest without digital humans is an error, " +
    "unless you pass --allow-empty. The callers of a test file (kind: Test) are digital humans too: give --simulation. If it is unknown whether a digital human was created, it is looked up by name " +
    "before it is sent again. With --json: {summary, stopped, items: [{key, outcome, id, message, file, line}]}. " +
    "Exit code 8 if some failed.",
  options: {
    files: manifestFiles,
    plan_file: option("--plan-file <file>", "apply only if the plan has not changed since it was reviewed"),
    allow_outside: allowOutside,
    allow_empty: allowEmpty,
    simulations: inSimulations,
    ...unknownOptions,
    ...bulkOptions,
  },
  examples: [
    ["parley dh apply -f digital-humans.yaml", "shows the plan and asks"],
    [
      "parley dh apply -f digital-humans.yaml --plan-file plan.json --yes",
      "applies exactly what was reviewed",
    ],
    ["parley dh apply -f generated.yaml --allow-empty --yes", "a manifest that may contain nothing"],
    ["parley dh apply -f clinic.parley.yaml --simulation 7", "the callers of a test file"],
    ["parley dh apply -f digital-humans.yaml --dry-run", "prints the requests without sending them"],
  ],
  view: {
    kind: "rows",
    rows: "items",
    columns: ["outcome", "id", { title: "digital human", value: "key" }, "message"],
    empty: "nothing to change",
  },
  async run(
    context,
    { files, plan_file, allow_outside, allow_empty, simulations, strict, allow_unknown, ...input },
  ) {
    await requireWritable(context, reportFiles(input.report));
    const wanted = await readWanted(context, files, {
      allow_outside,
      allow_empty,
      simulations,
      strict,
      allow_unknown,
    });
    const { readSavedPlan, refuseChange, refuseDifference } = await import("./shared/plan-file.ts");
    const saved = plan_file === undefined ? undefined : await readSavedPlan(context, plan_file);
    const plan = await planAgainst(context, wanted);
    if (saved) refuseChange(plan, saved);
    const steps = plan.steps.filter(isChange);
    if (context.isDryRun) {
      const { requestsOf } = await import("./shared/apply-step.ts");
      throw new DryRun(steps.flatMap(requestsOf));
    }
    if (steps.length > 0) {
      await context.requireConfirmable("Apply the plan?");
      await showPlan(context, plan);
      await context.confirm(
        `Create ${plan.summary.create} and update ${plan.summary.update} digital humans?`,
      );
      // The person may have taken a long time to read. The changes must still be the ones they agreed to.
      if (!context.globals.yes)
        refuseDifference(
          await planAgainst(context, wanted),
          plan,
          "run the command again to see what has changed",
        );
    }
    const { applySteps } = await import("./apply-steps.ts");
    return applySteps(context, steps, input);
  },
});

const isChange = (step: Step): step is CreateStep | UpdateStep =>
  step.action === "create" || step.action === "update";

/** Notes on stderr the beginning of what will change, unless a program is reading it. `dh plan` shows everything. */
async function showPlan({ terminal, globals }: Context, plan: Plan): Promise<void> {
  const unread = globals.yes && (globals.json || globals.output === "json");
  if (globals.quiet || unread) return;
  const { briefPlanText } = await import("../../plan/text.ts");
  await terminal.alert(sanitize(await briefPlanText(plan)).trimEnd());
}
