import { DryRun } from "../../client/dry-run.ts";
import { prepare } from "../../client/prepare.ts";
import type { Context } from "../../context.ts";
import { EXIT_CODES, Failure } from "../../failure.ts";
import type { WantedDigitalHuman } from "../../manifest/digital-humans.ts";
import type { Step } from "../../plan/plan.ts";
import { planText } from "../../plan/text.ts";
import { defineCommand } from "../command.ts";
import { manifestOptions, planFor } from "./desired.ts";

interface Outcome {
  readonly action: Step["action"];
  readonly name: string;
  readonly id: number | null;
  readonly outcome: "done" | "failed" | "unknown";
  readonly message: string | null;
}

export const command = defineCommand({
  about:
    "Shows the plan, asks, then creates what is missing and patches what differs; what no manifest names is left " +
    "alone. One request after the other; a failed one does not stop the rest, and the same command again does only " +
    "what is left. Prints a line for each change; exit code 8 when some failed.",
  options: manifestOptions,
  examples: [
    ["parley dh apply -f callers.yaml", "shows the plan and asks"],
    ["parley dh apply -f callers.yaml --yes --json", "in a script"],
  ],
  view: {
    kind: "rows",
    columns: ["action", "name", "id", "outcome", "message"],
    empty: "nothing to change",
  },
  async run(context, input) {
    const { wanted, plan } = await planFor(context, input);
    const steps = plan.steps.filter(({ action }) => action === "create" || action === "update");
    if (context.isDryRun) throw new DryRun(steps.map((step) => toRequest(step, wanted)));
    if (steps.length === 0) return { data: [] };
    if (!context.globals.json) await context.terminal.note(planText(plan));
    await context.confirm(`Make ${steps.length === 1 ? "this change" : `these ${steps.length} changes`}?`);
    const data: Outcome[] = [];
    for (const step of steps) data.push(await take(context, step, wanted));
    const failed = data.some(({ outcome }) => outcome !== "done");
    return { data, exitCode: failed ? EXIT_CODES.partial : EXIT_CODES.done };
  },
});

async function take(context: Context, step: Step, wanted: readonly WantedDigitalHuman[]): Promise<Outcome> {
  const { action, name } = step;
  try {
    const { digital_human } =
      step.id === null
        ? await context.change("create_digital_human", creation(step, wanted))
        : await context.change("update_digital_human", patch(step.id, step));
    return { action, name, id: digital_human.id, outcome: "done", message: null };
  } catch (error) {
    // What stops everything (an interruption, a key that is refused) is not this digital human's failure.
    if (
      !(error instanceof Failure) ||
      ["interrupted", "terminated", "authentication"].includes(error.outcome)
    )
      throw error;
    const outcome = error.options.unknown ? "unknown" : "failed";
    return { action, name, id: step.id, outcome, message: error.message };
  }
}

function creation({ name, simulation_ids }: Step, wanted: readonly WantedDigitalHuman[]) {
  const fields = wanted.find(
    (one) => one.name === name && simulation_ids.every((id) => one.simulation_ids.includes(id)),
  )?.fields;
  return { body: { digital_human: { ...fields }, simulation_ids: [...simulation_ids] } };
}

const patch = (digital_human_id: number, { changes }: Step) => ({
  params: { digital_human_id },
  body: Object.fromEntries(changes.map((change) => [change.field, change.new])),
});

const toRequest = (step: Step, wanted: readonly WantedDigitalHuman[]) =>
  step.id === null
    ? prepare("create_digital_human", creation(step, wanted))
    : prepare("update_digital_human", patch(step.id, step));
