import { resolve } from "node:path";
import { DryRun } from "../../client/dry-run.ts";
import type { Context } from "../../context.ts";
import type { CreateStep, Plan, Step, UpdateStep } from "../../plan/plan.ts";
import { sanitize } from "../../terminal/sanitize.ts";
import { defineCommand, option } from "../command.ts";
import { allowOutside, manifestFiles } from "../manifest-options.ts";
import type { StepItem } from "./apply-step.ts";
import { planAgainst, readWanted } from "./planning.ts";

export const command = defineCommand({
  about:
    "Shows the plan, asks, creates what is missing and changes what differs; all else is left as it is. Run again it " +
    "does what is still missing. A creation of which nothing is known is looked up by name before it is sent again. " +
    "With --json: {summary, stopped, items: [{key, outcome, id, message, file, line}]}.",
  options: {
    files: manifestFiles,
    plan_file: option("--plan-file <file>", "apply only if the plan is still the one that was reviewed"),
    allow_outside: allowOutside,
  },
  examples: [
    ["parley dh apply -f digital-humans.yaml", "shows the plan and asks"],
    ["parley dh apply -f digital-humans.yaml --plan-file plan.json --yes", "exactly what was reviewed"],
    ["parley dh apply -f digital-humans.yaml --dry-run", "the requests, nothing sent"],
  ],
  view: {
    kind: "rows",
    rows: "items",
    columns: ["outcome", "id", { title: "digital human", value: "key" }, "message"],
    empty: "nothing to change",
  },
  async run(context, { files, plan_file, allow_outside }) {
    await context.requireConfirmable("Apply the plan?");
    const wanted = await readWanted(context, files, allow_outside);
    const plan = await planAgainst(context, wanted);
    const { requireSavedPlan, refuseDifference } = await import("./plan-file.ts");
    if (plan_file !== undefined) {
      const { base_url } = await context.settings();
      await requireSavedPlan(plan, { cwd: context.cwd, file: plan_file, base_url: base_url.value });
    }
    const steps = plan.steps.filter(isChange);
    if (context.isDryRun) {
      const { requestsOf } = await import("./apply-step.ts");
      throw new DryRun(steps.flatMap(requestsOf));
    }
    if (steps.length > 0) {
      await showPlan(context, plan);
      await context.confirm(
        `Create ${plan.summary.create} and update ${plan.summary.update} digital humans?`,
      );
      // A person may have read for long; what they agreed to must still be what happens.
      if (!context.globals.yes)
        refuseDifference(
          await planAgainst(context, wanted),
          plan,
          "run the command again to see what changed",
        );
    }
    return send(context, steps);
  },
});

const isChange = (step: Step): step is CreateStep | UpdateStep =>
  step.action === "create" || step.action === "update";

/** A remark on stderr, unless a program reads there. */
async function showPlan({ terminal, globals }: Context, plan: Plan): Promise<void> {
  const unread = globals.yes && (globals.json || globals.output === "json");
  if (globals.quiet || unread) return;
  const { planText } = await import("../../plan/text.ts");
  await terminal.alert(sanitize(await planText(plan)).trimEnd());
}

async function send(context: Context, steps: readonly (CreateStep | UpdateStep)[]) {
  const { fingerprint } = await import("../../bulk/entries.ts");
  const { journalFile, openJournals } = await import("../../bulk/journal-files.ts");
  const { startProgress } = await import("../../bulk/progress.ts");
  const { exitCodeOf, failureOf, reportRun } = await import("../../bulk/report.ts");
  const { runBulk } = await import("../../bulk/run-bulk.ts");
  const { applyStep } = await import("./apply-step.ts");

  const { base_url, journal_dir } = await context.settings();
  const items = steps.map((step): StepItem => {
    const { name, simulation_ids, file, line } = step;
    const key = `${name} in simulation ${simulation_ids.join(", ")}${step.action === "update" ? ` (${step.id})` : ""}`;
    return { key, sha256: fingerprint(step.body), file, line, step };
  });
  const journalOf = ({ step }: StepItem) =>
    journalFile({
      manifest: resolve(context.cwd, step.file),
      command: "dh-apply",
      base_url: base_url.value,
      journal_dir,
    });
  const client = await context.client();
  const journals = await openJournals(items.map(journalOf));
  const progress = await startProgress(context.terminal, { what: "digital humans", total: items.length });
  try {
    const report = await runBulk({
      items,
      concurrency: context.globals.concurrency,
      signal: context.signal,
      journal: (item) => journals.of(journalOf(item)),
      // The plan has just been made: what it says is missing is missing, whatever an earlier run did.
      resend: ["done", "unknown"],
      send: (item, previous) => applyStep(client, item, previous),
      onResult: (result) => progress.add(result),
    });
    const hint = failureOf(report)?.options.hint;
    return { data: reportRun(report), exitCode: exitCodeOf(report), ...(hint !== undefined && { hint }) };
  } finally {
    progress.stop();
    await journals.close();
  }
}
