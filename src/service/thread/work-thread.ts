/**
 * Long work is done in a thread, so that it does not block other work. Data that only the store has is looked
 * up for the thread.
 */
import type { Worker } from "node:worker_threads";
import type { ModelRule } from "../../engine/policies/model-rule.ts";
import type { ReviewedPolicy } from "../../engine/policies/review.ts";
import { startThread } from "../../lib/built-files.ts";
import type { ChangeThread, SubmissionChange } from "../domain/calls/changed-submission.ts";
import type { CompareThread, Versions } from "../domain/calls/longer-call.ts";
import type { CallThread, StoredCall } from "../domain/calls/publish.ts";
import type { ReportThread } from "../domain/conversations/caller-report.ts";
import type { CallerSource, CallerThread } from "../domain/conversations/caller-source.ts";
import type { RecordedSource, ReplayRead } from "../domain/digital-humans/transcripts.ts";
import type {
  AnswersOfModel,
  Generating,
  GenerationThread,
  Proposed,
  Proposing,
} from "../domain/generation/in-thread.ts";
import type { Suggesting, SuggestionThread } from "../domain/suggestions/in-thread.ts";
import { Refused } from "../errors.ts";
import { type LogThread, redactedBy, type SentLog, type StoredLog } from "../imports/imported.ts";
import type { PerOrganization } from "../per-organization.ts";
import type { LargeSubmission, MaskThread, StoredSubmission } from "../submissions/submission.ts";
import type { ExportBody, SpanPiece, SummaryThread } from "../traces/exported.ts";
import type { ReadExport, ReadSpans } from "../traces/read-spans.ts";
import type { BodyRead, Strictness } from "../validation/read.ts";
import { createFairQueue } from "./fair-queue.ts";

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
    CallerThread,
    ChangeThread,
    CompareThread,
    LogThread,
    MaskThread,
    ReportThread,
    SuggestionThread,
    SummaryThread,
    PerOrganization<WorkThread> {}

/** The thread itself. Work that is asked of it directly is nobody's, and takes turns with that of organizations. */
export interface SharedWorkThread extends WorkThread {
  close(): Promise<void>;
}

type Work =
  | { readonly read: Uint8Array<ArrayBuffer>; readonly strict: boolean }
  | { readonly redact: string }
  | { readonly compare: Versions }
  | { readonly change: SubmissionChange }
  | { readonly log: SentLog }
  | { readonly exported: ExportBody }
  | { readonly mask: readonly SpanPiece[] }
  | { readonly fields: string }
  | { readonly summarize: string }
  | { readonly suggest: Suggesting }
  | { readonly cast: CallerSource }
  | { readonly report: string }
  | { readonly sentences: string }
  | { readonly replay: RecordedSource }
  | { readonly generate: Generating }
  | { readonly propose: Proposing }
  | { readonly of_model: AnswersOfModel }
  | { readonly policies: readonly ReviewedPolicy[] }
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
  | { readonly longer: StoredSubmission | null }
  | { readonly log: StoredLog }
  | { readonly export: ReadSpans }
  | { readonly masked: readonly SpanPiece[] }
  | { readonly text: string }
  | { readonly replay: ReplayRead }
  | { readonly made: readonly string[] }
  | { readonly proposed: Proposed }
  | { readonly rule: ModelRule }
  | { readonly mistake: string | null }
  | { readonly written: Uint8Array<ArrayBuffer> }
  | { readonly wanted: readonly string[] }
  /** It is working on this now. */
  | { readonly begun: true }
  | { readonly refused: Pick<Refused, "status"> & { readonly detail: string } }
  | { readonly failed: string }
);

type Answer =
  | "body"
  | "stored"
  | "longer"
  | "log"
  | "export"
  | "masked"
  | "text"
  | "replay"
  | "made"
  | "proposed"
  | "rule"
  | "mistake"
  | "written";

type Told<K extends string> = Extract<FromThread, Readonly<Record<K, unknown>>>;

/** A copy, because received bytes may share their memory with others, and could not be transferred. */
const own = (bytes: Uint8Array) => Uint8Array.from(bytes);

/** A long prompt takes some seconds, and several times that on a busy machine, because others go first. */
const DEADLINE_MS = 120_000;

interface Asked {
  readonly message: Question;
  /** Bytes that are transferred to the thread, so that they are not copied. */
  readonly given: readonly Uint8Array<ArrayBuffer>[];
  /** What the thread may look up in the meantime. */
  readonly lookUp?: LookUp | undefined;
  resolve(told: FromThread): void;
  reject(error: Error): void;
}

/**
 * One thread, started when first needed, which does one piece of work after the other, in turns of organizations. A piece
 * that takes longer than the deadline is refused, and its thread replaced; the next thread does what waited. Its memory
 * needs no separate limit, because its input has passed the limits of a body or of a generation.
 */
export function createWorkThread({ deadline_ms = DEADLINE_MS } = {}): SharedWorkThread {
  const waiting = createFairQueue<Asked>();
  let current: Asked | undefined;
  let thread: Worker | undefined;
  let late: NodeJS.Timeout | undefined;
  let asked = 0;

  function begin(): Worker {
    const begun = startThread("work-thread.cjs");
    begun.unref();
    begun.on("message", (message: FromThread) => {
      if (thread !== begun || message.ask !== current?.message.ask) return;
      if ("begun" in message) late = setTimeout(endLate, deadline_ms).unref();
      else if ("wanted" in message)
        current.lookUp?.(message.wanted).then(
          (found) => begun.postMessage({ ask: message.ask, found } satisfies LookUpEnd),
          (error) => begun.postMessage({ ask: message.ask, not_found: String(error) } satisfies LookUpEnd),
        );
      else if ("failed" in message) settle(({ reject }) => reject(new Error(message.failed)));
      else if ("refused" in message)
        settle(({ reject }) => reject(new Refused(message.refused.status, message.refused.detail)));
      else settle(({ resolve }) => resolve(message));
    });
    const ended = (error: Error) => {
      if (thread !== begun) return;
      thread = undefined;
      settle(({ reject }) => reject(error));
    };
    begun.on("error", ended);
    begun.on("exit", () => ended(new Error("the thread for long work ended")));
    return begun;
  }

  /** Ends the current piece of work, and begins the next one. */
  function settle(tell: (question: Asked) => void): void {
    clearTimeout(late);
    const question = current;
    current = undefined;
    if (question) tell(question);
    doNext();
  }

  function endLate(): void {
    void thread?.terminate();
    thread = undefined;
    settle(({ message, reject }) => reject(tooLong(message, deadline_ms)));
  }

  function doNext(): void {
    if (current) return;
    current = waiting.next();
    if (!current) return;
    thread ??= begin();
    const { message, given } = current;
    try {
      thread.postMessage(
        message,
        given.map(({ buffer }) => buffer),
      );
    } catch (error) {
      settle(({ reject }) => reject(error as Error));
    }
  }

  const askFor =
    (organization_id: string | null): Ask =>
    (what, given = [], lookUp) =>
      new Promise((resolve, reject) => {
        const message: Question = { ask: ++asked, ...what };
        waiting.add(organization_id, {
          message,
          given,
          lookUp,
          resolve: resolve as Asked["resolve"],
          reject,
        });
        doNext();
      });

  return {
    ...workThrough(askFor),
    async close() {
      const error = new Error("the thread for long work ended");
      for (const { reject } of waiting.empty()) reject(error);
      await thread?.terminate();
    },
  };
}

/** Asks the thread, and waits for its answer. */
type Ask = <K extends Answer>(what: Work, given?: Asked["given"], lookUp?: LookUp) => Promise<Told<K>>;

function workThrough(
  askFor: (organization_id: string | null) => Ask,
  whose: string | null = null,
): WorkThread {
  const ask = askFor(whose);
  const redact = async ({ text }: StoredSubmission) => (await ask<"stored">({ redact: text })).stored;

  return {
    of: (organization_id) => workThrough(askFor, organization_id),
    async readSubmission(bytes, { strict }) {
      const read = own(bytes);
      const { body, stored } = await ask<"body">({ read, strict }, [read]);
      if (!stored) return { body, large: undefined };
      return { body, large: { stored, redacted: () => redact(stored) } };
    },
    compare: async (compare) => (await ask<"longer">({ compare })).longer,
    changeSubmission: async (change) => (await ask<"text">({ change })).text,
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
    redact,
    mask: async (fields) => (await ask<"text">({ fields })).text,
    prepareCaller: async (caller) => (await ask<"text">({ cast: caller })).text,
    report: async (report) => (await ask<"text">({ report })).text,
    sentencesOf: async (sentences) => (await ask<"made">({ sentences })).made,
    suggest: async (suggest) => JSON.parse((await ask<"text">({ suggest })).text),
    summarize: async (spans) => (await ask<"text">({ summarize: spans })).text,
    readReplay: async (replay) => (await ask<"replay">({ replay })).replay,
    generate: async (generate) => (await ask<"made">({ generate })).made,
    firstMistake: async (policies) => (await ask<"mistake">({ policies })).mistake,
    propose: async (propose) => (await ask<"proposed">({ propose })).proposed,
    readModelRule: async (tools, answers) => (await ask<"rule">({ of_model: { tools, answers } })).rule,
    writeCalls: async (rows, recordsOf) => (await ask<"written">({ write: rows }, [], recordsOf)).written,
  };
}

/** What takes too long, by the work with it. */
const LONG_WORK = {
  read: "this call takes too long to read",
  redact: "this call takes too long to mask",
  compare: "this call takes too long to compare with the one that it replaces",
  change: "this call takes too long to change",
  log: "this log takes too long to read",
  exported: "these spans take too long to read",
  mask: "these spans take too long to mask",
  fields: "these fields take too long to mask",
  summarize: "the spans of this trace take too long to read",
  suggest: "the prompt of this agent takes too long to read",
  cast: "this digital human takes too long to read",
  report: "this conversation takes too long to read",
  sentences: "this prompt takes too long to read",
  replay: "this transcript takes too long to read",
  generate: "these texts take too long to generate from",
  propose: "this prompt takes too long to read",
  of_model: "what the model answered takes too long to read",
  policies: "these policies take too long to check",
  write: "these calls take too long to write",
} as const satisfies Readonly<
  Record<Work extends infer W ? (W extends W ? Exclude<keyof W, "strict"> : never) : never, string>
>;

function tooLong(message: Question, deadline_ms: number): Refused {
  const [, what] = Object.entries(LONG_WORK).find(([kind]) => kind in message) ?? [];
  return new Refused(
    413,
    `${what}: it was stopped after ${deadline_ms / 1000} s. Send or ask for less at once`,
  );
}
