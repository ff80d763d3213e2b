/** The process for a large evaluation. It receives one task and sends back the result. */
import process from "node:process";
import { type Completion, type CompletionRequest, type Model, ModelError } from "../model/model.ts";
import type { FromChild, ToChild, Wanted } from "./evaluator.ts";
import type { ReadRecording } from "./metric-input.ts";
import { runTask } from "./run-task.ts";

type Task = Extract<ToChild, { task: unknown }>;

const open = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
let asked = 0;

/** Sends nothing if the service is gone. Nothing else keeps this process running after its work is done. */
const say = (message: FromChild) => process.connected && process.send?.(message);

function ask(wanted: Wanted): Promise<unknown> {
  const number = ++asked;
  say({ ...wanted, ask: number });
  return new Promise((resolve, reject) => open.set(number, { resolve, reject }));
}

const asking = (model: Pick<Model, "name" | "votes">): Model => ({
  ...model,
  complete: ({ signal: _, ...request }: CompletionRequest) =>
    ask({ what: "complete", request }) as Promise<Completion>,
  keep: ({ signal: _, ...request }, text) => ask({ what: "keep", request, text }) as Promise<void>,
});

async function evaluate({ task, model, has_recording }: Task): Promise<void> {
  try {
    const evaluation = await runTask(task, {
      ...(model !== null && { model: asking(model) }),
      ...(has_recording && {
        recording: () => ask({ what: "recording" }) as ReturnType<ReadRecording>,
      }),
    });
    say({ found: evaluation });
  } catch (error) {
    say({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}

process.on("message", (message: ToChild) => {
  if ("task" in message) return void evaluate(message);
  const question = open.get(message.ask);
  open.delete(message.ask);
  if ("value" in message) question?.resolve(message.value);
  else
    question?.reject(
      message.reason
        ? new ModelError(message.refused, { reason: message.reason })
        : new Error(message.refused),
    );
});
// The service ends this process. Ctrl-C and supervisors signal the whole process group, which this process
// ignores.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => undefined);
