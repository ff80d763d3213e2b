/** The shape of a row in the table of endpoints, and the parts that rows share. */
import type * as schemas from "../schemas/index.ts";
import { PAGE_MAXIMUM } from "../values.ts";

export type SchemaName = keyof typeof schemas;

/** A path or query parameter. In a request, it is text. */
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
   * Who defines the endpoint: the specification, the hosted service's published reference, or only Parley.
   * Every service has the `documented` ones. A hosted service may have the `hosted` ones. Only Parley has its
   * `own`.
   */
  readonly tier: "documented" | "hosted" | "own";
  readonly summary: string;
  readonly params?: Readonly<Record<string, Param>>;
  readonly query?: Readonly<Record<string, Param>>;
  readonly body?: SchemaName;
  /**
   * A field of the body with a recording as text. It is stored while it arrives, and is never in memory as a
   * whole.
   */
  readonly upload?: string;
  /**
   * An extension: accepts the header Idempotency-Key. A request with the key of an earlier one gets the
   * id of its call, and nothing is stored again.
   */
  readonly takes_key?: true;
  /** Its bodies may be larger than usual. A thread reads them. */
  readonly large?: true;
  /**
   * Another platform sends it. Its signature over the body replaces a key. Its bodies may be larger than
   * usual, and its handler reads them.
   */
  readonly signed?: true;
  /**
   * Accepts and answers OTLP/HTTP: protobuf as well as JSON. The header X-Simulation-Result-Id names the
   * conversation that the whole body belongs to.
   */
  readonly otlp?: true;
  /**
   * Agents read it in a conversation. The header X-Simulation-Result-Id names the conversation, which then
   * shows that its agent has this version.
   */
  readonly for_conversation?: true;
  /** It gives access to the console: only services with a console have it, and only a key may ask for it. */
  readonly signs_in?: true;
  /** With `Nothing`, the answer is 204 and has no body. */
  readonly answer: SchemaName;
  /** Where the list is in the answer: a field's name, or `true` if the answer itself is the list. */
  readonly list?: string | true;
  /** A service may have null instead of that list, which then has no items: so it is published. */
  readonly list_may_be_null?: true;
  /** The hosted service has this operation, but publishes no shape for its answer: it may be anything. */
  readonly unpublished_answer?: true;
  /** Statuses of refusals, except those that every endpoint or every body has (`openapi.ts`). */
  readonly errors: readonly number[];
  readonly deprecated?: string;
  /**
   * `safe`: repeating it changes nothing. `keyed`: a message_id makes repeating it safe. `once`: if it may
   * have arrived, it is never repeated automatically.
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
