/** The forms in which a test run is told: on standard output, in files, and to GitHub. */
import { resolve } from "node:path";
import { Failure, usage } from "../../../../lib/failure.ts";
import type { Context } from "../../../context.ts";
import type { Paint } from "../../../terminal/colour.ts";
import { sanitize } from "../../../terminal/sanitize.ts";
import { failuresOf, lineReport } from "../../../testing/reports/lines.ts";
import { isPassed, type TestRun } from "../../../testing/results/result.ts";
import { writeNamedFile } from "../../../write-files.ts";
import { oneOf, type Parser } from "../../parsers.ts";
import { requireWritable } from "../../shared/writable.ts";

const NAMES = ["line", "list", "json", "junit", "github", "html"] as const;

/** One form, and the file that it is written to. Without a file, standard output. */
export interface Reporter {
  readonly name: (typeof NAMES)[number];
  readonly file?: string;
}

export const reporter: Parser<Reporter> = {
  parse(word) {
    const [named = "", ...rest] = word.split("=");
    const name = oneOf(NAMES).parse(named);
    const file = rest.join("=");
    if (word.includes("=") && file === "") throw usage(`needs a file, such as ${name}=report, not "${word}"`);
    if (name === "html" && file === "") throw usage("needs a file, such as html=report.html");
    if (name === "github" && file !== "")
      throw usage("github takes no file: it writes annotations and the step summary");
    return file === "" ? { name } : { name, file };
  },
};

/** The reporters that print for people. */
const FOR_PEOPLE: readonly Reporter["name"][] = ["line", "list"];

/** @throws Failure (usage) before anything is run, if they don't go together or a file cannot be written */
export async function checkReporters(
  context: Context,
  reporters: readonly Reporter[],
  { watch }: { readonly watch: boolean },
): Promise<void> {
  const [first, second] = reporters.filter(onOutput);
  if (first && second)
    throw usage(`${first.name} and ${second.name} both print on standard output`, {
      where: "--reporter",
      hint: `write one of them to a file: --reporter ${second.name}=FILE`,
    });
  if (
    watch &&
    reporters.some((reporter) => reporter.file !== undefined || !FOR_PEOPLE.includes(reporter.name))
  )
    throw usage("--watch prints for people", { where: "--reporter" });
  await requireWritable(
    context,
    reporters.flatMap(({ name, file }) =>
      file === undefined ? [] : [{ option: `--reporter ${name}=${file}`, file, what: "report" }],
    ),
  );
}

const onOutput = ({ name, file }: Reporter) => file === undefined && name !== "github";

/** The form on standard output. */
export const shownBy = (reporters: readonly Reporter[]): Reporter["name"] =>
  reporters.find(onOutput)?.name ?? "line";

/** Writes the files and tells GitHub. Returns a line that names the files, if there are any. */
export async function tellReporters(
  context: Context,
  reporters: readonly Reporter[],
  run: TestRun,
): Promise<string | undefined> {
  const written: string[] = [];
  for (const { name, file } of reporters) {
    if (name === "github") await tellGitHub(context, run);
    if (file === undefined) continue;
    const text = await textOf(name, run, context.version);
    await writeNamedFile(resolve(context.cwd, file), `${text}\n`).catch((error: Error) => {
      throw new Failure("failed", `cannot write the report: ${error.message}`, { where: file, cause: error });
    });
    written.push(file);
  }
  return written.length > 0 ? `report: ${written.join(", ")}` : undefined;
}

/** @param columns the width of the terminal, if it is one */
export async function textOf(
  name: Reporter["name"],
  run: TestRun,
  version: string,
  columns?: number,
): Promise<string> {
  if (name === "json") return JSON.stringify(run, null, 2);
  if (name === "junit") return (await import("../../../testing/reports/junit.ts")).junitReport(run).trimEnd();
  if (name === "html") return (await import("../html-report.ts")).htmlReport(run, version);
  return lineReport(run, { each: name === "list", ...(columns !== undefined && { columns }) });
}

/** Colours the report for people. */
export const painted = (shown: string, paint: Paint): string =>
  shown
    .replaceAll(/^ ✗.*$/gm, (line) => paint.red(line))
    .replaceAll(/^ ✓/gm, (mark) => paint.green(mark))
    .replaceAll(/^ [?!].*$/gm, (line) => paint.yellow(line));

/** An annotation for each caller that did not pass, and the step summary. */
async function tellGitHub({ env, terminal }: Context, run: TestRun): Promise<void> {
  const { toAnnotations } = await import("../../../bulk/annotations.ts");
  const results = run.files.flatMap(({ file, callers, trouble }) => [
    ...(trouble === null ? [] : [{ key: file, failed: false, message: trouble }]),
    ...callers
      .filter(({ outcome }) => !isPassed(outcome) && outcome !== "not_run")
      .map(({ name, outcome, reason, verdicts }) => ({
        key: `${file}: ${name}`,
        failed: outcome === "failed",
        message: outcome === "failed" ? failuresOf(verdicts).join("; ") || reason : reason,
      })),
  ]);
  for (const line of toAnnotations(
    results.map(({ key, failed, message }, index) => ({
      index,
      item: { key, sha256: "" },
      outcome: failed ? ("failed" as const) : ("unknown" as const),
      message,
    })),
  ))
    await terminal.alert(line, { exact: true });
  const summary = env["GITHUB_STEP_SUMMARY"];
  if (!summary) return;
  const { appendFile } = await import("node:fs/promises");
  await appendFile(
    summary,
    `## Test\n\n\`\`\`\`text\n${sanitize(lineReport(run)).replaceAll("````", "''''")}\n\`\`\`\`\n`,
  );
}
