import { type ReportTarget, reportTarget } from "../bulk/options.ts";
import { flag, list } from "../command.ts";

/** `--report html=FILE`, for commands that write no other kind of report. */
export const htmlOption = list(
  "--report <format=file>",
  "also write a report with every transcript, for a browser: html=FILE; repeatable",
  reportTarget(["html"]),
);

export const audioOption = flag("--with-audio", "put the recordings into the HTML report");

/** The files of the HTML reports among the requested reports. */
export const htmlFiles = (targets: readonly ReportTarget<string>[]): string[] =>
  targets.filter(({ format }) => format === "html").map(({ file }) => file);
