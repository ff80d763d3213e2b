/** `--report format=file` of a check, and the writing of it. */
import { constants } from "node:fs";
import { access, appendFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { saveReport } from "../../bulk/report.ts";
import type { Context } from "../../context.ts";
import { Failure, usage } from "../../failure.ts";
import { type CheckReport, describeTested, itemsOf, toMarkdown } from "../../release/check/report.ts";
import { list } from "../command.ts";
import { oneOf, type Parser } from "../parsers.ts";

const FORMATS = ["json", "junit", "markdown"] as const;

interface ReportTarget {
  readonly format: (typeof FORMATS)[number];
  readonly file: string;
}

const reportTarget: Parser<ReportTarget> = {
  parse(word) {
    const at = word.indexOf("=");
    const file = word.slice(at + 1);
    if (at < 1 || file === "") throw usage(`must be json=FILE, junit=FILE or markdown=FILE, not "${word}"`);
    return { format: oneOf(FORMATS).parse(word.slice(0, at)), file };
  },
};

export const reportOption = list(
  "--report <format=file>",
  "also write json=FILE, junit=FILE or markdown=FILE; repeatable",
  reportTarget,
);

/** Refuses before anything is sent what could not be written after. @throws Failure (usage) */
export async function checkReportTargets(context: Context, targets: readonly ReportTarget[]): Promise<void> {
  for (const { format, file } of targets)
    await access(dirname(resolve(context.cwd, file)), constants.W_OK).catch((error: Error) => {
      throw usage(`the report cannot be written: ${error.message}`, {
        where: `--report ${format}=${file}`,
        hint: "nothing was sent",
      });
    });
}

/** Writes what was asked for and, on GitHub Actions, annotations and the summary of the step. */
export async function writeReports(
  context: Context,
  report: CheckReport,
  targets: readonly ReportTarget[],
): Promise<void> {
  const { env, terminal, cwd } = context;
  if (env["GITHUB_ACTIONS"] === "true") {
    const { toAnnotations } = await import("../../bulk/annotations.ts");
    for (const line of toAnnotations(itemsOf(report))) await terminal.alert(line);
  }
  for (const { format, file } of targets) await saveReport(resolve(cwd, file), await textOf(format, report));
  const summary = env["GITHUB_STEP_SUMMARY"];
  if (summary)
    await appendFile(summary, toMarkdown(report)).catch((error: Error) => {
      throw new Failure("failed", `the summary cannot be written: ${error.message}`, {
        where: `GITHUB_STEP_SUMMARY=${summary}`,
      });
    });
}

async function textOf(format: ReportTarget["format"], report: CheckReport): Promise<string> {
  if (format === "json") return `${JSON.stringify(report, null, 2)}\n`;
  if (format === "markdown") return toMarkdown(report);
  const { toJunit } = await import("../../bulk/junit.ts");
  return toJunit(itemsOf(report), `release check, ${describeTested(report)}`);
}
