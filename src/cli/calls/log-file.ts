/** Reads call logs of other platforms from files: the calls in them, and the recordings next to them. */
import { readdirSync } from "node:fs";
import { basename, dirname, extname, resolve } from "node:path";
import { recordingByName } from "../../contract/media.ts";
import type { LoggedCall, LoggedFields } from "../../engine/imports/reader.ts";
import { callsIn, identityOfCall, submissionOf } from "../../engine/imports/vendors.ts";
import { jsonValue } from "../../engine/transcript/json-entries.ts";
import { readText } from "../manifest/text.ts";
import { requireModest } from "./json-size.ts";

/** Endings of the files that may be logs. */
const LOG_ENDINGS: readonly string[] = [".json", ".jsonl", ".ndjson"];

/** A log. Each of its items is a call or says what is wrong with it. */
export interface CallLogFile {
  /** As its user named it. */
  readonly file: string;
  readonly path: string;
  readonly calls: ReturnType<typeof callsIn>;
}

/**
 * Lists a folder. If there are a thousand logs in one folder, it is listed only once: see {@link listOnce}.
 */
type ListFolder = (folder: string) => readonly string[];

/** Lists each folder once. */
export function listOnce(): ListFolder {
  const listed = new Map<string, readonly string[]>();
  return (folder) => {
    const names = listed.get(folder) ?? readdirSync(folder).filter(recordingByName).sort();
    listed.set(folder, names);
    return names;
  };
}

/**
 * The calls in a file. `calls` is empty if it is not a log of a known platform.
 * @throws Failure (usage) if it cannot be read
 */
export async function readLog(file: string, cwd: string): Promise<CallLogFile> {
  const path = resolve(cwd, file);
  const isLog = LOG_ENDINGS.includes(extname(file).toLowerCase());
  if (!isLog) return { file, path, calls: [] };
  const text = await readText(path, file);
  requireModest(text, file);
  return { file, path, calls: callsIn(jsonValue(text)) };
}

/**
 * The fields of a call for E2, and the recording file next to its log. The file takes precedence over a URL.
 */
export function fieldsOfCall(
  log: CallLogFile,
  call: LoggedCall,
  list: ListFolder,
): { readonly fields: LoggedFields; readonly recording_file?: string } {
  const recording_file = recordingBeside(log, call, list);
  const submission = submissionOf(call);
  if (recording_file === undefined) return { fields: submission };
  const { recording_url, multichannel, ...fields } = submission;
  return { fields, recording_file };
}

/**
 * A recording that is named like the log (if the log has only one call) or like the call's id, or that the
 * log itself names.
 */
function recordingBeside(
  { path, calls }: CallLogFile,
  call: LoggedCall,
  list: ListFolder,
): string | undefined {
  const own = basename(path, extname(path));
  const id = identityOfCall(call);
  const named = call.recording?.path?.split(/[\\/]/).at(-1);
  return list(dirname(path)).find((file) => {
    const name = file.slice(0, -extname(file).length);
    return file === named || name === id || (calls.length === 1 && name === own);
  });
}
