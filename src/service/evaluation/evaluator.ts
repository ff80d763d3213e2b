import { constants, setPriority } from "node:os";
import { UNSPACED } from "../../engine/metrics/text/words.ts";
import { keepingReader } from "../../engine/policies/agent-reader.ts";
import { startProcess } from "../../lib/built-files.ts";
import type { Blobs } from "../blobs/blobs.ts";
import type { Clock } from "../clock.ts";
import type { ReportThread } from "../domain/conversations/caller-report.ts";
import type { WithTogether } from "../domain/conversations/calls-known.ts";
import type { WithWorlds } from "../domain/worlds/stored.ts";
import type { Ids } from "../ids.ts";
import type { Jobs } from "../jobs/promised.ts";
import {
  type CompletionRequest,
  type Model,
  ModelError,
  type ModelFault,
  type WithModel,
} from "../model/model.ts";
import type { Network } from "../network/outbound.ts";
import type { ReadsState } from "../network/state-reader.ts";
import type { PerOrganization } from "../per-organization.ts";
import type { Reports } from "../report.ts";
import { createSemaphore } from "../semaphore.ts";
import type { Store } from "../store/store.ts";
import { TooMuchWork } from "./evaluate-conversation.ts";
import { runTask, type TaskContext } from "./run-task.ts";
import type { EvaluationOf, EvaluationTask } from "./task.ts";

/** Why an evaluation was stopped. */
export interface Overrun {
  readonly reason: "evaluation_too_large" | "evaluation_timeout";
  readonly message: string;
}

/** Runs evaluations without holding up other work: a large one runs in its own process, with limits. */
export type Evaluator = <T extends EvaluationTask>(
  task: T,
  means: TaskContext,
) => Promise<EvaluationOf<T> | Overrun>;

/** What the evaluation of calls and conversations works with. */
export interface Evaluating
  extends Store,
    Clock,
    Ids,
    Jobs,
    Blobs,
    Network,
    ReadsState,
    WithModel,
    WithWorlds,
    Reports,
    WithTogether {
  readonly evaluate: Evaluator;
  readonly thread: PerOrganization<ReportThread>;
  /** Path of the program that decodes recordings other than WAV; without it, those are not evaluated. */
  readonly ffmpeg?: string;
}

/**
 * A task of at most this many characters runs here at once, which takes at most about 20 ms: about a call of
 * half an hour.
 */
const SMALL = 64 * 1024;
/** The same for a task with a reference transcript, whose words are all compared with each other. */
const SMALL_WITH_REFERENCE = 4 * 1024;
/** The same for a task with facts of the caller, which are looked for in every sentence. */
const SMALL_WITH_FACTS = 16 * 1024;
/** Steps that the rules of a metric may take in such a task: about 10 ms. */
export const STEPS_OF_SMALL = 200_000;

/**
 * The largest task that is evaluated at all, in characters: submission, fetched transcript, and rules
 * together.
 */
export const TASK_MAXIMUM = 8 * 1024 * 1024;
/** Limits of the process. */
interface Bounds {
  readonly heap_mb: number;
  /** Without the time spent waiting for a model. */
  readonly deadline_ms: number;
}
const BOUNDS: Bounds = { heap_mb: 512, deadline_ms: 300_000 };
/** The largest result, because a result is stored and shown as a whole. */
const FOUND_MAXIMUM = 8 * 1024 * 1024;
/** Each process uses a processor core, and memory up to its heap limit. */
const PROCESSES = 2;
const WORDS_MAXIMUM = 2000;

/** The first message to the process, and the answers to its questions. */
export type ToChild =
  | {
      readonly task: EvaluationTask;
      /** Null without a model. */
      readonly model: Pick<Model, "name" | "votes"> | null;
      readonly has_recording: boolean;
    }
  | { readonly ask: number; readonly value: unknown }
  /** `reason` only if the model has failed. */
  | { readonly ask: number; readonly refused: string; readonly reason: ModelFault | null };

/** A question from the process. */
type Question = Wanted & { readonly ask: number };

/** What the process needs from the service. */
export type Wanted =
  | { readonly what: "recording" }
  | { readonly what: "complete"; readonly request: Sendable }
  | { readonly what: "keep"; readonly request: Sendable; readonly text: string };

/** A request without what cannot be sent to another process. */
type Sendable = Omit<CompletionRequest, "signal">;

/** The messages from the process: questions, and its result. */
export type FromChild =
  | Question
  | { readonly found: EvaluationOf<EvaluationTask> }
  | { readonly failed: string };

export function createEvaluator(bounds = BOUNDS): Evaluator {
  const inSlot = createSemaphore(PROCESSES);
  const readAgent = keepingReader();
  return async (task, means) => {
    const size = sizeOf(task);
    const small = hasFacts(task) ? SMALL_WITH_FACTS : SMALL;
    if (size <= SMALL_WITH_REFERENCE || (size <= small && !hasReference(task) && !isDense(task)))
      try {
        return await runTask(task, { ...means, readAgent, steps_until_refusal: STEPS_OF_SMALL });
      } catch (error) {
        if (!(error instanceof TooMuchWork)) throw error;
      }
    if (size > TASK_MAXIMUM)
      return tooLarge(`the evaluation would read more than ${TASK_MAXIMUM} characters`);
    return inSlot(() => inChild(task, means, bounds), means.signal);
  };
}

export const tooLarge = (message: string): Overrun => ({ reason: "evaluation_too_large", message });

/**
 * The characters of an evaluation's inputs and rules. A prompt counts twice, because reading it takes twice
 * as long as a transcript.
 */
export function sizeOf(task: EvaluationTask): number {
  const { prompt = "", knowledge_base = "", policies: stored = [] } = task.agent ?? {};
  const policies = [2 * prompt.length, knowledge_base.length, ...stored.map(({ rule }) => rule?.length ?? 0)];
  const rules = task.selected.requested.map(({ metric }) => metric.scoring_guidance?.length ?? 0);
  const texts =
    task.kind === "call"
      ? [task.submission.length, lengthOf(task.fetched_transcript), segmentsOf(task)]
      : [JSON.stringify(task.conversation).length];
  const size = [...texts, ...rules, ...policies].reduce((sum, size) => sum + size, 0);
  return isUnspaced(task) ? UNSPACED_WEIGHT * size : size;
}

/** Words of scripts without spaces take that much longer to find. */
const UNSPACED_WEIGHT = 4;

const isUnspaced = (task: EvaluationTask) =>
  UNSPACED.test(task.kind === "call" ? task.submission : JSON.stringify(task.conversation)) ||
  (task.kind === "call" &&
    typeof task.fetched_transcript === "string" &&
    UNSPACED.test(task.fetched_transcript));

/** Sentences of such a task, at most: each is looked at by itself. A call of half an hour has about 400. */
const SENTENCES_OF_SMALL = 1000;

/** Whether a task has far more sentences than people say in so few characters. */
function isDense(task: EvaluationTask): boolean {
  const text = task.kind === "call" ? task.submission : JSON.stringify(task.conversation);
  let marks = 0;
  for (const _ of text.matchAll(/[.!?。！？؟]|\\n/g)) if (++marks > SENTENCES_OF_SMALL) return true;
  return false;
}

const lengthOf = (text: unknown) => (typeof text === "string" ? text.length : 0);

const segmentsOf = ({ analysis }: Extract<EvaluationTask, { kind: "call" }>) =>
  analysis && "channels" in analysis ? JSON.stringify(analysis.channels).length : 0;

const hasReference = (task: EvaluationTask) =>
  task.kind === "call" && task.submission.includes('"reference_transcript"');

const hasFacts = (task: EvaluationTask) =>
  task.kind === "call" ? task.submission.includes('"facts"') : task.pursued.caller.facts.length > 0;

function inChild<T extends EvaluationTask>(
  task: T,
  means: TaskContext,
  { heap_mb, deadline_ms }: Bounds,
): Promise<EvaluationOf<T> | Overrun> {
  return new Promise((resolve, reject) => {
    const child = startProcess("evaluation-child.cjs", heap_mb, {
      env: {},
      serialization: "advanced",
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    let words = "";
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      words = (words + text).slice(-WORDS_MAXIMUM);
    });
    const clock = stopwatch(deadline_ms, () => {
      end();
      resolve({
        reason: "evaluation_timeout",
        message: `the evaluation took longer than ${deadline_ms / 1000} s`,
      });
    });
    const abort = () => {
      end();
      reject(means.signal?.reason);
    };
    function end(): void {
      clock.stop();
      means.signal?.removeEventListener("abort", abort);
      child.kill("SIGKILL");
    }
    // A failed send can be ignored, because the child's exit is noticed separately.
    const say = (message: ToChild) => child.send(message, () => undefined);
    async function answer(message: Question): Promise<void> {
      clock.pause();
      const { ask } = message;
      const reply = await answerTo(message, means).then(
        (value): ToChild => ({ ask, value }),
        (error: Error): ToChild => ({
          ask,
          refused: error.message,
          reason: error instanceof ModelError ? error.reason : null,
        }),
      );
      clock.resume();
      if (child.connected) say(reply);
    }
    means.signal?.addEventListener("abort", abort);
    child.on("message", (message: FromChild) => {
      if ("ask" in message) return void answer(message);
      end();
      if ("failed" in message) return reject(new Error(message.failed));
      const evaluation = message.found as EvaluationOf<T>;
      if (evaluation.evaluation.length <= FOUND_MAXIMUM) resolve(evaluation);
      else resolve(tooLarge(`the result has more than ${FOUND_MAXIMUM} characters`));
    });
    child.on("error", (error) => {
      end();
      reject(error);
    });
    // All its messages have arrived by now. A promise that has settled already stays settled.
    child.on("close", (code, signal) => {
      end();
      if (signal === "SIGABRT" || signal === "SIGKILL" || /out of memory|heap limit/i.test(words))
        resolve(tooLarge(`the evaluation takes more than ${heap_mb} MB of memory`));
      else reject(new Error(`the process of an evaluation ended with ${signal ?? code}: ${words.trim()}`));
    });
    say({
      task,
      model: means.model ? { name: means.model.name, votes: means.model.votes ?? 1 } : null,
      has_recording: means.recording !== undefined,
    });
    // Requests that wait for an answer are more urgent.
    if (child.pid !== undefined) lowerPriority(child.pid);
  });
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It has exited already, or this system does not allow changing the priority.
  }
}

async function answerTo(message: Question, { recording, model, signal }: TaskContext): Promise<unknown> {
  if (message.what === "recording") return recording?.();
  if (message.what === "keep") return model?.keep(message.request, message.text);
  return model?.complete({ ...message.request, ...(signal && { signal }) });
}

/** Calls `over` after running for this long, without pauses. Each `pause` needs a `resume`. */
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
