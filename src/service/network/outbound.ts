/** The service's way out: requests to addresses that users have named. */
import { Agent, request } from "undici";
import { checkTarget, guardedLookup, type TargetPolicy, TargetRefused } from "./target.ts";

export interface OutboundPost {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The whole exchange may take this long. */
  readonly timeout_ms: number;
  readonly signal: AbortSignal;
}

export interface Outbound {
  /**
   * Sends and returns the status of the answer, whatever it is. Redirects are not followed. Throws without one:
   * `TargetRefused` when the policy forbids the target.
   */
  post(post: OutboundPost): Promise<number>;
  close(): Promise<void>;
}

export function createOutbound(policy: TargetPolicy): Outbound {
  const dispatcher = new Agent({ connections: 64, connect: { lookup: guardedLookup(policy) } });
  return {
    async post({ url, headers, body, timeout_ms, signal }) {
      const check = await checkTarget(url, policy);
      if ("refusal" in check) throw new TargetRefused(check.refusal);
      const answer = await request(url, {
        dispatcher,
        method: "POST",
        headers: { ...headers },
        body,
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeout_ms)]),
      });
      // Read to its end, within limits, so that the connection serves the next delivery.
      await answer.body.dump({ limit: 64 * 1024 });
      return answer.statusCode;
    },
    close: () => dispatcher.destroy(),
  };
}
