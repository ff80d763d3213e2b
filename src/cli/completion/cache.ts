/** Recently seen ids, which completion can offer without asking the service. */
import { mkdirSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Operation } from "../../contract/endpoints.ts";
import { BYTES_MAXIMUM, readRegularFile } from "../../lib/files.ts";

/** The nouns whose ids or names are completed. */
export type Noun = "agent" | "simulation" | "label";

interface Remembered {
  readonly at: number;
  readonly values: readonly string[];
}

type Cache = Readonly<Record<string, Partial<Record<Noun, Remembered>>>>;

/** After this time, an id may no longer exist. */
const FRESH_MS = 3_600_000;
/** Ids that have not changed and are newer than this are not written again, which is the usual case. */
const RECENT_MS = 600_000;
/** More ids than anybody completes. */
const VALUES_MAXIMUM = 200;

const SOURCES: {
  readonly [K in Operation]?: readonly [noun: Noun, list: string | undefined, field: string];
} = {
  list_agents: ["agent", undefined, "id"],
  list_simulations: ["simulation", "simulations", "id"],
  list_labels: ["label", undefined, "label_text"],
};

const fileOf = (folder: string) => join(folder, "completion.json");

function readCache(folder: string): Cache {
  try {
    return JSON.parse(readRegularFile(fileOf(folder), { maximum: BYTES_MAXIMUM.kept }).toString()) as Cache;
  } catch {
    // A missing or broken cache loses nothing.
    return {};
  }
}

/** The ids of `noun` that this service has returned within the last hour. */
export function recall(folder: string, base_url: string, noun: Noun, now: number): readonly string[] {
  const cached = readCache(folder)[base_url]?.[noun];
  return cached && now - cached.at < FRESH_MS ? cached.values : [];
}

/**
 * Creates the folder and the one above it one by one: below some paths Node's recursive `mkdir` never
 * returns.
 */
export function makeFolder(folder: string): void {
  for (const level of [dirname(folder), folder])
    if (!statSync(level, { throwIfNoEntry: false })) mkdirSync(level, { mode: 0o700 });
}

/** Stores the ids of a list that a command has read anyway. If this fails, the command does not. */
export function remember(
  folder: string,
  base_url: string,
  operation: Operation,
  answer: unknown,
  now: number,
): void {
  const source = SOURCES[operation];
  if (!source) return;
  const [noun, list, field] = source;
  const items = (list ? (answer as Record<string, unknown>)[list] : answer) as Record<string, unknown>[];
  const values = items.slice(0, VALUES_MAXIMUM).map((item) => String(item[field]));
  try {
    const cache = readCache(folder);
    const cached = cache[base_url]?.[noun];
    if (cached && now - cached.at < RECENT_MS && cached.values.join("\n") === values.join("\n")) return;
    makeFolder(folder);
    const next: Cache = { ...cache, [base_url]: { ...cache[base_url], [noun]: { at: now, values } } };
    const aside = `${fileOf(folder)}.${now}`;
    writeFileSync(aside, JSON.stringify(next), { mode: 0o600 });
    renameSync(aside, fileOf(folder));
  } catch {
    // A read-only home folder must not make the command fail.
  }
}
