import type { IncomingMessage } from "node:http";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { withDeadline } from "../../lib/deadline.ts";
import { checkTarget, guardedLookup, type Lookup, type TargetPolicy, TargetRefused } from "./target.ts";

export interface FetchOptions {
  readonly policy: TargetPolicy;
  readonly max_bytes: number;
  /** Timeout for everything together, redirects and body included. */
  readonly timeout_ms: number;
  readonly signal?: AbortSignal;
  readonly lookup?: Lookup;
}

/** Why something could not be fetched. `transient`: it may be available later. */
export class FetchFailure extends Error {
  readonly code:
    | "target_refused"
    | "unreachable"
    | "timed_out"
    | "bad_status"
    | "too_many_redirects"
    | "too_large";
  readonly transient: boolean;

  constructor(code: FetchFailure["code"], message: string, transient = false) {
    super(message);
    this.code = code;
    this.transient = transient;
  }
}

const MAX_REDIRECTS = 5;
const TRANSIENT_STATUSES = [408, 425, 429, 500, 502, 503, 504];

/**
 * Gets a URL and gives its body to `consume` in pieces. Every host on the way is checked, also at the moment of
 * connecting. Throws `FetchFailure`, or what `consume` throws.
 */
export async function fetchBounded<T>(
  url: string,
  options: FetchOptions,
  consume: (pieces: AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<T> {
  const { timeout_ms, max_bytes, signal = new AbortController().signal } = options;
  let response: IncomingMessage | undefined;
  try {
    return await withDeadline(timeout_ms, signal, async (stopped) => {
      response = await follow(url, options, stopped).catch((error: unknown) => {
        throw failureOf(error, url);
      });
      return consume(limited(response, max_bytes, url));
    });
  } catch (error) {
    if (!signal.aborted && error instanceof DOMException && error.name === "TimeoutError")
      throw new FetchFailure("timed_out", `${hostOf(url)} took longer than ${timeout_ms / 1000} s`, true);
    throw error;
  } finally {
    response?.destroy();
  }
}

/** The answer at the end of the redirects. */
async function follow(url: string, options: FetchOptions, signal: AbortSignal): Promise<IncomingMessage> {
  let at = url;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const check = await checkTarget(at, options.policy, options.lookup);
    if ("refusal" in check) throw new FetchFailure("target_refused", check.refusal);
    const response = await get(at, options, signal);
    const { statusCode: status = 0, headers } = response;
    if (status === 200) return response;
    response.destroy();
    if (status < 300 || status > 399 || !headers.location)
      throw new FetchFailure(
        "bad_status",
        `${hostOf(at)} answered with status ${status}`,
        TRANSIENT_STATUSES.includes(status),
      );
    if (!URL.canParse(headers.location, at))
      throw new FetchFailure("bad_status", `${hostOf(at)} redirects to an invalid URL`);
    at = new URL(headers.location, at).href;
  }
  throw new FetchFailure("too_many_redirects", `${hostOf(url)} redirects more than ${MAX_REDIRECTS} times`);
}

function get(url: string, { policy, lookup }: FetchOptions, signal: AbortSignal): Promise<IncomingMessage> {
  const request = url.startsWith("https:") ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    request(url, {
      signal,
      // Another request's connection may have been made under a different policy.
      agent: false,
      lookup: guardedLookup(policy, lookup),
      headers: { "accept-encoding": "identity", "user-agent": "parley" },
    })
      .once("response", resolve)
      .once("error", reject)
      .end();
  });
}

async function* limited(
  pieces: AsyncIterable<Uint8Array>,
  max_bytes: number,
  url: string,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  try {
    for await (const piece of pieces) {
      bytes += piece.length;
      if (bytes > max_bytes)
        throw new FetchFailure("too_large", `the body is larger than ${max_bytes} bytes`);
      yield piece;
    }
  } catch (error) {
    throw failureOf(error, url);
  }
}

const hostOf = (url: string) => new URL(url).host;

/** Turns a connection failure into a `FetchFailure`; other errors stay as they are. */
function failureOf(error: unknown, url: string): unknown {
  if (error instanceof TargetRefused) return new FetchFailure("target_refused", error.message);
  const isOfConnection = error instanceof Error && "code" in error && !(error instanceof FetchFailure);
  if (!isOfConnection || error.name === "AbortError") return error;
  return new FetchFailure("unreachable", `${hostOf(url)} cannot be reached: ${error.code}`, true);
}
