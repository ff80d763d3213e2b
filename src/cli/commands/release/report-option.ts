/** A check's `--report format=file` option, and how to write the reports. */
import { appendFile } from "node:fs/promises";
import { resolve } from "node:path";
import { Failure } from "../../../lib/failure.ts";
import type { Context } from "../../context.ts";
import {
  type CheckReport,
  describeTested,
  itemsOf,
  type Places,
  problemsOf,
  type Suspected,
  toMarkdown,
} from "../../release/check/report.ts";
import { escapeControls, sanitize } from "../../terminal/sanitize.ts";
import { writeNamedFile } from "../../write-files.ts";
import { type ReportTarget, reportTarget } from "../bulk/options.ts";
import { inRepository } from "../bulk/reports.ts";
import { list } from "../command.ts";

const FORMATS = ["json", "junit", "markdown", "html"] as const;

export const reportOption = list(
  "--report <format=file>",
  "also write a report: json=FILE, junit=FILE, markdown=FILE or html=FILE, a page with every transcript; repeatable",
  reportTarget(FORMATS),
);

type Target = ReportTarget<(typeof FORMATS)[number]>;

/**
 * Writes the requested reports and, on GitHub Actions, annotations and the step summary.
 * @param places where digital humans are defined, by name
 */
export async function writeReports(
  context: Context,
  report: CheckReport,
  {
    targets,
    places,
    suspected,
  }: { readonly targets: readonly Target[]; readonly places: Places; readonly suspected: Suspected },
): Promise<void> {
  const { env, terminal, cwd } = context;
  if (env["GITHUB_ACTIONS"] === "true") {
    const { toAnnotations } = await import("../../bulk/annotations.ts");
    for (const line of toAnnotations(problemsOf(report, places), inRepository(context)))
      await terminal.alert(line, { exact: true });
  }
  for (const { format, file } of targets) {
    // Needs more than the verdict: `writeHtml` requests the transcripts.
    if (format === "html") continue;
    const text = await textOf(format, report, { places, suspected });
    await writeNamedFile(resolve(cwd, file), text).catch(notWritten(file));
  }
  const summary = env["GITHUB_STEP_SUMMARY"];
  if (summary) await appendFile(summary, sanitize(toMarkdown(report, suspected))).catch(notWritten(summary));
}

const notWritten = (where: string) => (error: Error) => {
  throw new Failure("failed", `cannot write the report: ${error.message}`, { where, cause: error });
};

async function textOf(
  format: Exclude<Target["format"], "html">,
  report: CheckReport,
  { places, suspected }: { readonly places: Places; readonly suspected: Suspected },
): Promise<string> {
  if (format === "json") return `${escapeControls(JSON.stringify(report, null, 2))}\n`;
  if (format === "markdown") return sanitize(toMarkdown(report, suspected));
  const { toJunit } = await import("../../bulk/junit.ts");
  return toJunit(itemsOf(report, places, suspected), `release check, ${describeTested(report)}`);
}
