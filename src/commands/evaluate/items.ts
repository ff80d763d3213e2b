import { hashSubmission, outlineOf } from "../../calls/identity.ts";
import { type Note, noteTexts } from "../../calls/notes.ts";
import { type Submission, toSubmission } from "../../calls/submission.ts";
import type { Context } from "../../context.ts";
import { type Detail, Failure } from "../../failure.ts";
import { refuseFaults } from "../../manifest/read.ts";
import { startProgress } from "../../terminal/progress.ts";
import type { ManifestItem } from "../bulk/journals.ts";
import { keyOf, type PlannedCall } from "./planned-call.ts";

/** A call whose files have been checked. Their contents are read again when sent, so that memory use stays flat. */
export interface CallItem extends ManifestItem {
  readonly call: PlannedCall;
  /** Hash of what was checked. */
  readonly outline: string;
}

/** Checks the files of all calls. @throws Failure (usage) with every fault in every file */
export async function checkCalls(context: Context, calls: readonly PlannedCall[]): Promise<CallItem[]> {
  const items: CallItem[] = [];
  const faults: Detail[] = [];
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
        faults.push(...(await faultsOfFiles(call, error)));
      }
    }
  } finally {
    progress?.stop();
  }
  refuseFaults(faults);
  for (const text of noteTexts(notes)) await context.terminal.note(text);
  return items;
}

/** The faults in the files of calls, for an error that has others to tell as well. */
export async function faultsIn(calls: readonly PlannedCall[]): Promise<Detail[]> {
  const faults: Detail[] = [];
  for (const call of calls)
    await toSubmission(call.fields, call.files).catch(async (error: unknown) => {
      faults.push(...(await faultsOfFiles(call, error)));
    });
  return faults;
}

/** The first fault in a call's files hides those of its other file: each is looked at by itself. */
async function faultsOfFiles(call: PlannedCall, first: unknown): Promise<Detail[]> {
  if (!(first instanceof Failure)) throw first;
  const { recording_file, transcript_file, ...place } = call.files;
  if (!recording_file || !transcript_file) return call.toFaults(first);
  const faults: Detail[] = [];
  for (const file of [{ recording_file }, { transcript_file }])
    await toSubmission(call.fields, { ...place, ...file }).catch((error: unknown) => {
      if (!(error instanceof Failure)) throw error;
      faults.push(...call.toFaults(error));
    });
  return faults.length > 0 ? faults : call.toFaults(first);
}

async function toItem(call: PlannedCall, submission: Submission): Promise<CallItem> {
  const { manifest, file, line } = call;
  return {
    call,
    manifest,
    key: keyOf(call),
    sha256: await hashSubmission(submission),
    outline: outlineOf(submission),
    ...(submission.recording && { bytes: submission.recording.bytes }),
    ...(file !== undefined && { file }),
    ...(line !== undefined && { line }),
  };
}

/** The request of an item. @throws Failure (failed) if its files are not those that were checked */
export async function requestOf({ call, outline }: CallItem): Promise<Submission> {
  const submission = await toSubmission(call.fields, call.files).catch((cause: unknown) => {
    throw changed(cause);
  });
  if (outlineOf(submission) !== outline) throw changed();
  return submission;
}

const changed = (cause?: unknown) =>
  new Failure("failed", "its files have changed since they were checked", {
    code: "file_changed",
    hint: "nothing was sent; run the command again",
    cause,
  });
