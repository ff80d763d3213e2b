/** Report files and annotations of a bulk run. */
import { relative, resolve } from "node:path";
import type { BulkItem } from "../../bulk/outcome.ts";
import { reportRun, saveReport } from "../../bulk/report.ts";
import type { BulkReport } from "../../bulk/run-bulk.ts";
import type { Context } from "../../context.ts";
import { escapeControls } from "../../terminal/sanitize.ts";
import type { Target } from "../shared/writable.ts";
import type { ReportTarget } from "./options.ts";

/** The files of `--report`. The caller checks them before it sends anything. */
export const reportFiles = (targets: readonly ReportTarget<string>[]): Target[] =>
  targets.map(({ format, file }) => ({ option: `--report ${format}=${file}`, file, what: "report" }));

/** Writes the requested reports and, on GitHub Actions, annotates the lines of failed items. */
export async function writeReports<T extends BulkItem>(
  context: Context,
  report: BulkReport<T>,
  { suite, targets }: { readonly suite: string; readonly targets: readonly ReportTarget[] },
): Promise<void> {
  if (context.env["GITHUB_ACTIONS"] === "true") {
    const { toAnnotations } = await import("../../bulk/annotations.ts");
    for (const line of toAnnotations(report.results, inRepository(context)))
      await context.terminal.alert(line, { exact: true });
  }
  for (const { format, file } of targets)
    await saveReport(resolve(context.cwd, file), await textOf(format, report, suite));
}

/** Commands may run in a subfolder of the repository and name files relative to it. */
export const inRepository =
  ({ env, cwd }: Context) =>
  (file: string): string => {
    const root = env["GITHUB_WORKSPACE"];
    const path = root ? relative(root, resolve(cwd, file)) : file;
    return path.startsWith("..") ? file : path;
  };

async function textOf(
  format: ReportTarget["format"],
  report: BulkReport<BulkItem>,
  suite: string,
): Promise<string> {
  if (format === "json") return `${escapeControls(JSON.stringify(reportRun(report), null, 2))}\n`;
  const { toJunit } = await import("../../bulk/junit.ts");
  return toJunit(report.results, suite);
}
