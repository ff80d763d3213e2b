import { statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, join, parse, relative, resolve } from "node:path";
import { type Detail, type Failure, usage } from "../../../lib/failure.ts";
import { BYTES_MAXIMUM, checkFile } from "../../../lib/files.ts";
import { type PairedFiles, pairFiles, type StartSource, timeInName } from "../../calls/folder.ts";
import type { CallFields } from "../../calls/submission.ts";
import type { Context } from "../../context.ts";
import { emptyFault } from "../../manifest/read.ts";
import type { PlannedCall, PlannedCalls } from "./shared/planned-call.ts";

interface FolderInput {
  readonly fields: Omit<CallFields, "start_time_utc">;
  readonly start: StartSource;
  /** Links in the folder may point outside it. */
  readonly allow_outside: boolean;
  /** The folder may contain no calls. */
  readonly allow_empty: boolean;
}

/** The calls in a folder, by name. Notes which files are neither a recording nor a transcript. */
export async function callsOfFolder(
  context: Context,
  folder: string,
  { fields, start, allow_outside, allow_empty }: FolderInput,
): Promise<PlannedCalls> {
  const path = resolve(context.cwd, folder);
  const within = allow_outside ? parse(path).root : path;
  const { calls, others, faults } = pairFiles(await namesIn(path, folder));
  if (others.length > 0)
    await context.terminal.note(`ignored, neither a recording nor a transcript: ${others.join(", ")}`);
  const planned: PlannedCall[] = [];
  const details: Detail[] = faults.map((fault) => ({ ...fault, where: join(folder, fault.where) }));
  for (const call of calls) {
    const refused = refusedFiles(call, path, within);
    if (refused.length > 0) {
      details.push(...refused.map((fault) => ({ ...fault, where: join(folder, fault.where) })));
      continue;
    }
    const start_time_utc = startOf(call, path, start);
    if (start_time_utc)
      planned.push(toPlanned(call, { ...fields, start_time_utc }, { path, within, cwd: context.cwd }));
    else
      details.push({
        where: join(folder, call.name),
        message:
          "the file name contains no time such as 20261101-120000; --start-time-from mtime takes when the file was last written",
      });
  }
  if (calls.length === 0 && details.length === 0 && !allow_empty)
    details.push(emptyFault(`--from ${folder}`, "recordings or transcripts"));
  return { calls: planned, faults: details };
}

async function namesIn(path: string, folder: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    throw usage(error.code === "ENOENT" ? "folder not found" : error.message, {
      where: `--from ${folder}`,
    });
  });
  // Hidden folders, such as the journal's, belong to tools.
  return entries
    .filter(({ name }) => !name.startsWith("."))
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name));
}

/**
 * A person did not name these files one by one, so an entry of the folder may be a link to any file, or not a
 * file at all.
 */
function refusedFiles(
  { recording_file, transcript_file }: PairedFiles,
  path: string,
  within: string,
): Detail[] {
  const files = [
    { file: recording_file, maximum: BYTES_MAXIMUM.recording },
    { file: transcript_file, maximum: BYTES_MAXIMUM.text },
  ];
  return files.flatMap(({ file, maximum }) => {
    if (file === undefined) return [];
    try {
      checkFile(join(path, file), { maximum, within });
      return [];
    } catch (error) {
      return [{ where: file, message: `cannot read the file: ${(error as Error).message}` }];
    }
  });
}

function startOf(call: PairedFiles, path: string, start: StartSource): string | undefined {
  if (start === "name") return timeInName(call.name);
  return statSync(join(path, call.recording_file ?? call.transcript_file ?? "")).mtime.toISOString();
}

function toPlanned(
  { recording_file, transcript_file }: PairedFiles,
  fields: CallFields,
  { path, within, cwd }: { readonly path: string; readonly within: string; readonly cwd: string },
): PlannedCall {
  const file = relative(cwd, join(path, recording_file ?? transcript_file ?? ""));
  return {
    fields,
    files: { recording_file, transcript_file, folder: path, within },
    // The journal is in the folder, so that it stays with the recordings.
    manifest: join(path, basename(path)),
    file,
    toFaults: ({ message, options: { details, where } }: Failure) =>
      details ? [...details] : [{ where: where ?? file, message }],
  };
}
