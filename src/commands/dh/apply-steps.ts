import { dirname, resolve } from "node:path";
import { fingerprint } from "../../bulk/entries.ts";
import { clearJournal, journalFile, openJournals } from "../../bulk/journal-files.ts";
import { startProgress } from "../../bulk/progress.ts";
import { exitCodeOf, failureOf, type ReportedRun, reportRun } from "../../bulk/report.ts";
import { type BulkReport, runBulk } from "../../bulk/run-bulk.ts";
import type { Context } from "../../context.ts";
import type { CreateStep, UpdateStep } from "../../plan/steps.ts";
import type { Result } from "../command.ts";
import { type StepItem, StepSender } from "./apply-step.ts";

/** Sends all steps, journaled; what fails does not stop the others. */
export async function applySteps(
  context: Context,
  steps: readonly (CreateStep | UpdateStep)[],
): Promise<Result<ReportedRun>> {
  const { base_url, journal_dir, project_file } = await context.settings();
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
      journal_dir: journal_dir && resolve(project_file ? dirname(project_file) : context.cwd, journal_dir),
    });
  const sender = new StepSender(await context.client());
  const files = [...new Set(items.map(journalOf))];
  const journals = await openJournals(files);
  const progress = await startProgress(context.terminal, { what: "digital humans", total: items.length });
  let report: BulkReport<StepItem>;
  try {
    report = await runBulk({
      items,
      concurrency: context.globals.concurrency,
      signal: context.signal,
      journal: (item) => journals.of(journalOf(item)),
      // The plan has just been made: what it says is missing is missing, whatever an earlier run did.
      resend: ["done", "unknown"],
      send: (item, previous) => sender.send(item, previous),
      onResult: (result) => progress.add(result),
    });
  } finally {
    progress.stop();
    await journals.close();
  }
  const failure = failureOf(report);
  // Where all is done there is nothing to resume.
  if (!failure) await Promise.all(files.map(clearJournal));
  const hint = failure?.options.hint;
  return { data: reportRun(report), exitCode: exitCodeOf(report), ...(hint !== undefined && { hint }) };
}
