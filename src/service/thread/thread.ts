/**
 * The thread for long work: large submissions and exports of spans are parsed, checked, redacted and written out, digital humans
 * generated.
 */
import { constants, platform, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { endpoints } from "../../contract/endpoints.ts";
import { Refused } from "../errors.ts";
import { readBody } from "../http/read.ts";
import { redactSubmission } from "../rules/evaluations/redact-submission.ts";
import { generateTexts, readReplay } from "../rules/generation/in-thread.ts";
import { metricsOfEvaluations, writeCalls } from "../rules/published/calls.ts";
import { HEAD_FIELDS, type Submission, storedOf } from "../submissions/submission.ts";
import { maskedPiece, readSpans } from "../traces/read-spans.ts";
import type { FromThread, ToThread } from "./work-thread.ts";

async function answer(message: ToThread): Promise<FromThread> {
  const { ask } = message;
  if ("replay" in message) return { ask, replay: await readReplay(message.replay) };
  if ("generate" in message) return { ask, made: generateTexts(message.generate) };
  if ("redact" in message) return { ask, stored: storedOf(redactSubmission(JSON.parse(message.redact))) };
  if ("exported" in message) return { ask, export: await readSpans(message.exported) };
  if ("mask" in message) return { ask, masked: message.mask.map(maskedPiece) };
  if ("metrics_of" in message) return { ask, metrics: metricsOfEvaluations(message.metrics_of) };
  if ("write" in message) return { ask, written: utf8(writeCalls(message.write, message.records)) };
  const read = readBody(endpoints.evaluate.body, message.read, message);
  if (read.faults.length > 0) return { ask, body: read };
  const { recording_base64, ...submission } = read.value as Submission & { recording_base64?: string };
  const filed = Object.fromEntries(HEAD_FIELDS.map((field) => [field, submission[field]]));
  return { ask, body: { ...read, value: { ...filed, recording_base64 } }, stored: storedOf(submission) };
}

/** In memory of its own, which is given away without a copy. */
const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

async function answerOrFailure(message: ToThread): Promise<FromThread> {
  try {
    return await answer(message);
  } catch (error) {
    if (error instanceof Refused)
      return { ask: message.ask, refused: { status: error.status, detail: error.message } };
    const failed = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { ask: message.ask, failed };
  }
}

/** They are given to the main thread: it would have to copy them otherwise. */
function bytesOf(told: FromThread): readonly Uint8Array<ArrayBuffer>[] {
  if ("written" in told) return [told.written];
  if ("export" in told) return told.export.spans?.pieces ?? [];
  return "masked" in told ? told.masked : [];
}

// On Linux, 0 is the thread that calls; elsewhere it is the whole process. The main thread is to have a processor first.
if (platform() === "linux") setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);

parentPort?.on("message", async (message: ToThread) => {
  const told = await answerOrFailure(message);
  parentPort?.postMessage(
    told,
    bytesOf(told).map(({ buffer }) => buffer),
  );
});
