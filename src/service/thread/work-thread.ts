/**
 * Long work is done in a thread, so that it does not block other work. Data that only the store has is looked
 * up for the thread.
 */
import type { Worker } from "node:worker_threads";
import type { Proposal } from "../../engine/policies/propose.ts";
import { ownThread } from "../../own-files.ts";
import { Refused } from "../errors.ts";
import type { BodyRead, Strictness } from "../http/read.ts";
import { type LogThread, redactedBy, type SentLog, type StoredLog } from "../imports/imported.ts";
import type {
  Generating,
  GenerationThread,
  Proposing,
  RecordedSource,
  ReplayRead,
} from "../rules/generation/in-thread.ts";
import type { CallThread, StoredCall } from "../rules/published/calls.ts";
import type { LargeSubmission, MaskThread, StoredSubmission } from "../submissions/submission.ts";
import type { ExportBody, SpanPiece, SummaryThread } from "../traces/exported.ts";
import type { ReadExport, ReadSpans } from "../traces/read-spans.ts";

export interface ReadSubmission {
  readonly body: BodyRead;
  /** Undefined if the body has faults. */
  readonly large: LargeSubmission | undefined;
}

/** Reads large bodies. */
export interface BodyReader {
  /** @param bytes that have passed a `BodyScan` */
  readSubmission(bytes: Uint8Array, strictness: Strictness): Promise<ReadSubmission>;
  /** @throws Refused (400) if it is not an export of spans at all */
  readExport(body: ExportBody): Promise<ReadExport>;
}

export interface WorkThread
  extends BodyReader,
    GenerationThread,
    CallThread,
    LogThread,
    MaskThread,
    SummaryThread {
  close(): Promise<void>;
}

/**
 * Up to this many bytes, a body is read on the main thread, in less than 20 ms even if it consists only of
 * faults.
 */
export const SMALL_BODY = 32 * 1024;

type Work =
  | { readonly read: Uint8Array<ArrayBuffer>; readonly strict: boolean }
  | { readonly redact: string }
  | { readonly log: SentLog }
  | { readonly exported: ExportBody }
  | { readonly mask: readonly SpanPiece[] }
  | { readonly fields: string }
  | { readonly summarize: string }
  | { readonly replay: RecordedSource }
  | { readonly generate: Generating }
  | { readonly propose: Proposing }
  | { readonly write: readonly StoredCall[] };

export type Question = { readonly ask: number } & Work;

/** The result of a look-up for the thread, or its failure. */
export type LookUpEnd = { readonly ask: number } & (
  | { readonly found: ReadonlyMap<string, unknown> }
  | { readonly not_found: string }
);

export type ToThread = Question | LookUpEnd;

/** Looks up data that only the store has. */
type LookUp = (wanted: readonly string[]) => Promise<ReadonlyMap<string, unknown>>;

export type FromThread = { readonly ask: number } & (
  | { readonly body: BodyRead; readonly stored?: StoredSubmission }
  | { readonly stored: StoredSubmission }
  | { readonly log: StoredLog }
  | { readonly export: ReadSpans }
  | { readonly masked: readonly SpanPiece[] }
  | { readonly text: string }
  | { readonly replay: ReplayRead }
  | { readonly made: readonly string[] }
  | { readonly proposals: readonly Proposal[] }
  | { readonly written: Uint8Array<ArrayBuffer> }
  | { readonly wanted: readonly string[] }
  | { readonly refused: Pick<Refused, "status"> & { readonly detail: string } }
  | { readonly failed: string }
);

type Told<K extends string> = Extract<FromThread, Readonly<Record<K, unknown>>>;

/** A copy, because received bytes may share their memory with others, and could not be transferred. */
const own = (bytes: Uint8Array) => Uint8Array.from(bytes);

/**
 * One thread, started when first needed. Its memory needs no separate limit, because its input has passed the
 * limits of a body or of a generation.
 */
export function createWorkThread(): WorkThread {
  interface Open {
    resolve(told: FromThread): void;
    reject(error: Error): void;
    readonly lookUp?: LookUp | undefined;
  }
  const open = new Map<number, Open>();
  let thread: Worker | undefined;
  let asked = 0;

  function begin(): Worker {
    const begun = ownThread("work-thread.cjs");
    begun.unref();
    begun.on("message", (told: FromThread) => {
      const question = open.get(told.ask);
      if ("wanted" in told) {
        question?.lookUp?.(told.wanted).then(
          (found) => begun.postMessage({ ask: told.ask, found } satisfies LookUpEnd),
          (error) => begun.postMessage({ ask: told.ask, not_found: String(error) } satisfies LookUpEnd),
        );
        return;
      }
      open.delete(told.ask);
      if ("failed" in told) question?.reject(new Error(told.failed));
      else if ("refused" in told) question?.reject(new Refused(told.refused.status, told.refused.detail));
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

  /**
   * @param given bytes that are transferred to the thread, so that they are not copied
   * @param lookUp what the thread may look up in the meantime
   */
  function ask<
    K extends
      | "body"
      | "stored"
      | "log"
      | "export"
      | "masked"
      | "text"
      | "replay"
      | "made"
      | "proposals"
      | "written",
  >(what: Work, given: readonly Uint8Array<ArrayBuffer>[] = [], lookUp?: LookUp): Promise<Told<K>> {
    thread ??= begin();
    const message: Question = { ask: ++asked, ...what };
    thread.postMessage(
      message,
      given.map(({ buffer }) => buffer),
    );
    return new Promise((resolve, reject) =>
      open.set(message.ask, { resolve: resolve as (told: FromThread) => void, reject, lookUp }),
    );
  }

  const redact = async ({ text }: StoredSubmission) => (await ask<"stored">({ redact: text })).stored;

  return {
    async readSubmission(bytes, { strict }) {
      const read = own(bytes);
      const { body, stored } = await ask<"body">({ read, strict }, [read]);
      if (!stored) return { body, large: undefined };
      return { body, large: { stored, redacted: () => redact(stored) } };
    },
    async readLog({ bytes, ...about }, findAgents) {
      const given = own(bytes);
      const { log } = await ask<"log">({ log: { ...about, bytes: given } }, [given], findAgents);
      return redactedBy(log, redact);
    },
    async readExport({ bytes, is_protobuf }) {
      const read = own(bytes);
      const { export: made } = await ask<"export">({ exported: { bytes: read, is_protobuf } }, [read]);
      const { body, spans } = made;
      if (!spans) return { body, spans };
      const masked = async () => (await ask<"masked">({ mask: spans.pieces }, spans.pieces)).masked;
      return { body, spans: { ...spans, masked } };
    },
    mask: async (fields) => (await ask<"text">({ fields })).text,
    summarize: async (spans) => (await ask<"text">({ summarize: spans })).text,
    readReplay: async (replay) => (await ask<"replay">({ replay })).replay,
    generate: async (generate) => (await ask<"made">({ generate })).made,
    propose: async (propose) => (await ask<"proposals">({ propose })).proposals,
    writeCalls: async (rows, recordsOf) => (await ask<"written">({ write: rows }, [], recordsOf)).written,
    async close() {
      await thread?.terminate();
    },
  };
}
