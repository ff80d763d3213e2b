import { type Detail, Failure } from "../../../../lib/failure.ts";
import { fingerprint } from "../../../bulk/entries.ts";
import { hashSubmission, outlineOf } from "../../../calls/identity.ts";
import { type Note, noteTexts } from "../../../calls/notes.ts";
import { faultsOfFiles, type Submission, toSubmission } from "../../../calls/submission.ts";
import type { Context } from "../../../context.ts";
import { startProgress } from "../../../terminal/progress.ts";
import type { ManifestItem } from "../../bulk/journals.ts";
import { keyOf, type PlannedCall, type PlannedCalls } from "./planned-call.ts";

/** A call to send, or one that has a fault. */
export type CallItem = CheckedCall | InvalidCall;

/**
 * A call whose files have been checked. They are read again when it is sent, so that memory use stays flat.
 */
export interface CheckedCall extends ManifestItem {
  readonly fault?: undefined;
  readonly call: PlannedCall;
  /** Hash of the checked contents. */
  readonly outline: string;
}

/** A call that cannot be sent. */
export interface InvalidCall extends ManifestItem {
  readonly fault: string;
  readonly faults: readonly Detail[];
}

/** Checks the files of all calls. */
export async function checkCalls(
  context: Context,
  { calls, rest = [], faults }: PlannedCalls,
): Promise<CallItem[]> {
  const items: CallItem[] = unplanned([...faults, ...(await faultsIn(context, rest))]);
  const notes: Note[] = [];
  const progress = context.terminal.isLive ? await startProgress(context.terminal) : undefined;
  try {
    for (const [i, call] of calls.entries()) {
      context.signal.throwIfAborted();
      await progress?.say(`checking calls, ${i} of ${calls.length}`);
      try {
        const submission = await toSubmission(call.fields, call.files);
        notes.push(...submission.notes);
        items.push(await toItem(call, submission));
      } catch (error) {
        items.push(invalid(keyOf(call), await faultsOf(call, error), call));
      }
    }
  } finally {
    progress?.stop();
  }
  for (const text of noteTexts(notes)) await context.terminal.note(text);
  return items;
}

/** One item for all faults of a line. */
function unplanned(faults: readonly Detail[]): InvalidCall[] {
  const places = new Map<string, { readonly place: Place; readonly faults: Detail[] }>();
  for (const fault of faults) {
    const [, file = fault.where, line] = /^(.*?):(\d+)(?::\d+)?$/.exec(fault.where) ?? [];
    const key = line === undefined ? file : `${file}:${line}`;
    const entry = places.get(key) ?? { place: { file, line: line ? Number(line) : undefined }, faults: [] };
    entry.faults.push(fault);
    places.set(key, entry);
  }
  return [...places].map(([key, { place, faults: ofLine }]) => invalid(key, ofLine, place));
}

interface Place {
  readonly file?: string | undefined;
  readonly line?: number | undefined;
}

function invalid(key: string, faults: readonly Detail[], { file, line }: Place): InvalidCall {
  const fault = faults.map(({ where, message }) => `${where}: ${message}`).join("; ");
  return {
    manifest: "",
    key,
    sha256: fingerprint(fault),
    fault,
    faults,
    ...(file !== undefined && { file }),
    ...(line !== undefined && { line }),
  };
}

/** The faults of the recordings and transcripts that calls name. */
export async function faultsIn(context: Context, calls: readonly PlannedCall[]): Promise<Detail[]> {
  const faults: Detail[] = [];
  for (const call of calls) {
    context.signal.throwIfAborted();
    await toSubmission(call.fields, call.files).catch(async (error: unknown) => {
      faults.push(...(await faultsOf(call, error)));
    });
  }
  return faults;
}

async function faultsOf(call: PlannedCall, first: unknown): Promise<Detail[]> {
  if (!(first instanceof Failure)) throw first;
  const faults = await faultsOfFiles(call.fields, call.files);
  return (faults.length > 0 ? faults : [first]).flatMap((failure) => call.toFaults(failure));
}

async function toItem(call: PlannedCall, submission: Submission): Promise<CheckedCall> {
  const { manifest, file, line, idempotency_key } = call;
  return {
    call,
    manifest,
    key: keyOf(call),
    sha256: await hashSubmission(submission),
    ...(idempotency_key !== undefined && { idempotency_key }),
    outline: outlineOf(submission),
    ...(submission.recording && { bytes: submission.recording.bytes }),
    ...(file !== undefined && { file }),
    ...(line !== undefined && { line }),
  };
}

/** The request of an item. @throws Failure (failed) if its files have changed since they were checked */
export async function requestOf({ call, outline }: CheckedCall): Promise<Submission> {
  const submission = await toSubmission(call.fields, call.files).catch((cause: unknown) => {
    throw filesChanged(cause);
  });
  if (outlineOf(submission) !== outline) throw filesChanged();
  return submission;
}

const filesChanged = (cause?: unknown) =>
  new Failure("failed", "its files have changed since they were checked", {
    code: "file_changed",
    hint: "nothing was sent; run the command again",
    cause,
  });
