/** Callers that a test file takes from elsewhere: a manifest, a transcript to replay, or a folder of both. */
import { readdirSync, statSync } from "node:fs";
import { basename, dirname, extname, join, resolve } from "node:path";
import { usage } from "../../lib/failure.ts";
import { readDigitalHumans } from "./digital-humans.ts";
import type { Openness } from "./openness.ts";
import type { Parsed } from "./parsed.ts";
import type { Surroundings } from "./read.ts";
import { readText } from "./text.ts";

const MANIFESTS = [".yaml", ".yml", ".json", ".jsonl", ".csv"];
const TRANSCRIPTS = [".txt", ".vtt", ".srt"];
/** Files of a folder. */
const FILES_MAXIMUM = 1000;

export interface FromOptions {
  readonly surroundings: Surroundings;
  readonly openness: Openness | undefined;
  /** The absolute path of a file. Undefined if it has a fault, which is told. */
  include(name: string): Promise<string | undefined>;
}

export interface CallerFrom {
  readonly name: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** @throws Failure (usage) with the faults of the files */
export async function callersFrom(parsed: Parsed, from: string, options: FromOptions): Promise<CallerFrom[]> {
  const callers: CallerFrom[] = [];
  for (const name of filesOf(dirname(parsed.source.path), from)) {
    const path = await options.include(name);
    if (path !== undefined) callers.push(...(await callersOfFile(path, name, options)));
  }
  return callers;
}

async function callersOfFile(
  path: string,
  name: string,
  { surroundings, openness }: FromOptions,
): Promise<CallerFrom[]> {
  const ending = extname(name).toLowerCase();
  if (TRANSCRIPTS.includes(ending)) {
    const original_transcript = await readText(path, name);
    return [{ name: basename(name, extname(name)), fields: { original_transcript } }];
  }
  const read = await readDigitalHumans([path], surroundings, {
    anywhere: true,
    ...(openness && { openness }),
  });
  return read.map(({ name, fields }) => ({ name, fields }));
}

/** The file itself, or the files of a folder that can be read, in the order of their names. */
function filesOf(folder: string, from: string): string[] {
  const path = resolve(folder, from);
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return [from];
  const names = readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith(".parley.yaml"))
    .map(({ name }) => name)
    .filter((name) => [...MANIFESTS, ...TRANSCRIPTS].includes(extname(name).toLowerCase()))
    .sort();
  if (names.length === 0) throw usage(`no manifests or transcripts in the folder ${from}`);
  if (names.length > FILES_MAXIMUM)
    throw usage(`${names.length} files in the folder ${from}; at most ${FILES_MAXIMUM} are read`);
  return names.map((name) => join(from, name));
}
