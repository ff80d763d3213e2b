/** Spans of a real OpenTelemetry SDK, exported to the service, linked and shown. */
import { SpanStatusCode, type Tracer, trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { ProtobufTraceSerializer } from "@opentelemetry/otlp-transformer";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import { describe, expect, test } from "vitest";
import { useCli } from "../support/cli.ts";
import { submit } from "../support/evaluations.ts";
import { expectRefusal } from "../support/expect.ts";
import { makeAgent, makeConversations } from "../support/make.ts";
import { ACME_KEY, useService } from "../support/service.ts";

const service = useService();
const { acme, rival, url } = service;
const parley = useCli(service);

const START = Date.UTC(2026, 10, 1, 12);
const at = (ms: number) => new Date(START + ms);

/** Spans of a turn as voice frameworks make them. Returns the trace's id. */
function oneTurn(tracer: Tracer, attributes: Record<string, string> = {}): string {
  const turn = tracer.startSpan("turn", { startTime: at(0), attributes });
  const within = trace.setSpan(ROOT, turn);
  const add = (
    name: string,
    from: number,
    to: number,
    more: Record<string, string | number> = {},
    inside = within,
  ) => {
    const span = tracer.startSpan(name, { startTime: at(from), attributes: more }, inside);
    span.end(at(to));
    return span;
  };
  add("stt", 0, 120, { "metrics.ttfb": 0.08 });
  const llm = tracer.startSpan(
    "llm_node",
    { startTime: at(120), attributes: { prompt: "You are secret." } },
    within,
  );
  // Within the model's span: not another answer of the model.
  add("llm_request", 130, 700, { "gen_ai.operation.name": "chat" }, trace.setSpan(ROOT, llm));
  llm.end(at(720));
  add("execute_tool book", 720, 1020, {
    "gen_ai.operation.name": "execute_tool",
    "gen_ai.tool.name": "book_table",
    "gen_ai.tool.call.arguments": '{"seats":2,"mail":"jo@example.com"}',
    "gen_ai.tool.call.result": '{"booked":true}',
  });
  const failing = tracer.startSpan(
    "function_tool",
    { startTime: at(1100), attributes: { "lk.function_tool.name": "pay" } },
    within,
  );
  failing.setStatus({ code: SpanStatusCode.ERROR });
  failing.end(at(1150));
  add("tts_node", 1150, 1400);
  turn.end(at(1400));
  return turn.spanContext().traceId;
}
const ROOT = (await import("@opentelemetry/api")).ROOT_CONTEXT;

async function exported(attributes?: Record<string, string>, key = ACME_KEY) {
  const exporter = new OTLPTraceExporter({ url: `${url()}/v1/traces`, headers: { "x-api-key": key } });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": "agent" }),
    spanProcessors: [new SimpleSpanProcessor({ exporter })],
  });
  const trace_id = oneTurn(provider.getTracer("test"), attributes);
  await provider.shutdown();
  return trace_id;
}

const SUMMARY = {
  spans: 7,
  latency: [
    { component: "stt", spans: 1, p50_ms: 120, p95_ms: 120, max_ms: 120, first_p50_ms: 80 },
    { component: "llm", spans: 1, p50_ms: 600, first_p50_ms: null },
    { component: "tool", spans: 2, p50_ms: 175, max_ms: 300 },
    { component: "tts", spans: 1, p50_ms: 250 },
  ],
  tool_calls: [
    {
      name: "book_table",
      parameters: { seats: 2 },
      output: { booked: true },
      offset_ms: 720,
      duration_ms: 300,
    },
    { name: "pay", output: { is_error: true }, offset_ms: 1100, duration_ms: 50 },
  ],
};
const summaryOf = (query: string) => acme("GET", `/v1/traces?${query}`);

test("a trace that an SDK exports as JSON is linked by the trace_id of a call, and shown with it", async () => {
  const trace_id = await exported();
  const call_id = await submit(acme, {
    trace_id: `00-${trace_id}-b7ad6b7169203331-01`,
    transcript: [{ speaker: "AGENT", utterance: "Hi" }],
  });
  expect(await summaryOf(`call_id=${call_id}`)).toMatchObject({
    status: 200,
    body: { ...SUMMARY, trace_ids: [trace_id] },
  });
  const { stdout } = await parley(["evaluate", "show", call_id]);
  expect(stdout).toContain("TRACES  7 spans");
  expect(stdout).toMatch(/model\s+1 ×\s+p50 600 ms/);
  expect(stdout).toContain('720 ms  book_table({"seats":2,"mail":"jo@example.com"})  300 ms');
  // What was said to the model is not kept.
  expect(JSON.stringify((await summaryOf(`trace_id=${trace_id}`)).body)).not.toContain("secret");
});

test("the same as protobuf", async () => {
  const memory = new InMemorySpanExporter();
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter: memory })] });
  const trace_id = oneTurn(provider.getTracer("test"));
  const body = ProtobufTraceSerializer.serializeRequest(memory.getFinishedSpans());
  const send = () =>
    fetch(`${url()}/v1/traces`, {
      method: "POST",
      headers: { "content-type": "application/x-protobuf", authorization: `Bearer ${ACME_KEY}` },
      body: Buffer.from(body ?? []),
    });
  const first = await send();
  expect([first.status, first.headers.get("content-type"), (await first.arrayBuffer()).byteLength]).toEqual([
    200,
    "application/x-protobuf",
    0,
  ]);
  // A batch in doubt is sent again, and counts once.
  expect((await send()).status).toBe(200);
  expect((await summaryOf(`trace_id=${trace_id}`)).body).toMatchObject(SUMMARY);
});

test("a span that names a conversation of a run links its trace to it", async () => {
  const { result_ids } = await makeConversations(acme);
  const id = String(result_ids[0]);
  const trace_id = await exported({ "X-Simulation-Result-Id": id });
  expect((await summaryOf(`simulation_result_id=${id}`)).body).toMatchObject({
    ...SUMMARY,
    trace_ids: [trace_id],
  });
  const { stdout } = await parley(["sim", "result", id]);
  expect(stdout).toContain("TRACES  7 spans");
});

test("personal data in tool calls is masked where an agent of the organization wants it", async () => {
  const { agent_id } = await makeAgent(acme, { redact_pii: true });
  const trace_id = await exported();
  expect(JSON.stringify((await summaryOf(`trace_id=${trace_id}`)).body)).toContain("[email address]");
  await acme("DELETE", `/v1/agent/${agent_id}`);
});

test("spans without an id or a time are counted as rejected, and the others are kept", async () => {
  const good = {
    traceId: "a".repeat(32),
    spanId: "b".repeat(16),
    name: "tts",
    startTimeUnixNano: "1000000000",
    endTimeUnixNano: "1250000000",
  };
  const spans = [
    good,
    { ...good, spanId: "0".repeat(16) },
    { ...good, spanId: "c".repeat(16), endTimeUnixNano: "1" },
  ];
  const { status, body } = await acme("POST", "/v1/traces", { resourceSpans: [{ scopeSpans: [{ spans }] }] });
  expect({ status, body }).toEqual({
    status: 200,
    body: { partialSuccess: { rejectedSpans: 2, errorMessage: "2 spans lack an id or a time" } },
  });
  expect((await summaryOf(`trace_id=${good.traceId}`)).body).toMatchObject({
    spans: 1,
    latency: [{ p50_ms: 250 }],
  });
});

describe("is refused:", () => {
  test("a body that is not protobuf, and a compressed one", async () => {
    const send = (body: string, headers = {}) =>
      fetch(`${url()}/v1/traces`, {
        method: "POST",
        headers: { "content-type": "application/x-protobuf", "x-api-key": ACME_KEY, ...headers },
        body,
      });
    expect((await send("{broken")).status).toBe(400);
    expect((await send("", { "content-encoding": "gzip" })).status).toBe(415);
  });

  test("a question without one subject, and another organization's", async () => {
    const trace_id = await exported();
    expectRefusal(await summaryOf(""), 400, /give one of call_id/);
    expectRefusal(await summaryOf(`trace_id=${trace_id}&call_id=x`), 400, /give one of call_id/);
    expect((await rival("GET", `/v1/traces?trace_id=${trace_id}`)).body).toMatchObject({ spans: 0 });
    const { result_ids } = await makeConversations(acme);
    expectRefusal(await rival("GET", `/v1/traces?simulation_result_id=${result_ids[0]}`), 404, /not found/);
  });
});
