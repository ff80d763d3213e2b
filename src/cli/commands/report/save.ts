/** Writes the report and says where it is. */
import { appendFile } from "node:fs/promises";
import { resolve } from "node:path";
import { Failure } from "../../../lib/failure.ts";
import { type Compared, type Overview, refOf } from "../../../results/report.ts";
import type { Talk } from "../../../results/talk.ts";
import type { Context } from "../../context.ts";
import { writeNamedFile } from "../../write-files.ts";
import { PER_PART, reportPage } from "./page.ts";

export interface Reported {
  readonly overview: Overview;
  readonly talks: readonly Talk[];
  readonly compared?: Compared;
  /** Recordings as data URLs, by the `refOf` of their call. */
  readonly audio?: ReadonlyMap<string, string>;
}

/** Writes the report into each file. Returns the line that names them, or undefined if there are no files. */
export async function saveHtml(
  context: Context,
  files: readonly string[],
  make: () => Promise<Reported>,
): Promise<string | undefined> {
  if (files.length === 0) return undefined;
  const { overview, talks, compared = null, audio = new Map<string, string>() } = await make();
  const refs = talks.map(refOf);
  const page = reportPage(
    {
      made_at: new Date().toISOString(),
      version: context.version,
      overview,
      compared,
      per_part: PER_PART,
      places: Object.fromEntries(refs.map((ref, place) => [ref, place])),
    },
    talks,
    new Map(refs.flatMap((ref, place) => (audio.has(ref) ? [[place, audio.get(ref) ?? ""] as const] : []))),
  );
  for (const file of files)
    await writeNamedFile(resolve(context.cwd, file), page).catch((error: Error) => {
      throw new Failure("failed", `cannot write the report: ${error.message}`, { where: file, cause: error });
    });
  await tellGitHub(context, files);
  return `report: ${files.join(", ")}`;
}

/**
 * Names the report in the step summary. If the job uploads the file, it is among the artifacts of the run.
 */
async function tellGitHub({ env }: Context, files: readonly string[]): Promise<void> {
  const summary = env["GITHUB_STEP_SUMMARY"];
  if (!summary) return;
  const { GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_RUN_ID } = env;
  const names = files.map((file) => `\`${file.replaceAll("`", "'")}\``).join(", ");
  const where =
    GITHUB_SERVER_URL && GITHUB_REPOSITORY && GITHUB_RUN_ID
      ? `, among the [artifacts of this run](${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/actions/runs/${GITHUB_RUN_ID}#artifacts)`
      : "";
  await appendFile(summary, `\nTranscripts and verdicts: ${names}${where}\n`).catch((error: Error) => {
    throw new Failure("failed", `cannot write the summary: ${error.message}`, {
      where: summary,
      cause: error,
    });
  });
}
