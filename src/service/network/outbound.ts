/** Outgoing requests to addresses that users have named. */

import { Agent, request } from "undici";
import { withDeadline } from "../../lib/deadline.ts";
import { basicAuthorization } from "./basic-authorization.ts";
import { type FetchOptions, fetchBounded } from "./fetch-bounded.ts";
import { createPerHostLimit } from "./per-host-limit.ts";
import { checkTarget, guardedLookup, type TargetPolicy, TargetRefused } from "./target.ts";
import { textUpTo } from "./text-up-to.ts";

export interface OutboundPost {
  /** POST if it is absent; a GET has no body. */
  readonly method?: "GET" | "POST" | undefined;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Timeout for the whole exchange. */
  readonly timeout_ms: number;
  /** The answer's body is wanted, up to this many bytes. */
  readonly answer_maximum?: number | undefined;
  readonly signal: AbortSignal;
}

export interface OutboundAnswer {
  readonly status: number;
  /** The body, if requested. Undefined if it is larger than requested. */
  readonly text: string | undefined;
}

export interface Outbound {
  /**
   * Sends and returns the answer, whatever its status. Redirects are not followed. Throws if there is no answer:
   * `TargetRefused` if the policy forbids the target, `HostBusy` if nothing was tried.
   */
  post(post: OutboundPost): Promise<OutboundAnswer>;
  /** Gets a URL and gives its body to `consume` in pieces. Throws `FetchFailure`, or what `consume` throws. */
  fetch<T>(
    url: string,
    limits: Omit<FetchOptions, "policy" | "lookup">,
    consume: (pieces: AsyncIterable<Uint8Array>) => Promise<T>,
  ): Promise<T>;
  /** For WebSockets of agents: they may reach what webhooks may reach. */
  readonly policy: TargetPolicy;
  close(): Promise<void>;
}

/** With `user:password@` of the URL, as clients of HTTP and WebSockets send it. An authorization that is there already counts. */
function withAuthorization(url: string, headers: OutboundPost["headers"]): Record<string, string> {
  const { username, password } = new URL(url);
  const has = Object.keys(headers).some((name) => name.toLowerCase() === "authorization");
  if (has || username + password === "") return { ...headers };
  return { ...headers, authorization: basicAuthorization(unescaped(username), unescaped(password)) };
}

/** Without its escape sequences, if all of them are text. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The way out to other machines. */
export interface Network {
  readonly outbound: Outbound;
}

/** The host has as many exchanges as allowed. Try again later. */
export class HostBusy extends Error {}

/** Shares of the 64 deliveries that may be in progress at once. */
const PER_HOST = { answering: 56, hanging: 4 };

/** Which targets to send to, and which to fetch from. Both are the same by default. */
export function createOutbound(policy: TargetPolicy, fetch_policy: TargetPolicy = policy): Outbound {
  const dispatcher = new Agent({ connections: 64, connect: { lookup: guardedLookup(policy) } });
  const limit = createPerHostLimit(PER_HOST);

  async function withinLimit<T>(host: string, work: () => Promise<T>): Promise<T> {
    const exchange = limit.admit(host);
    if (!exchange) throw new HostBusy(`${host} is busy`);
    let in_time = true;
    try {
      return await work();
    } catch (error) {
      in_time = !(error instanceof DOMException && error.name === "TimeoutError");
      throw error;
    } finally {
      exchange.end(in_time);
    }
  }

  return {
    async post({ method = "POST", url, headers, body, timeout_ms, answer_maximum, signal }) {
      const exchange = async (stopped: AbortSignal) => {
        const check = await checkTarget(url, policy);
        if ("refusal" in check) throw new TargetRefused(check.refusal);
        const answer = await request(url, {
          dispatcher,
          method,
          headers: withAuthorization(url, headers),
          body: method === "GET" ? null : body,
          signal: stopped,
        });
        const status = answer.statusCode;
        if (answer_maximum !== undefined)
          return { status, text: await textUpTo(answer.body, answer_maximum) };
        // Read to its end, within limits, so that the connection can be reused for the next delivery.
        await answer.body.dump({ limit: 64 * 1024 });
        return { status, text: undefined };
      };
      return withinLimit(new URL(url).host, () => withDeadline(timeout_ms, signal, exchange));
    },
    fetch: (url, limits, consume) => fetchBounded(url, { ...limits, policy: fetch_policy }, consume),
    policy,
    close: () => dispatcher.destroy(),
  };
}
