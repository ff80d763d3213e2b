import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { ReportFailure } from "../report.ts";
import { formatTraceparent, parseTraceparent } from "./traceparent.ts";
import type { Tracing } from "./tracing.ts";

/** How long spans wait to be sent together. */
const DELAY_MS = 1000;
/** A collector that does not answer delays the end of the service by no more than this. */
const CLOSE_MS = 5000;

export interface OtlpTracingOptions {
  readonly version: string;
  /** If the caller has decided whether its trace is sampled, that decision applies. */
  readonly follows_caller: boolean;
  /** Share of the traces that begin here, or of all if callers are ignored: 0 to 1. */
  readonly share: number;
  /** Called when the collector stops accepting spans. */
  readonly report: ReportFailure;
}

/**
 * Sends traces to a collector over OTLP/HTTP, configured by OpenTelemetry's variables (`OTEL_EXPORTER_OTLP_…`,
 * `OTEL_SERVICE_NAME`, `OTEL_RESOURCE_ATTRIBUTES`). Spans that cannot be sent are dropped. Nothing is registered globally.
 */
export function createOtlpTracing({ version, follows_caller, share, report }: OtlpTracingOptions): Tracing {
  const root = new TraceIdRatioBasedSampler(share);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": "parley", "service.version": version }).merge(
      detectResources({ detectors: [envDetector] }),
    ),
    sampler: follows_caller ? new ParentBasedSampler({ root }) : root,
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: telling(new OTLPTraceExporter(), report),
        scheduledDelayMillis: DELAY_MS,
      }),
    ],
  });
  const tracer = provider.getTracer("parley", version);
  const active = new AsyncLocalStorage<SpanContext | undefined>();

  const begin = (title: string, kind: SpanKind, attributes: Attributes, parent: Context) =>
    tracer.startSpan(title, { kind, attributes }, parent);

  /** Runs work within a span that begins and ends with it. */
  function within<T>(span: Span, work: () => Promise<T>): Promise<T> {
    return active
      .run(span.spanContext(), work)
      .catch((error: unknown) => {
        fail(span, error);
        throw error;
      })
      .finally(() => span.end());
  }

  return {
    request({ method, request_id, traceparent }) {
      const attributes = { "http.request.method": method, "parley.request_id": request_id };
      const span = begin(method, SpanKind.SERVER, attributes, contextOf(parseTraceparent(traceparent)));
      return {
        trace_id: span.spanContext().traceId,
        run: (work) => active.run(span.spanContext(), work),
        end({ route, status, organization_id }, failure) {
          span.updateName(`${method} ${route}`);
          span.setAttributes({ "http.route": route, "http.response.status_code": status });
          if (organization_id) span.setAttribute("parley.organization_id", organization_id);
          if (failure !== undefined) fail(span, failure);
          else if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    job(kind, traceparent, run) {
      const parent = contextOf(parseTraceparent(traceparent));
      return within(begin(`job ${kind}`, SpanKind.CONSUMER, { "parley.job.kind": kind }, parent), run);
    },
    call(method, url, call, statusOf) {
      // Only the host of the URL: paths and queries of webhooks may contain secrets.
      const { protocol, hostname, port } = new URL(url);
      const attributes = {
        "http.request.method": method,
        "url.scheme": protocol.slice(0, -1),
        "server.address": hostname,
        ...(port && { "server.port": Number(port) }),
      };
      const span = begin(`${method} ${hostname}`, SpanKind.CLIENT, attributes, contextOf(active.getStore()));
      return within(span, async () => {
        const outcome = await call({ traceparent: formatTraceparent(span.spanContext()) });
        const status = statusOf?.(outcome);
        if (status !== undefined) span.setAttribute("http.response.status_code", status);
        if (status !== undefined && status >= 400) span.setStatus({ code: SpanStatusCode.ERROR });
        return outcome;
      });
    },
    traceparent() {
      const at = active.getStore();
      return at ? formatTraceparent(at) : null;
    },
    bind(work) {
      const at = active.getStore();
      return (...args) => active.run(at, () => work(...args));
    },
    async close() {
      const closed = provider.shutdown().catch(() => undefined);
      await Promise.race([closed, sleep(CLOSE_MS, undefined, { ref: false })]);
    },
  };
}

/** An exporter that reports once that spans are not accepted, and again only after some were. */
function telling(exporter: SpanExporter, report: ReportFailure): SpanExporter {
  let works = true;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error && works) report(result.error.message, "sending traces");
        works = !result.error;
        done(result);
      }),
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  };
}

const contextOf = (parent: Omit<SpanContext, "isRemote"> | undefined): Context =>
  parent ? trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true }) : ROOT_CONTEXT;

function fail(span: Span, error: unknown): void {
  if (error instanceof Error) span.recordException(error);
  span.setStatus({ code: SpanStatusCode.ERROR });
}
