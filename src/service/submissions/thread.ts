/** The thread in which large submissions are parsed, checked, redacted and written out. */
import { parentPort } from "node:worker_threads";
import { endpoints } from "../../contract/endpoints.ts";
import { readBody } from "../http/read.ts";
import { redactSubmission } from "../rules/evaluations/redact-submission.ts";
import type { FromThread, ToThread } from "./reader.ts";
import { type Submission, storedOf } from "./submission.ts";

function answer(message: ToThread): FromThread {
  const { ask } = message;
  if ("redact" in message) return { ask, stored: storedOf(redactSubmission(JSON.parse(message.redact))) };
  const read = readBody(endpoints.evaluate.body, message.read);
  if (read.faults.length > 0) return { ask, body: read };
  const { recording_base64, ...submission } = read.value as Submission & { recording_base64?: string };
  const { transcript, tool_calls, events, tags, metadata, ...rest } = submission;
  return { ask, body: { ...read, value: { ...rest, recording_base64 } }, stored: storedOf(submission) };
}

function answerOrFailure(message: ToThread): FromThread {
  try {
    return answer(message);
  } catch (error) {
    const failed = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { ask: message.ask, failed };
  }
}

parentPort?.on("message", (message: ToThread) => {
  parentPort?.postMessage(answerOrFailure(message));
});
