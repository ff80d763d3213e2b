/** The only client of the service. Every command uses it, and the contract gives its types. */

import { type Endpoint, endpoints, type Operation } from "../contract/endpoints.ts";
import { isObject } from "../contract/is-object.ts";
import { answerShape, conform, type NullItem } from "../contract/shape.ts";
import type { Shape } from "../contract/shape-of.ts";
import type { Answer, Lenient } from "../contract/types.ts";
import { Failure } from "../lib/failure.ts";
import { retryAfter } from "../lib/retry-after.ts";
import { readAnswer } from "./answer.ts";
import { codeOf, networkFailure } from "./network.ts";
import { type CallInput, type PreparedRequest, prepare } from "./prepare.ts";
import { maskInQuery, maskInUrl, maskSecrets } from "./redact.ts";
import { backoff, mayRepeatError, mayRepeatStatus, RETRY_AFTER_MAXIMUM_MS, wasNotSent } from "./retry.ts";
import { header, type Transport, type TransportAnswer } from "./transport.ts";

/** One exchange, for `--debug`. Headers and bodies are not yet masked. */
export interface Exchange {
  readonly attempt: number;
  readonly method: string;
  readonly url: string;
  readonly request_headers: Readonly<Record<string, string>>;
  readonly request_body: string | undefined;
  readonly milliseconds: number;
  /** Absent if the connection failed. */
  readonly answer?: TransportAnswer;
  readonly error?: string;
}

export interface ClientOptions {
  readonly base_url: string;
  readonly api_key: string;
  readonly transport: Transport;
  readonly timeout_ms: number;
  /** Number of retries after the first attempt. */
  readonly retries: number;
  readonly signal: AbortSignal;
  readonly user_agent: string;
  /** Leave 429 refusals to the caller, which paces many requests. */
  readonly paced?: boolean;
  /** Show the secrets of agents in answers. By default they are masked. */
  readonly show_secrets: boolean;
  observe?(exchange: Exchange): void;
  /** Called with each answer of the contract's operations before it is returned. */
  onAnswer?(operation: Operation, answer: unknown): void;
}

export class Client {
  readonly #options: ClientOptions;

  /** Headers for requests with and without a body, built once. */
  readonly #headers;

  constructor(options: ClientOptions) {
    this.#options = options;
    const { api_key, user_agent } = options;
    const bare = { accept: "application/json", "user-agent": user_agent, "x-api-key": api_key };
    this.#headers = { bare, json: { ...bare, "content-type": "application/json" } };
  }

  /** Calls an operation of the contract. */
  async call<K extends Operation>(operation: K, input: CallInput<K>): Promise<Lenient<Answer<K>>> {
    const request = prepare(operation, input);
    const endpoint: Endpoint = endpoints[operation];
    let answer: unknown;
    try {
      answer = withList(await this.send(request), endpoint);
    } catch (error) {
      throw (await import("./refusal.ts")).explainMissing(error, operation);
    }
    const shape = answerShape(endpoint.answer);
    const missing = missingPart(answer, endpoint) ?? (await missingFields(answer, shape, endpoint));
    if (missing) throw (await import("./refusal.ts")).unexpectedShape(missing, request);
    const holes: NullItem[] = [];
    const read = conform(shape, answer ?? null, (hole) => holes.push(hole));
    const hole = holes[0] ?? holeIn(answer, endpoint);
    if (hole) throw (await import("./refusal.ts")).nullInList(hole, request);
    this.#options.onAnswer?.(operation, read);
    return read as Lenient<Answer<K>>;
  }

  /** Sends any request, and retries it if that is safe. Returns the answer's JSON. */
  async send(request: PreparedRequest): Promise<unknown> {
    const { retries, signal, paced } = this.#options;
    let whole = true;
    let perhaps_done = false;
    const wire = this.wire(request, () => {
      whole = true;
    });
    for (let attempt = 0; ; attempt++) {
      // Without its last bytes a streamed request is incomplete: the service cannot have accepted it.
      whole = request.stream === undefined;
      const last = attempt >= retries;
      let wait: number | undefined;
      try {
        const answer = await this.#once(wire, attempt);
        wait = retryAfter(header(answer, "retry-after"), Date.now());
        const repeat =
          mayRepeatStatus(request.repeat, answer.status) &&
          !(paced && answer.status === 429) &&
          (wait ?? 0) <= RETRY_AFTER_MAXIMUM_MS;
        if (last || !repeat) return this.#read(answer, request, perhaps_done);
        perhaps_done ||= answer.status !== 429;
      } catch (error) {
        // The service answered, or the body could not be created because its file is gone or has changed.
        if (error instanceof Failure) throw error;
        if (signal.aborted) throw signal.reason;
        const code = codeOf(error);
        const unknown = whole && !wasNotSent(code);
        if (last || (whole && !mayRepeatError(request.repeat, code)))
          throw this.#broken(error, request, wire.url, unknown);
        perhaps_done ||= unknown;
      }
      await this.#pause(backoff(attempt, wait, Math.random()));
    }
  }

  /** A request as it is sent. The key is in the headers. */
  wire({ method, path, body, text, stream, idempotency_key }: PreparedRequest, onLast?: () => void) {
    const { bare, json } = this.#headers;
    const alike: Readonly<Record<string, string>> = body === undefined ? bare : json;
    const headers =
      stream || idempotency_key !== undefined
        ? {
            ...alike,
            ...(stream && { "content-length": String(stream.bytes) }),
            ...(idempotency_key !== undefined && { "idempotency-key": idempotency_key }),
          }
        : alike;
    const shown = text ?? (body === undefined ? undefined : JSON.stringify(body));
    const { base_url, timeout_ms, signal } = this.#options;
    return {
      method,
      url: base_url + path,
      headers,
      /** The body as text, or an outline of a streamed one. */
      shown,
      body: stream ? () => stream.pieces(onLast) : shown,
      timeout_ms,
      signal,
    };
  }

  close(): Promise<void> {
    return this.#options.transport.close();
  }

  async #read(answer: TransportAnswer, request: PreparedRequest, perhaps_done: boolean): Promise<unknown> {
    const { method, path } = request;
    const { api_key, show_secrets } = this.#options;
    const value = await readAnswer(answer, { method, path, api_key, perhaps_done });
    if (show_secrets) return value;
    const shown = masked(value, request);
    // Few services echo the key. If one does, its text is still shown, but without the key.
    return answer.body.includes(api_key) ? (await import("./mask-key.ts")).maskKey(shown, api_key) : shown;
  }

  #broken(error: unknown, { method, path, repeat }: PreparedRequest, url: string, unknown: boolean): Failure {
    return networkFailure(error, {
      method,
      url: maskInUrl(url),
      path: maskInQuery(path),
      timeout_ms: this.#options.timeout_ms,
      unknown: unknown && repeat === "once",
    });
  }

  async #pause(milliseconds: number): Promise<void> {
    const { pause } = await import("./pause.ts");
    return pause(milliseconds, this.#options.signal);
  }

  #once(wire: Wire, attempt: number): Promise<TransportAnswer> {
    const { transport, observe } = this.#options;
    const answer = transport.send(wire);
    return observe ? observed(answer, observe, wire, attempt) : answer;
  }
}

type Wire = ReturnType<Client["wire"]>;

async function observed(
  sent: Promise<TransportAnswer>,
  observe: (exchange: Exchange) => void,
  { method, url, headers, shown }: Wire,
  attempt: number,
): Promise<TransportAnswer> {
  const began = performance.now();
  const report = (outcome: Pick<Exchange, "answer" | "error">) =>
    observe({
      attempt: attempt + 1,
      method,
      url,
      request_headers: headers,
      request_body: shown,
      milliseconds: performance.now() - began,
      ...outcome,
    });
  try {
    const answer = await sent;
    report({ answer });
    return answer;
  } catch (error) {
    report({ error: codeOf(error) ?? String(error) });
    throw error;
  }
}

function masked(value: unknown, { method, path }: PreparedRequest): unknown {
  try {
    return maskSecrets(value);
  } catch (cause) {
    // Only a stack overflow can happen here.
    throw new Failure("failed", "the service's answer is nested too deeply to be read", {
      where: `${method} ${path}`,
      request: { method, path },
      code: "unexpected_answer",
      cause,
    });
  }
}

/**
 * Says what the answer lacks. Checks only the outline, because the contents may be newer than this program.
 */
function missingPart(answer: unknown, endpoint: Endpoint): string | undefined {
  const { list, method, unpublished_answer } = endpoint;
  // A delete may return anything: a record, a message or nothing.
  if (method === "DELETE" || unpublished_answer) return undefined;
  const items = listIn(answer, endpoint);
  const good = list ? Array.isArray(items) : isObject(answer);
  if (good) return undefined;
  return typeof list === "string" ? `list "${list}"` : list ? "list" : "object";
}

/**
 * What the answer to a change lacks if none of its fields are known: something else than the service answered, and has
 * stored nothing. An empty object proves nothing.
 */
async function missingFields(
  answer: unknown,
  shape: Shape,
  { method, unpublished_answer, answer: name }: Endpoint,
): Promise<string | undefined> {
  if (method === "GET" || method === "DELETE" || unpublished_answer || !isObject(answer)) return undefined;
  const fields = Object.keys(answer);
  if (fields.length === 0 || fields.some((field) => shape !== null && Object.hasOwn(Object(shape), field)))
    return undefined;
  return (await import("./foreign.ts")).lackedBy(answer, name);
}

const listIn = (answer: unknown, { list }: Endpoint): unknown =>
  typeof list === "string" ? (answer as Record<string, unknown> | null | undefined)?.[list] : answer;

/** The answer with an empty list where null is published instead of one. */
const withList = (answer: unknown, endpoint: Endpoint): unknown =>
  endpoint.list_may_be_null && isObject(answer) && listIn(answer, endpoint) === null
    ? { ...answer, [String(endpoint.list)]: [] }
    : answer;

/** The first record that is null, in a list whose records have no shape in the contract. */
function holeIn(answer: unknown, endpoint: Endpoint): NullItem | undefined {
  const { list } = endpoint;
  const items = list ? listIn(answer, endpoint) : undefined;
  const at = Array.isArray(items) ? items.indexOf(null) : -1;
  return at === -1 ? undefined : { where: `${list === true ? "" : list}[${at}]`, others: [] };
}
