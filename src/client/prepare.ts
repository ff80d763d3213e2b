import { type Endpoint, endpoints, type Operation } from "../contract/endpoints.ts";
import { bodyShape, conform } from "../contract/shape.ts";
import type { Body, Params, Query } from "../contract/types.ts";
import { Failure, usage } from "../lib/failure.ts";
import type { Pieces } from "./transport.ts";

/** The input of a call. Parts that an operation does not have are omitted. */
export type CallInput<K extends Operation> = Part<"params", Params<K>> &
  (unknown extends Query<K> ? unknown : { readonly query?: Query<K> }) &
  (undefined extends Body<K>
    ? unknown
    : {
        readonly body: Body<K>;
        readonly text?: string;
        readonly stream?: BodyStream;
        readonly idempotency_key?: string | undefined;
      });
type Part<N extends string, T> = unknown extends T ? unknown : { readonly [P in N]: T };

/** A body too large for memory. These pieces are sent, and `body` only represents them. */
export interface BodyStream {
  readonly bytes: number;
  /** Called again for each attempt. `onLast` is called before the last piece is handed over. */
  pieces(onLast?: () => void): Pieces;
}

/** A request before it is sent: `--dry-run` prints exactly what would go out. */
export interface PreparedRequest {
  readonly method: Endpoint["method"];
  /** Path and query, relative to the base URL. */
  readonly path: string;
  readonly body: unknown;
  /** The body as JSON, if it has already been serialized. */
  readonly text?: string;
  readonly stream?: BodyStream;
  /**
   * Only for endpoints that accept one. A service that knows the header stores nothing twice under the same
   * key.
   */
  readonly idempotency_key?: string;
  readonly repeat: Endpoint["repeat"];
}

export function prepare<K extends Operation>(operation: K, input: CallInput<K>): PreparedRequest {
  const endpoint: Endpoint = endpoints[operation];
  const { params = {}, query, body, text, stream, idempotency_key } = input as Loose;
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name] ?? undefined;
    if (value === undefined) throw unsaid(name, endpoint);
    return segment(String(value));
  });
  const search = query ? searchOf(query) : "";
  const { method, repeat } = endpoint;
  const isAsIs = body === undefined || text !== undefined || stream !== undefined;
  return {
    method,
    repeat,
    // Ids leave in the types that are published.
    body: isAsIs ? body : conform(bodyShape(endpoint.body ?? ""), body),
    path: search === "" ? path : `${path}?${search}`,
    ...(text !== undefined && { text }),
    ...(stream && { stream }),
    ...(idempotency_key !== undefined && { idempotency_key }),
  };
}

/** An id that an earlier answer should have had: a request without it would ask for something else. */
const unsaid = (name: string, { method, path }: Endpoint) =>
  new Failure("failed", `what the service has answered so far does not say the ${name}`, {
    where: `${method} ${path}`,
    code: "unexpected_answer",
    hint: "is the base URL that of the service's API? `--debug` shows the exchange",
  });

function searchOf(query: Readonly<Record<string, unknown>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.toString();
}

/**
 * A name from a service or a person as a single segment of a path. In URLs, `.` and `..` have another
 * meaning.
 */
function segment(name: string): string {
  if (name === "" || name === "." || name === "..") throw usage(`"${name}" is not a valid id or name`);
  return encodeURIComponent(name.toWellFormed());
}

interface Loose {
  readonly idempotency_key?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly text?: string;
  readonly stream?: BodyStream;
}
