/**
 * The thread for long work. It parses, checks, redacts, compares, and serializes large submissions, logs of other
 * platforms, and exports of spans, and generates digital humans.
 */
import { constants, platform, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { endpoints } from "../../contract/endpoints.ts";
import { statements } from "../../engine/policies/read/statements.ts";
import { redactValues } from "../../engine/redaction/redact-values.ts";
import { changedSubmission } from "../domain/calls/changed-submission.ts";
import { longerCall } from "../domain/calls/longer-call.ts";
import { writeCalls } from "../domain/calls/publish.ts";
import { redactSubmission } from "../domain/calls/redact-submission.ts";
import { callerReport } from "../domain/conversations/caller-report.ts";
import { preparedCaller } from "../domain/conversations/prepare-caller.ts";
import {
  firstMistake,
  generateTexts,
  modelRule,
  proposeAll,
  readReplay,
} from "../domain/generation/in-thread.ts";
import { suggested } from "../domain/suggestions/in-thread.ts";
import { Refused } from "../errors.ts";
import { readLog } from "../imports/read-log.ts";
import { HEAD_FIELDS, type Submission, storedOf } from "../submissions/submission.ts";
import { maskedPiece, readSpans, summaryOf } from "../traces/read-spans.ts";
import { readBody } from "../validation/read.ts";
import type { FromThread, LookUpEnd, Question, ToThread } from "./work-thread.ts";

async function answer(message: Question): Promise<FromThread> {
  const { ask } = message;
  if ("replay" in message) return { ask, replay: await readReplay(message.replay) };
  if ("generate" in message) return { ask, made: generateTexts(message.generate) };
  if ("policies" in message) return { ask, mistake: firstMistake(message.policies) };
  if ("propose" in message) return { ask, proposed: proposeAll(message.propose) };
  if ("of_model" in message) return { ask, rule: modelRule(message.of_model) };
  if ("redact" in message) return { ask, stored: storedOf(redactSubmission(JSON.parse(message.redact))) };
  if ("compare" in message) return { ask, longer: longerCall(message.compare) };
  if ("change" in message) return { ask, text: changedSubmission(message.change) };
  if ("log" in message) return { ask, log: await readLog(message.log, (names) => lookUp(ask, names)) };
  if ("exported" in message) return { ask, export: await readSpans(message.exported) };
  if ("mask" in message) return { ask, masked: message.mask.map(maskedPiece) };
  if ("fields" in message) return { ask, text: JSON.stringify(redactValues(JSON.parse(message.fields))) };
  if ("cast" in message) return { ask, text: preparedCaller(message.cast) };
  if ("report" in message) return { ask, text: callerReport(JSON.parse(message.report)) };
  if ("sentences" in message) return { ask, made: statements(message.sentences) };
  if ("suggest" in message) return { ask, text: JSON.stringify(suggested(message.suggest)) };
  if ("summarize" in message) return { ask, text: summaryOf(message.summarize) };
  if ("write" in message)
    return { ask, written: utf8(await writeCalls(message.write, (ids) => lookUp(ask, ids))) };
  const read = readBody(endpoints.evaluate.body, message.read, message);
  if (read.faults.length > 0) return { ask, body: read };
  const { recording_base64, ...submission } = read.value as Submission & { recording_base64?: string };
  const filed = Object.fromEntries(HEAD_FIELDS.map((field) => [field, submission[field]]));
  return { ask, body: { ...read, value: { ...filed, recording_base64 } }, stored: storedOf(submission) };
}

const open = new Map<
  number,
  { resolve(found: ReadonlyMap<string, unknown>): void; reject(error: Error): void }
>();

/** Asks the main thread to look up something in the store. */
function lookUp<T>(ask: number, wanted: readonly string[]): Promise<ReadonlyMap<string, T>> {
  parentPort?.postMessage({ ask, wanted } satisfies FromThread);
  return new Promise((resolve, reject) =>
    open.set(ask, { resolve: (rows) => resolve(rows as ReadonlyMap<string, T>), reject }),
  );
}

function takeLookedUp(message: LookUpEnd): void {
  const question = open.get(message.ask);
  open.delete(message.ask);
  if ("found" in message) question?.resolve(message.found);
  else question?.reject(new Error(message.not_found));
}

/** In separate memory, so that it can be transferred without a copy. */
const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

async function answerOrFailure(message: Question): Promise<FromThread> {
  try {
    return await answer(message);
  } catch (error) {
    if (error instanceof Refused)
      return { ask: message.ask, refused: { status: error.status, detail: error.message } };
    const failed = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { ask: message.ask, failed };
  }
}

/** The bytes to transfer to the main thread. Otherwise, they would be copied. */
function bytesOf(answer: FromThread): readonly Uint8Array<ArrayBuffer>[] {
  if ("written" in answer) return [answer.written];
  if ("export" in answer) return answer.export.spans?.pieces ?? [];
  return "masked" in answer ? answer.masked : [];
}

// On Linux, 0 means the calling thread. On other systems, it means the whole process. The main thread should
// get the processor first.
if (platform() === "linux") setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);

parentPort?.on("message", async (message: ToThread) => {
  if ("found" in message || "not_found" in message) return takeLookedUp(message);
  parentPort?.postMessage({ ask: message.ask, begun: true } satisfies FromThread);
  const answer = await answerOrFailure(message);
  parentPort?.postMessage(
    answer,
    bytesOf(answer).map(({ buffer }) => buffer),
  );
});
