/** A handler is an async function from a checked call to an answer of the contract's shape. */
import type { Kysely } from "kysely";
import type { Operation } from "../contract/endpoints.ts";
import type { Answer, Params, ReadBody, ReadQuery } from "../contract/types.ts";
import type { BlobStore, Upload } from "./blobs/blobs.ts";
import type { Evaluator } from "./evaluation/evaluator.ts";
import type { LogThread } from "./imports/imported.ts";
import type { PromiseJobs } from "./jobs/promised.ts";
import type { JsonPieces, JsonText } from "./json-text.ts";
import type { Model } from "./model/model.ts";
import type { Outbound } from "./network/outbound.ts";
import type { Metrics } from "./observe/metrics.ts";
import type { ReportFailure } from "./report.ts";
import type { GenerationThread } from "./rules/generation/in-thread.ts";
import type { CallThread } from "./rules/published/calls.ts";
import type { RevisionOf } from "./store/revisions.ts";
import type { Database } from "./store/schema.ts";
import type { Write } from "./store/writer.ts";
import type { LargeSubmission, MaskThread } from "./submissions/submission.ts";
import type { ExportedSpans, SummaryThread } from "./traces/exported.ts";
import type { Voice } from "./voice/voice.ts";

/** What handlers work with. Time and ids come from here, so that no handler reads a clock itself. */
export interface Service {
  readonly db: Kysely<Database>;
  readonly write: Write;
  readonly revisionOf: RevisionOf;
  readonly blobs: BlobStore;
  readonly jobs: PromiseJobs;
  readonly outbound: Outbound;
  /** The language model. Without one, features that need it are off. */
  readonly model?: Model | undefined;
  /** How digital humans speak and hear on a line. */
  readonly voice?: Voice | undefined;
  readonly evaluate: Evaluator;
  readonly thread: GenerationThread & CallThread & LogThread & MaskThread & SummaryThread;
  /** Path of the program that decodes recordings other than WAV; without it, those are not evaluated. */
  readonly ffmpeg?: string;
  /** Counts events that no answer shows. */
  readonly metrics?: Pick<Metrics, "delivery">;
  /** Reports a fault to the operator, if it does not end the work in which it occurred. */
  readonly report?: ReportFailure | undefined;
  /** How long finished work is kept, in milliseconds; forever by default. */
  readonly retain_ms?: number | undefined;
  now(): Date;
  newId(): string;
}

export interface Call<K extends Operation> {
  /** The organization that owns the API key. All queries are limited to it. */
  readonly organization_id: string;
  /** The id of that key. */
  readonly key_id: string;
  readonly params: Params<K>;
  readonly query: ReadQuery<K>;
  readonly body: ReadBody<K>;
  /** What was stored of the endpoint's upload field, if it contains a recording. */
  readonly upload?: Upload | undefined;
  /** The header Idempotency-Key, if the endpoint accepts one. */
  readonly idempotency_key?: string | undefined;
  /** The header X-Simulation-Result-Id, if the endpoint accepts it. */
  readonly simulation_result_id?: string | undefined;
  /** The JSON text of a large body; `body` then lacks the fields that may be large. */
  readonly large?: LargeSubmission | undefined;
  /** The log of another platform, not yet read, instead of the body. */
  readonly log?: Uint8Array | undefined;
  /** The contents of an export of spans, instead of the body. */
  readonly spans?: ExportedSpans | undefined;
}

export type Handler<K extends Operation> = (
  call: Call<K>,
  service: Service,
) => Promise<Answer<K> | JsonText | JsonPieces>;

/** One handler for each row of the table of endpoints. If one is missing, this does not compile. */
export type Handlers = { readonly [K in Operation]: Handler<K> };
