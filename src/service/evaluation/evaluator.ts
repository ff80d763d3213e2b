import { Worker } from "node:worker_threads";
import { ModelError } from "../model/model.ts";
import { TooMuchWork } from "./evaluate-conversation.ts";
import { type Means, perform } from "./perform.ts";
import type { EvaluationTask, FoundBy } from "./task.ts";

/** Why an evaluation was not made. */
export interface Overrun {
  readonly reason: "evaluation_too_large" | "evaluation_timeout";
  readonly message: string;
}

/** Makes evaluations, and holds nobody up by it: a large one in a thread of its own, with bounds. */
export type Evaluator = <T extends EvaluationTask>(task: T, means: Means) => Promise<FoundBy<T> | Overrun>;

/** Characters of a task that is done at once, within some 20 ms. A call of half an hour has about so many. */
const SMALL = 64 * 1024;
/** With a reference transcript each word is compared with others. */
const SMALL_WITH_REFERENCE = 4 * 1024;
/** Steps of the rules of a metric in such a task: some 10 ms. */
const STEPS_OF_SMALL = 200_000;

/** Characters of a task that is done at all: five times what 20,000 turns take. */
export const TASK_MAXIMUM = 16 * 1024 * 1024;
const HEAP_MB = 512;
/** Without the time in which a model is waited for. */
const DEADLINE_MS = 60_000;
/** What is found is stored and shown as a whole. */
const FOUND_MAXIMUM = 32 * 1024 * 1024;
/** Each takes a processor and up to its heap. */
const THREADS = 2;

/** What the thread is started with. */
export interface ThreadData {
  readonly task: EvaluationTask;
  /** Name of the model; null without one. */
  readonly model: string | null;
  readonly has_recording: boolean;
}

/** What the thread asks for, and what it says at last. */
export type FromThread =
  | { readonly ask: number; readonly what: "recording" }
  | { readonly ask: number; readonly what: "complete"; readonly request: object }
  | { readonly found: FoundBy<EvaluationTask> };

/** What it is answered. */
export type ToThread =
  | { readonly ask: number; readonly value: unknown }
  | { readonly ask: number; readonly refused: string; readonly is_model_error: boolean };

/** Beside the program as it is built; sources that are not built use what the last build has made. */
const THREAD = new URL(
  import.meta.url.endsWith(".ts") ? "../../../dist/evaluation-thread.cjs" : "./evaluation-thread.cjs",
  import.meta.url,
);

export function createEvaluator(): Evaluator {
  const enter = places(THREADS);
  return async (task, means) => {
    if (sizeOf(task) <= (hasReference(task) ? SMALL_WITH_REFERENCE : SMALL))
      try {
        return await perform(task, { ...means, steps_until_refusal: STEPS_OF_SMALL });
      } catch (error) {
        if (!(error instanceof TooMuchWork)) throw error;
      }
    if (sizeOf(task) > TASK_MAXIMUM) return tooLarge(`at most ${TASK_MAXIMUM} characters are evaluated`);
    const leave = await enter();
    try {
      means.signal?.throwIfAborted();
      return await inThread(task, means);
    } finally {
      leave();
    }
  };
}

export const tooLarge = (message: string): Overrun => ({ reason: "evaluation_too_large", message });

/** So many at a time; the others wait, first come, first served. */
function places(free: number): () => Promise<() => void> {
  const waiting: (() => void)[] = [];
  const leave = () => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };
  return async () => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    return leave;
  };
}

/** Characters that an evaluation reads, and of the rules that it applies. */
function sizeOf(task: EvaluationTask): number {
  const rules = task.selected.requested.map(({ metric }) => metric.scoring_guidance?.length ?? 0);
  const texts =
    task.kind === "call"
      ? [task.submission.length, lengthOf(task.fetched_transcript), segmentsOf(task)]
      : [JSON.stringify(task.conversation).length];
  return [...texts, ...rules].reduce((sum, size) => sum + size, 0);
}

const lengthOf = (text: unknown) => (typeof text === "string" ? text.length : 0);

const segmentsOf = ({ analysis }: Extract<EvaluationTask, { kind: "call" }>) =>
  analysis && "channels" in analysis ? JSON.stringify(analysis.channels).length : 0;

const hasReference = (task: EvaluationTask) =>
  task.kind === "call" && task.submission.includes('"reference_transcript"');

function inThread<T extends EvaluationTask>(task: T, means: Means): Promise<FoundBy<T> | Overrun> {
  return new Promise((resolve, reject) => {
    const workerData: ThreadData = {
      task,
      model: means.model?.name ?? null,
      has_recording: means.recording !== undefined,
    };
    const thread = new Worker(THREAD, {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
      env: {},
      execArgv: [],
    });
    const clock = stopwatch(DEADLINE_MS, () => {
      end();
      resolve({
        reason: "evaluation_timeout",
        message: `the evaluation took longer than ${DEADLINE_MS / 1000} s`,
      });
    });
    const abort = () => {
      end();
      reject(means.signal?.reason);
    };
    function end(): void {
      clock.stop();
      means.signal?.removeEventListener("abort", abort);
      void thread.terminate();
    }
    async function answer(message: Exclude<FromThread, { found: unknown }>): Promise<void> {
      clock.pause();
      const { ask } = message;
      const reply = await answerTo(message, means).then(
        (value): ToThread => ({ ask, value }),
        (error: Error): ToThread => ({
          ask,
          refused: error.message,
          is_model_error: error instanceof ModelError,
        }),
      );
      clock.resume();
      thread.postMessage(reply);
    }
    means.signal?.addEventListener("abort", abort);
    thread.on("message", (message: FromThread) => {
      if (!("found" in message)) return void answer(message);
      end();
      const found = message.found as FoundBy<T>;
      if (found.evaluation.length <= FOUND_MAXIMUM) resolve(found);
      else resolve(tooLarge(`the result has more than ${FOUND_MAXIMUM} characters`));
    });
    thread.on("error", (error: NodeJS.ErrnoException) => {
      end();
      if (error.code === "ERR_WORKER_OUT_OF_MEMORY")
        resolve(tooLarge(`the evaluation takes more than ${HEAP_MB} MB of memory`));
      else reject(error);
    });
    thread.on("exit", (code) => {
      end();
      // Said last: whatever was said before counts.
      reject(new Error(`the thread of an evaluation ended with ${code} and said nothing`));
    });
  });
}

async function answerTo(
  message: Exclude<FromThread, { found: unknown }>,
  { recording, model, signal }: Means,
): Promise<unknown> {
  if (message.what === "recording") return recording?.();
  return model?.complete({
    ...(message.request as Parameters<typeof model.complete>[0]),
    ...(signal && { signal }),
  });
}

/** Calls `over` when it has run for so long; paused once for each `resume` that is to come. */
function stopwatch(limit_ms: number, over: () => void) {
  let left = limit_ms;
  let paused = 0;
  let since = performance.now();
  let timer: NodeJS.Timeout | undefined = setTimeout(over, left);
  return {
    pause() {
      if (paused++ > 0) return;
      clearTimeout(timer);
      left -= performance.now() - since;
    },
    resume() {
      if (--paused > 0) return;
      since = performance.now();
      timer = setTimeout(over, Math.max(left, 0));
    },
    stop() {
      paused = Number.POSITIVE_INFINITY;
      clearTimeout(timer);
    },
  };
}
