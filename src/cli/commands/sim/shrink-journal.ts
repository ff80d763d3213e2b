/** The conversations that a search for the smallest caller has held: a line each, on disk before the next one begins. */
import { constants, existsSync } from "node:fs";
import { parseJson } from "../../../contract/json.ts";
import type { Reasons } from "../../../engine/shrink/reason.ts";
import { readNamedFile } from "../../../lib/files.ts";
import { Appender } from "../../bulk/appender.ts";
import { openToWrite } from "../../write-files.ts";

const MAXIMUM = 16e6;

/** A conversation that took place: with which parts, and what came of it. */
export interface Held {
  readonly key: string;
  readonly reasons: Reasons;
  readonly turns: number;
}

/** What a search is about. Conversations of anything else are not its own. */
export interface Searched {
  /** What is shrunk. */
  readonly about: string;
  /** The code of the agent, as far as its files are known. */
  readonly code: string | null;
}

export async function openJournal(file: string, searched: Searched): Promise<Appender> {
  const journal = new Appender(
    await openToWrite(file, constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND),
  );
  // Whoever wrote the last line may have died in the middle of it.
  await journal.append(`\n${JSON.stringify(searched)}`);
  return journal;
}

/** What an interrupted search has left. */
export interface Left {
  /** Its conversations, in their order. None if the agent's code has changed since: another agent held them. */
  readonly held: readonly Held[];
  readonly is_outdated: boolean;
}

export async function readHeld(file: string, { about, code }: Searched): Promise<Left> {
  if (!existsSync(file)) return { held: [], is_outdated: false };
  const held: Held[] = [];
  let isOwn = false;
  let is_outdated = false;
  for (const line of (await readNamedFile(file, MAXIMUM)).toString().split("\n")) {
    const entry = parseJson(line) as Line | undefined;
    if (entry?.about !== undefined) {
      is_outdated = entry.about === about && (entry.code ?? null) !== code;
      isOwn = entry.about === about && !is_outdated;
      if (!isOwn) held.length = 0;
    } else if (isOwn && entry?.place !== undefined && entry.place <= held.length)
      held.splice(entry.place, held.length, { key: entry.key, reasons: entry.reasons, turns: entry.turns });
  }
  return { held, is_outdated };
}

interface Line extends Held {
  readonly about?: string;
  readonly code?: string | null;
  readonly place?: number;
}
