/** The shape of a row of the table of endpoints, and what rows share. */
import type * as schemas from "../schemas/index.ts";
import { PAGE_MAXIMUM } from "../values.ts";

export type SchemaName = keyof typeof schemas;

/** A path or query parameter; on the wire, it is text. */
export interface Param {
  readonly type: "integer" | "string" | "uuid" | "boolean" | "time";
  readonly optional?: true;
  readonly default?: number | boolean;
  /** The only texts that it may have. */
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
}

export interface Endpoint {
  /** Number in the specification; extensions have none. */
  readonly id?: `E${number}`;
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: `/v1/${string}`;
  /**
   * Who defines it: the specification, the hosted service's published reference, or Parley alone. Every service
   * offers what is documented; a hosted service may offer what is hosted; only Parley offers its own.
   */
  readonly tier: "documented" | "hosted" | "own";
  readonly summary: string;
  readonly params?: Readonly<Record<string, Param>>;
  readonly query?: Readonly<Record<string, Param>>;
  readonly body?: SchemaName;
  /** A field of the body whose text, a recording, is stored while it arrives and is never in memory as a whole. */
  readonly upload?: string;
  /**
   * An extension: takes the header Idempotency-Key. A request with the key of an earlier one gets that one's answer, and
   * nothing is stored again.
   */
  readonly takes_key?: true;
  /** Its bodies may be larger than those of others: a thread reads them. */
  readonly large?: true;
  /**
   * Another platform sends it: its signature over the body is as good as a key. Its bodies may be larger than those of others, and its
   * handler has them read.
   */
  readonly signed?: true;
  /**
   * Takes and answers OTLP/HTTP: protobuf as well as JSON. The header X-Simulation-Result-Id names the conversation that everything
   * in the body belongs to.
   */
  readonly otlp?: true;
  readonly answer: SchemaName;
  /** Where the list is in the answer: a field's name, or `true` if the answer itself is the list. */
  readonly list?: string | true;
  /** Statuses of refusals other than those that every endpoint has, or every body (`openapi.ts`). */
  readonly errors: readonly number[];
  readonly deprecated?: string;
  /**
   * `safe`: repeating it changes nothing. `keyed`: a message_id makes it so. `once`: once it may have arrived,
   * it is never repeated automatically.
   */
  readonly repeat: "safe" | "keyed" | "once";
}

export const agent_id = { type: "integer" } as const;
export const version = { type: "integer" } as const;
export const page = {
  page: { type: "integer", default: 1, minimum: 1 },
  page_size: { type: "integer", default: 50, minimum: 1, maximum: PAGE_MAXIMUM },
} as const;
export const versionQuery = {
  label: { type: "string", optional: true },
  version: { type: "integer", optional: true },
  limit: { type: "integer", default: 50, minimum: 1, maximum: PAGE_MAXIMUM },
} as const;
