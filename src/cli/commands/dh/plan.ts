import { resolve } from "node:path";
import { EXIT_CODES } from "../../../lib/failure.ts";
import type { Plan } from "../../plan/steps.ts";
import type { View } from "../../render/view.ts";
import { defineCommand, flag, option } from "../command.ts";
import {
  allowEmpty,
  allowOutside,
  inSimulations,
  manifestFiles,
  unknownOptions,
} from "../shared/manifest-options.ts";
import { requireWritable } from "../shared/writable.ts";
import { planAgainst, readWanted } from "./shared/planning.ts";

const planView = {
  kind: "text",
  wraps: true,
  async text(plan: Plan) {
    const { planText } = await import("../../plan/text.ts");
    return planText(plan);
  },
  paint: (text, paint) =>
    text
      .split("\n")
      .map((line) => {
        if (/^\s*\+/.test(line)) return paint.green(line);
        return /^\s*-/.test(line) ? paint.red(line) : line;
      })
      .join("\n"),
} as const satisfies View<Plan>;

export const command = defineCommand({
  about:
    "Compares the digital humans in manifests with those in their simulations, by test_name or, without one, by " +
    "name. Fields that a manifest does not name stay unchanged, and so do digital humans that no " +
    "manifest names. A manifest without digital humans is an error, unless you pass --allow-empty. This command " +
    "changes nothing. With --json: {summary: {create, update, unchanged, unmanaged}, steps: [{action, name, " +
    "simulation_ids, …}]}.",
  options: {
    files: manifestFiles,
    detailed_exitcode: flag("--detailed-exitcode", "exit with 9 if something would change"),
    out: option("--out <file>", "write the plan for `dh apply --plan-file`"),
    allow_outside: allowOutside,
    allow_empty: allowEmpty,
    simulations: inSimulations,
    ...unknownOptions,
  },
  examples: [
    ["parley dh plan -f digital-humans.yaml", "shows what apply would do"],
    [
      "parley dh plan -f digital-humans.yaml --detailed-exitcode",
      "in a pipeline: exits with 9 if something differs",
    ],
    [
      "parley dh plan -f digital-humans.yaml --out plan.json",
      "saves a plan to review and then apply exactly",
    ],
  ],
  view: planView,
  async run(context, { files, detailed_exitcode, out, ...options }) {
    await requireWritable(
      context,
      out === undefined ? [] : [{ option: `--out ${out}`, file: out, what: "plan" }],
    );
    const plan = await planAgainst(context, await readWanted(context, files, options));
    if (out !== undefined) {
      const { savePlan } = await import("./shared/plan-file.ts");
      await savePlan(resolve(context.cwd, out), (await context.settings()).base_url.value, plan);
    }
    const changes = plan.summary.create + plan.summary.update;
    return {
      data: plan,
      exitCode: detailed_exitcode && changes > 0 ? EXIT_CODES.gate : EXIT_CODES.done,
      ...(changes > 0 && { hint: "to apply it, run `parley dh apply` with the same manifests" }),
    };
  },
});
