/** A handler is an async function from a checked call to an answer of the contract's shape. */
import type { Operation } from "../../contract/endpoints.ts";
import type { Answer, Params, ReadBody, ReadQuery } from "../../contract/types.ts";
import type { Upload } from "../blobs/blobs.ts";
import type { JsonPieces, JsonText } from "../json-text.ts";
import type { Service } from "../service.ts";
import type { LargeSubmission } from "../submissions/submission.ts";
import type { ExportedSpans } from "../traces/exported.ts";

export interface ApiRequest<K extends Operation> {
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
  call: ApiRequest<K>,
  service: Service,
) => Promise<Answer<K> | JsonText | JsonPieces>;

/** One handler for each row of the table of endpoints. If one is missing, this does not compile. */
export type Handlers = { readonly [K in Operation]: Handler<K> };
