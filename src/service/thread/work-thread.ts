/** What takes long and needs no store is done in a thread, so that nobody else waits meanwhile. */
import type { Worker } from "node:worker_threads";
import { ownThread } from "../../own-files.ts";
import type { BodyRead, Strictness } from "../http/read.ts";
import type { MetricRecords } from "../published/evaluation.ts";
import type {
  Generating,
  GenerationThread,
  RecordedSource,
  ReplayRead,
} from "../rules/generation/in-thread.ts";
import type { CallThread, StoredCall } from "../rules/published/calls.ts";
import type { LargeSubmission, StoredSubmission } from "../submissions/submission.ts";

export interface ReadSubmission {
  readonly body: BodyRead;
  /** Undefined where the body has faults. */
  readonly large: LargeSubmission | undefined;
}

export interface SubmissionReader {
  /** @param bytes what a `BodyScan` has let pass; not to be used any more */
  read(bytes: Uint8Array, strictness: Strictness): Promise<ReadSubmission>;
}

export interface WorkThread extends SubmissionReader, GenerationThread, CallThread {
  close(): Promise<void>;
}

/** Bytes of a body that is read where it came: less than 20 ms, even where it is nothing but faults. */
export const SMALL_BODY = 32 * 1024;

type Work =
  | { readonly read: Uint8Array<ArrayBuffer>; readonly strict: boolean }
  | { readonly redact: string }
  | { readonly replay: RecordedSource }
  | { readonly generate: Generating }
  | { readonly metrics_of: readonly StoredCall[] }
  | { readonly write: readonly StoredCall[]; readonly records: MetricRecords };

export type ToThread = { readonly ask: number } & Work;

export type FromThread = { readonly ask: number } & (
  | { readonly body: BodyRead; readonly stored?: StoredSubmission }
  | { readonly stored: StoredSubmission }
  | { readonly replay: ReplayRead }
  | { readonly made: readonly string[] }
  | { readonly metrics: readonly string[] }
  | { readonly written: Uint8Array<ArrayBuffer> }
  | { readonly failed: string }
);

type Told<K extends string> = Extract<FromThread, Readonly<Record<K, unknown>>>;

/**
 * One thread, begun with the first work. Its memory needs no bound of its own: what it is given has passed the limits of a
 * body or of a generation.
 */
export function createWorkThread(): WorkThread {
  const open = new Map<number, { resolve(told: FromThread): void; reject(error: Error): void }>();
  let thread: Worker | undefined;
  let asked = 0;

  function begin(): Worker {
    const begun = ownThread("work-thread.cjs");
    begun.unref();
    begun.on("message", (told: FromThread) => {
      const question = open.get(told.ask);
      open.delete(told.ask);
      if ("failed" in told) question?.reject(new Error(told.failed));
      else question?.resolve(told);
    });
    const end = (error: Error) => {
      if (thread === begun) thread = undefined;
      for (const { reject } of open.values()) reject(error);
      open.clear();
    };
    begun.on("error", end);
    begun.on("exit", () => end(new Error("the thread for long work ended")));
    return begun;
  }

  function ask<K extends "body" | "stored" | "replay" | "made" | "metrics" | "written">(
    what: Work,
  ): Promise<Told<K>> {
    thread ??= begin();
    const message: ToThread = { ask: ++asked, ...what };
    thread.postMessage(message, "read" in what ? [what.read.buffer] : []);
    return new Promise((resolve, reject) =>
      open.set(message.ask, { resolve: resolve as (told: FromThread) => void, reject }),
    );
  }

  return {
    async read(bytes, { strict }) {
      // A copy: bytes that just came may share their memory with others, and cannot be given away.
      const { body, stored } = await ask<"body">({ read: Uint8Array.from(bytes), strict });
      if (!stored) return { body, large: undefined };
      const redacted = async () => (await ask<"stored">({ redact: stored.text })).stored;
      return { body, large: { stored, redacted } };
    },
    readReplay: async (replay) => (await ask<"replay">({ replay })).replay,
    generate: async (generate) => (await ask<"made">({ generate })).made,
    metricsOfCalls: async (rows) => (await ask<"metrics">({ metrics_of: rows })).metrics,
    writeCalls: async (rows, records) => (await ask<"written">({ write: rows, records })).written,
    async close() {
      await thread?.terminate();
    },
  };
}
