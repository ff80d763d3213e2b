import type { MiddlewareHandler } from "hono";
import { isProbe } from "../observe/log.ts";
import { requestId } from "../observe/request-id.ts";
import type { Tracing } from "../observe/tracing.ts";
import type { OnRequest, ReportFailure } from "../report.ts";
import type { Environment } from "./environment.ts";
import { headerOf } from "./incoming.ts";

/** One name for all requests without a route, or refused before a route was looked up. */
const UNMATCHED = "unmatched";

interface RequestObservers {
  newId(): string;
  /** Called for each request. */
  readonly count: OnRequest | undefined;
  /** Called for each request that the service answered as intended, including refusals. */
  readonly log: OnRequest | undefined;
  readonly tracing?: Tracing | undefined;
  /** Called for each request that the service failed to answer. */
  readonly report: ReportFailure;
}

/** Gives each request an id, which its answer repeats, and reports its outcome. */
export function observeRequests({
  newId,
  count,
  log,
  tracing,
  report,
}: RequestObservers): MiddlewareHandler<Environment> {
  return async (c, next) => {
    const began = performance.now();
    const request_id = requestId(headerOf(c.env.incoming, "x-request-id"), newId);
    // Set on Node's own response, so that every way of answering sends it at no extra cost.
    c.env.outgoing.setHeader("x-request-id", request_id);
    const { method, path } = c.req;
    const traceparent = headerOf(c.env.incoming, "traceparent");
    const span = isProbe(path) ? undefined : tracing?.request({ method, request_id, traceparent });
    await (span ? span.run(next) : next());
    const request = {
      request_id,
      method,
      route: c.get("route") ?? UNMATCHED,
      path,
      status: c.res.status,
      ms: performance.now() - began,
      organization_id: c.get("organization_id"),
      ...(c.get("unknown_fields") && { unknown_fields: c.get("unknown_fields") }),
      ...(span && { trace_id: span.trace_id }),
    };
    count?.(request);
    const failure = c.get("failure");
    span?.end(request, failure);
    if (failure === undefined) log?.(request);
    else report(failure, `${method} ${path}`, request);
  };
}
