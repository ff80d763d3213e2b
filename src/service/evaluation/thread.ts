/** The thread in which a large evaluation is made: takes one task, and says what it found. */
import { parentPort, workerData } from "node:worker_threads";
import { type Completion, type CompletionRequest, type Model, ModelError } from "../model/model.ts";
import type { FromThread, ThreadData, ToThread } from "./evaluator.ts";
import { perform } from "./perform.ts";

type Question = { readonly what: "recording" } | { readonly what: "complete"; readonly request: object };

const { task, model, has_recording } = workerData as ThreadData;
const open = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
let asked = 0;

const say = (message: FromThread) => parentPort?.postMessage(message);

function ask(question: Question): Promise<unknown> {
  const number = ++asked;
  say({ ...question, ask: number });
  return new Promise((resolve, reject) => open.set(number, { resolve, reject }));
}

parentPort?.on("message", (answer: ToThread) => {
  const question = open.get(answer.ask);
  open.delete(answer.ask);
  if ("value" in answer) question?.resolve(answer.value);
  else question?.reject(answer.is_model_error ? new ModelError(answer.refused) : new Error(answer.refused));
});

const asking = (name: string): Model => ({
  name,
  complete: ({ signal: _, ...request }: CompletionRequest) =>
    ask({ what: "complete", request }) as Promise<Completion>,
});

const means = {
  ...(model !== null && { model: asking(model) }),
  ...(has_recording && {
    recording: () => ask({ what: "recording" }) as Promise<Uint8Array | "recording_too_large" | undefined>,
  }),
};
// What it rejects with ends the thread, which the service is told of.
void perform(task, means).then((found) => say({ found }));
