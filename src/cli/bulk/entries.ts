/** The lines of a journal, and the state of each item that follows from them. */
import { hash } from "node:crypto";
import type { TextDecoder as Decoder } from "node:util";
import { canonicalJson } from "../../contract/canonical-json.ts";
import { Failure } from "../../lib/failure.ts";

/** An item of bulk work, the same in every run: a stable key and the hash of the payload. */
export interface Identity {
  readonly key: string;
  /** The payload's hash, see {@link fingerprint}. */
  readonly sha256: string;
}

export type EndOutcome = "done" | "failed" | "unknown";

/** How an item ended. */
export interface End {
  readonly outcome: EndOutcome;
  /** The service's id of the object that it created. */
  readonly id?: string | number;
  readonly message?: string;
}

interface Line extends Identity {
  /** ISO 8601, UTC. */
  readonly at: string;
}

/** The additional fields of a `begin`. */
interface Keyed {
  /**
   * The same for every attempt to send the item. A service that supports idempotency keys stores the item
   * once.
   */
  readonly idempotency_key?: string | undefined;
}

/**
 * A line of a journal: `begin` is on disk before the request is sent, and `end` is written after its answer.
 */
export type Entry = (Line & Keyed & { readonly entry: "begin" }) | (Line & End & { readonly entry: "end" });

/** An entry as a line, without the line break. */
export function lineOf(entry: Entry): string {
  const { key, sha256, at } = entry;
  // Built by hand: with thousands of entries per second, this is most of a journal's cost. Hashes and
  // times need no escapes.
  const head = `{"entry":"${entry.entry}","key":${JSON.stringify(key)},"sha256":"${sha256}","at":"${at}"`;
  if (entry.entry === "begin")
    return entry.idempotency_key === undefined
      ? `${head}}`
      : `${head},"idempotency_key":${JSON.stringify(entry.idempotency_key)}}`;
  const { outcome, id, message } = entry;
  const made = id === undefined ? "" : `,"id":${JSON.stringify(id)}`;
  const said = message === undefined ? "" : `,"message":${JSON.stringify(message)}`;
  return `${head},"outcome":"${outcome}"${made}${said}}`;
}

export type ItemState = Line & End & Keyed;
export type JournalState = Map<string, ItemState>;

/** The key of an item in a journal's state. */
export const identityOf = ({ key, sha256 }: Identity) => `${sha256} ${key}`;

/** SHA-256 of a JSON value, whatever the order of its keys. */
export const fingerprint = (payload: unknown): string => fingerprintOf(canonicalJson(payload));

/** The fingerprint of a value that has been written as {@link canonicalJson}. */
export const fingerprintOf = (text: string): string => hash("sha256", text);

/** A begin without an end means that the request may have been sent: the item is unknown. */
function applyEntry(state: JournalState, entry: Entry): void {
  const { key, sha256, at } = entry;
  const identity = identityOf(entry);
  const { idempotency_key } = entry.entry === "begin" ? entry : (state.get(identity) ?? {});
  const keyed = idempotency_key === undefined ? {} : { idempotency_key };
  if (entry.entry === "begin") state.set(identity, { key, sha256, at, outcome: "unknown", ...keyed });
  else {
    const { outcome, id, message } = entry;
    state.set(identity, { key, sha256, at, outcome, id, message, ...keyed });
  }
}

export interface ParsedJournal {
  readonly state: JournalState;
  /** The complete lines, in bytes. A crash during a write tore the rest. */
  readonly whole_bytes: number;
}

/**
 * Reads a journal. Leaves out a line at the end that a crash tore, because nothing was done on the strength
 * of it.
 * @throws Failure (failed) naming file and line of any other fault
 */
export function parseJournal(content: Uint8Array, file: string): ParsedJournal {
  const state: JournalState = new Map();
  const utf8 = new TextDecoder("utf-8", { fatal: true });
  let start = 0;
  for (let line = 1; ; line++) {
    const end = content.indexOf(NEWLINE, start);
    if (end === -1) return { state, whole_bytes: start };
    applyEntry(state, parseEntry(utf8, content.subarray(start, end), `${file}:${line}`));
    start = end + 1;
  }
}

const NEWLINE = 10;

function parseEntry(utf8: Decoder, bytes: Uint8Array, where: string): Entry {
  try {
    const value: unknown = JSON.parse(utf8.decode(bytes));
    if (isEntry(value)) return value;
  } catch {
    // To a person, broken text, broken JSON and an unexpected record are the same fault.
  }
  throw new Failure("failed", "the journal is damaged: this line is not a valid entry", {
    where,
    code: "journal",
    hint: "the journal no longer shows what was sent: check the service, then repair the line or start over with --restart",
  });
}

const OUTCOMES: readonly unknown[] = ["done", "failed", "unknown"] satisfies EndOutcome[];

function isEntry(value: unknown): value is Entry {
  if (typeof value !== "object" || value === null) return false;
  const { entry, key, sha256, at, outcome, idempotency_key } = value as Record<string, unknown>;
  if (idempotency_key !== undefined && typeof idempotency_key !== "string") return false;
  if (typeof key !== "string" || typeof sha256 !== "string" || typeof at !== "string") return false;
  return entry === "begin" || (entry === "end" && OUTCOMES.includes(outcome));
}
