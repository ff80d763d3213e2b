import type { MiddlewareHandler } from "hono";
import type { OnRequest } from "../observe/answered-request.ts";
import { isProbe } from "../observe/log.ts";
import { requestId } from "../observe/request-id.ts";
import type { Tracing } from "../observe/tracing.ts";
import type { ReportFailure } from "../report.ts";
import type { Environment } from "./environment.ts";
import { headerOf } from "./incoming.ts";

/** Where no route was found for a request, or none was looked for: one name, whatever was asked for. */
const UNMATCHED = "unmatched";

interface RequestObservers {
  newId(): string;
  /** Told of each request. */
  readonly count: OnRequest | undefined;
  /** Told of each request that the service answered as it should, refusals included. */
  readonly log: OnRequest | undefined;
  readonly tracing?: Tracing | undefined;
  /** Told of each one that the service failed at. */
  readonly report: ReportFailure;
}

/** Names each request, in its answer too, and tells what came of it. */
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
    // On Node's own answer: every way of answering sends it, and none is made slower by it.
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
      ...(span && { trace_id: span.trace_id }),
    };
    count?.(request);
    const failure = c.get("failure");
    span?.end(request, failure);
    if (failure === undefined) log?.(request);
    else report(failure, `${method} ${path}`, request);
  };
}
