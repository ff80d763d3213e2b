/** Parts of the service, with their outgoing calls in spans. */
import type { Send } from "../model/http-model.ts";
import type { Outbound } from "../network/outbound.ts";
import type { Write } from "../store/writer.ts";
import type { Tracing } from "./tracing.ts";

export const tracedOutbound = (outbound: Outbound, tracing: Tracing): Outbound => ({
  post: (post) =>
    tracing.call(
      "POST",
      post.url,
      (headers) => outbound.post({ ...post, headers: { ...post.headers, ...headers } }),
      ({ status }) => status,
    ),
  // Fetches get files, whose servers do not continue a trace.
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

/** Changes that share a transaction each belong to the trace of whoever asked for them. */
export const tracedWrite =
  (write: Write, tracing: Tracing): Write =>
  (work, options) =>
    write(tracing.bind(work), options);
