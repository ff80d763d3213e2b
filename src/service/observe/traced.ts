/** Parts of the service, with their outgoing calls in spans. */
import type { Send } from "../model/http-model.ts";
import type { Outbound } from "../network/outbound.ts";
import type { Write } from "../store/writer.ts";
import type { Tracing } from "./tracing.ts";

export const tracedOutbound = (outbound: Outbound, tracing: Tracing): Outbound => ({
  post: (post) =>
    tracing.call(
      post.method ?? "POST",
      post.url,
      (headers) => outbound.post({ ...post, headers: { ...post.headers, ...headers } }),
      ({ status }) => status,
    ),
  // Fetches are for files, whose servers do not continue a trace.
  fetch: (url, limits, consume) => tracing.call("GET", url, () => outbound.fetch(url, limits, consume)),
  policy: outbound.policy,
  close: () => outbound.close(),
});

export const tracedSend =
  (tracing: Tracing): Send =>
  (url, init) =>
    tracing.call(
      "POST",
      url,
      (headers) => fetch(url, { ...init, headers: { ...init.headers, ...headers } }),
      ({ status }) => status,
    );

/** If changes share a transaction, each still belongs to the trace of its caller. */
export const tracedWrite =
  (write: Write, tracing: Tracing): Write =>
  (work, options) =>
    write(tracing.bind(work), options);
