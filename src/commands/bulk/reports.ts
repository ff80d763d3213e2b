/** Report files and annotations of a bulk run. */
import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { BulkItem } from "../../bulk/outcome.ts";
import { reportRun, saveReport } from "../../bulk/report.ts";
import type { BulkReport } from "../../bulk/run-bulk.ts";
import type { Context } from "../../context.ts";
import { usage } from "../../failure.ts";
import { checkTarget } from "../../targets.ts";
import { escapeControls } from "../../terminal/sanitize.ts";
import type { ReportTarget } from "./options.ts";

/** Checks before anything is sent that the reports can be written. @throws Failure (usage) */
export async function checkReportTargets(
  context: Context,
  targets: readonly ReportTarget<string>[],
): Promise<void> {
  for (const { format, file } of targets) {
    try {
      const path = resolve(context.cwd, file);
      await access(dirname(path), constants.W_OK);
      checkTarget(path);
    } catch (error) {
      throw usage(`cannot write the report: ${(error as Error).message}`, {
        where: `--report ${format}=${file}`,
        hint: "nothing was sent",
      });
    }
  }
}

/** Writes the requested reports and, on GitHub Actions, annotates the lines of failed items. */
export async function writeReports<T extends BulkItem>(
  context: Context,
  report: BulkReport<T>,
  { suite, targets }: { readonly suite: string; readonly targets: readonly ReportTarget[] },
): Promise<void> {
  if (context.env["GITHUB_ACTIONS"] === "true") {
    const { toAnnotations } = await import("../../bulk/annotations.ts");
    for (const line of toAnnotations(report.results)) await context.terminal.alert(line);
  }
  for (const { format, file } of targets)
    await saveReport(resolve(context.cwd, file), await textOf(format, report, suite));
}

async function textOf(
  format: ReportTarget["format"],
  report: BulkReport<BulkItem>,
  suite: string,
): Promise<string> {
  if (format === "json") return `${escapeControls(JSON.stringify(reportRun(report), null, 2))}\n`;
  const { toJunit } = await import("../../bulk/junit.ts");
  return toJunit(report.results, suite);
}
