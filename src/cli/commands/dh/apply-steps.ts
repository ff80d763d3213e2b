import { resolve } from "node:path";
import { canonicalJson } from "../../../contract/canonical-json.ts";
import { fingerprintOf } from "../../bulk/entries.ts";
import type { ReportedRun } from "../../bulk/report.ts";
import type { Context } from "../../context.ts";
import type { CreateStep, UpdateStep } from "../../plan/steps.ts";
import { clearJournalsOf } from "../bulk/journals.ts";
import type { BulkInput } from "../bulk/options.ts";
import { runWork } from "../bulk/run.ts";
import type { Result } from "../command.ts";
import { type StepItem, StepSender } from "./shared/apply-step.ts";

/** Names the journal. */
const COMMAND = "dh-apply";
/** This many creations may be journaled ahead of their turn. */
const AHEAD = 768;

/** Sends all steps, with a journal. A failure does not stop the others. */
export async function applySteps(
  context: Context,
  steps: readonly (CreateStep | UpdateStep)[],
  input: BulkInput,
): Promise<Result<ReportedRun | undefined>> {
  const items = steps.map((step) => toItem(step, context.cwd));
  const sender = new StepSender();
  const { run: _, ...result } = await runWork(
    context,
    {
      command: COMMAND,
      what: "digital humans",
      way_out: "run the same command again, which looks them up by name first",
      items,
      // The plan is fresh: what it says is missing is missing, whatever an earlier run did.
      resend: ["done", "unknown"],
      // An unknown item is looked up by name before it is sent again, so having more of them costs nothing.
      ahead: AHEAD,
      send: (item, client, previous) => sender.send(item, client, previous),
    },
    input,
  );
  // If every step is done, there is nothing to resume.
  if (!result.failure) await clearJournalsOf(context, COMMAND, items);
  return result;
}

function toItem(step: CreateStep | UpdateStep, cwd: string): StepItem {
  const { name, simulation_ids, file, line } = step;
  const id = step.action === "update" ? ` (${step.id})` : "";
  const key = `${name} in simulation ${simulation_ids.join(", ")}${id}`;
  // The step is serialized only once, so that the hash is of exactly what is sent.
  const text = canonicalJson(step.body);
  return { key, sha256: fingerprintOf(text), manifest: resolve(cwd, file), file, line, step, text };
}
