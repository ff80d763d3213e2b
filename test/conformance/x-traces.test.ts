/** Spans of a real OpenTelemetry SDK, exported to the service, linked and shown. */
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { SpanStatusCode, type Tracer, trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { ProtobufTraceSerializer } from "@opentelemetry/otlp-transformer";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import { PbfReader } from "pbf";
import { describe, expect, test } from "vitest";
import { submit } from "../support/evaluations.ts";
import { expectRefusal } from "../support/expect.ts";
import { useProgram } from "../support/in-process.ts";
import { makeAgent, makeConversations } from "../support/make.ts";
import { ACME_KEY, RIVAL_KEY, useService } from "../support/service.ts";

const service = useService();
const { acme, rival, url } = service;
const parley = useProgram(service);

const START = Date.UTC(2026, 10, 1, 12);
const at = (ms: number) => new Date(START + ms);

/** The spans of a turn, as voice frameworks create them. Returns the trace's id. */
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
  // Within the model's span, so it is not another answer of the model.
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

/** Asynchronous, so that an idle connection that ends in the meantime is noticed before it is used again. */
const zipped = async (text: Uint8Array | string) => Uint8Array.from(await promisify(gzip)(text));

type Exporting = NonNullable<ConstructorParameters<typeof OTLPTraceExporter>[0]>;

async function exported(attributes?: Record<string, string>, { headers, ...more }: Exporting = {}) {
  const exporter = new OTLPTraceExporter({
    url: `${url()}/v1/traces`,
    headers: { "x-api-key": ACME_KEY, ...headers },
    ...more,
  });
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
  // The messages to the model are not stored.
  expect(JSON.stringify((await summaryOf(`trace_id=${trace_id}`)).body)).not.toContain("secret");
});

function asProtobuf() {
  const memory = new InMemorySpanExporter();
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter: memory })] });
  const trace_id = oneTurn(provider.getTracer("test"));
  return {
    trace_id,
    body: Buffer.from(ProtobufTraceSerializer.serializeRequest(memory.getFinishedSpans()) ?? []),
  };
}
const sendProtobuf = (
  body: Uint8Array<ArrayBuffer> | string | ReadableStream,
  headers: Record<string, string> = {},
) =>
  fetch(`${url()}/v1/traces`, {
    method: "POST",
    headers: { "content-type": "application/x-protobuf", authorization: `Bearer ${ACME_KEY}`, ...headers },
    body,
    duplex: "half",
  } as RequestInit);

/** The fields of a google.rpc.Status message. */
async function statusOf(answer: Response) {
  const pbf = new PbfReader(new Uint8Array(await answer.arrayBuffer()));
  return pbf.readFields(
    (tag, into) => {
      if (tag === 1) into.code = pbf.readVarint();
      else if (tag === 2) into.message = pbf.readString();
    },
    { code: 0, message: "" },
  );
}

test("the same as protobuf", async () => {
  const { trace_id, body } = asProtobuf();
  const send = () => sendProtobuf(body);
  const first = await send();
  expect([first.status, first.headers.get("content-type"), (await first.arrayBuffer()).byteLength]).toEqual([
    200,
    "application/x-protobuf",
    0,
  ]);
  // A batch in doubt is sent again, and counts only once.
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

describe("compressed with gzip", () => {
  test("an SDK's export in JSON is taken", async () => {
    const trace_id = await exported({}, { compression: "gzip" as NonNullable<Exporting["compression"]> });
    expect((await summaryOf(`trace_id=${trace_id}`)).body).toMatchObject(SUMMARY);
  });

  test("so is one in protobuf", async () => {
    const { trace_id, body } = asProtobuf();
    expect((await sendProtobuf(await zipped(body), { "content-encoding": "gzip" })).status).toBe(200);
    expect((await summaryOf(`trace_id=${trace_id}`)).body).toMatchObject(SUMMARY);
  });

  test.each(["application/json", "application/x-protobuf"])(
    "%s: refuses a body that inflates to more than the limit, and one that is not gzip",
    async (type) => {
      const send = async (body: Uint8Array<ArrayBuffer> | ReadableStream) =>
        (await sendProtobuf(body, { "content-type": type, "content-encoding": "gzip" })).status;
      expect(await send(await zipped(Buffer.alloc(256 * 1024 * 1024, " ")))).toBe(413);
      const whole = await zipped('{"resourceSpans":[]}');
      expect(await send(whole.subarray(0, -8))).toBe(400);
      expect(await send(Buffer.from("not gzip"))).toBe(400);
      // Empty blocks inflate to nothing, however many there are. With chunks, their number is not announced.
      const empty = Buffer.alloc(5_000_000, Buffer.from("000000ffff", "hex"));
      const chunks = [whole.subarray(0, 10), empty, empty, whole.subarray(10)];
      expect(await send(ReadableStream.from(chunks))).toBe(413);
    },
  );
});

describe("the header X-Simulation-Result-Id", () => {
  const linkedBy = (id: string) => ({ headers: { "X-Simulation-Result-Id": id } });

  test("links every trace of an export", async () => {
    const { result_ids } = await makeConversations(acme);
    const id = String(result_ids[0]);
    const trace_ids = [await exported({}, linkedBy(id)), await exported({}, linkedBy(id))];
    expect((await summaryOf(`simulation_result_id=${id}`)).body).toMatchObject({
      spans: 14,
      trace_ids: trace_ids.toSorted(),
    });
  });

  test("of a conversation that does not exist, or is another organization's, is a warning; the spans are stored", async () => {
    const { result_ids } = await makeConversations(acme);
    const { trace_id, body } = asProtobuf();
    for (const [id, key] of [
      ["987654", ACME_KEY],
      ["x", ACME_KEY],
      [String(result_ids[0]), RIVAL_KEY],
    ] as const) {
      const answer = await sendProtobuf(body, {
        authorization: `Bearer ${key}`,
        "x-simulation-result-id": id,
      });
      expect(answer.status).toBe(200);
      expect(await answer.text()).toContain(`stored but not linked: simulation result ${id} not found`);
    }
    expect((await summaryOf(`trace_id=${trace_id}`)).body).toMatchObject(SUMMARY);
    expect((await summaryOf(`simulation_result_id=${result_ids[0]}`)).body).toMatchObject({ spans: 0 });
  });
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

describe("a large export, which a thread reads,", () => {
  const traceId = "e".repeat(32);
  const toolCall = (number: number, simulation_result_id: string) => ({
    traceId,
    spanId: String(number).padStart(16, "0"),
    name: "tool",
    startTimeUnixNano: "1000000000",
    endTimeUnixNano: "1250000000",
    attributes: [
      { key: "input.value", value: { stringValue: `mail jo@example.com ${"y".repeat(200)}` } },
      { key: "simulation_result_id", value: { stringValue: simulation_result_id } },
    ],
  });
  const exported = (spans: readonly unknown[]) =>
    acme("POST", "/v1/traces", { resourceSpans: [{ scopeSpans: [{ spans }] }] });

  test("is stored, masked, counted and linked like a small one", async () => {
    const { agent_id } = await makeAgent(acme, { redact_pii: true });
    const { result_ids } = await makeConversations(acme);
    const id = String(result_ids[0]);
    const spans = Array.from({ length: 1200 }, (_, at) => toolCall(at + 1, at === 1100 ? id : "987654"));
    expect(await exported([...spans, { name: "no id" }])).toMatchObject({
      status: 200,
      body: {
        partialSuccess: {
          rejectedSpans: 1,
          errorMessage:
            "1 span lacks an id or a time; stored but not linked: simulation result 987654 not found",
        },
      },
    });
    const { body } = await summaryOf(`simulation_result_id=${id}`);
    expect(body).toMatchObject({ spans: 1200, trace_ids: [traceId] });
    expect(JSON.stringify(body)).toContain("[email address]");
    expect(JSON.stringify(body)).not.toContain("jo@example.com");
    await acme("DELETE", `/v1/agent/${agent_id}`);
  });

  test("links as many traces to each conversation as it can have, however many conversations there are", async () => {
    const [first] = (await makeConversations(acme)).result_ids;
    const [second] = (await makeConversations(acme)).result_ids;
    const trace = (number: number) => String(number).padStart(32, "f");
    const spans = Array.from({ length: 1500 }, (_, at) => ({
      ...toolCall(at + 1, String(at < 1400 ? first : second)),
      traceId: trace(at),
    }));
    for (let times = 0; times < 2; times++) expect(await exported(spans)).toMatchObject({ status: 200 });
    const tracesOf = async (id: string | undefined) =>
      (await summaryOf(`simulation_result_id=${id}`)).body.trace_ids as string[];
    expect(await tracesOf(first)).toEqual(Array.from({ length: 1000 }, (_, at) => trace(at)).toSorted());
    expect(await tracesOf(second)).toEqual(
      Array.from({ length: 100 }, (_, at) => trace(1400 + at)).toSorted(),
    );
  });

  test("is refused in the same words as a small one", async () => {
    const large = "x".repeat(100_000);
    expect(await exported([{ name: `\0${large}` }])).toMatchObject({
      status: 422,
      body: { detail: [{ type: "string_nul", msg: "must not contain NUL" }] },
    });
    const answer = await sendProtobuf(`{broken ${large}`);
    expect([answer.status, await statusOf(answer)]).toEqual([
      400,
      { code: 3, message: "the body is not a protobuf export request of OTLP" },
    ]);
    const broken = await sendProtobuf(`{"a":"${large}`, { "content-type": "application/json" });
    expect(broken.status).toBe(400);
    expect(await broken.json()).toEqual({ detail: expect.stringContaining("the body is not valid JSON: ") });
  });
});

test("a summary that cannot have all spans says so", async () => {
  const traceId = "d".repeat(32);
  const attributes = [{ key: "input.value", value: { stringValue: "y".repeat(9_900) } }];
  const spanOf = (number: number) => ({
    traceId,
    spanId: String(number).padStart(16, "0"),
    name: "tool",
    startTimeUnixNano: "1000000000",
    endTimeUnixNano: "1250000000",
    attributes,
  });
  for (const part of [1, 2, 3]) {
    const spans = Array.from({ length: 300 }, (_, at) => spanOf(part * 1000 + at));
    const answer = await acme("POST", "/v1/traces", { resourceSpans: [{ scopeSpans: [{ spans }] }] });
    expect(answer).toMatchObject({ status: 200, body: {} });
    if (part < 3)
      expect((await summaryOf(`trace_id=${traceId}`)).body).toMatchObject({
        spans: part * 300,
        warning: null,
      });
  }
  const { body } = await summaryOf(`trace_id=${traceId}`);
  expect(body).toMatchObject({
    warning: `there are more spans than can be summarized: these are ${body.spans}`,
  });
  expect(body.spans).toBeLessThan(900);
});

describe("is refused:", () => {
  test("protobuf with more values than a body may have", async () => {
    const spans = 200_001;
    // A request, a resource and a scope around empty spans: a tag and a length of three bytes each.
    const inside = Buffer.alloc(2 * spans);
    for (let at = 0; at < inside.length; at += 2) inside[at] = 0x12;
    const around = (tag: number, bytes: Buffer) => {
      const size = bytes.length;
      return Buffer.concat([
        Buffer.from([tag, (size & 127) | 128, ((size >> 7) & 127) | 128, size >> 14]),
        bytes,
      ]);
    };
    const answer = await sendProtobuf(around(0x0a, around(0x12, inside)));
    expect(answer.status).toBe(422);
    expect(await statusOf(answer)).toEqual({ code: 3, message: expect.stringContaining("too_many_values") });
  });

  test("a body that is not protobuf, and one with another compression", async () => {
    for (const body of ["{broken", "[]", "{}"]) {
      const refused = await sendProtobuf(body);
      expect([refused.status, refused.headers.get("content-type")]).toEqual([400, "application/x-protobuf"]);
      expect(await statusOf(refused)).toEqual({
        code: 3,
        message: "the body is not a protobuf export request of OTLP",
      });
    }
    const answer = await sendProtobuf("", { "content-encoding": "br" });
    expect([answer.status, answer.headers.get("accept-encoding")]).toEqual([415, "gzip"]);
  });

  test.each(["", "[]", "null", "5", "{broken", '{"resourceSpans":{}}', "\u00ff"])(
    "the JSON body %j, as a bad request",
    async (body) => {
      const answer = await sendProtobuf(body, { "content-type": "application/json" });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toEqual({ detail: expect.stringContaining("body") });
    },
  );

  test("protobuf without a valid key, with the status that clients of OTLP read", async () => {
    const answer = await sendProtobuf("", { authorization: "Bearer nobody" });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([401, "application/x-protobuf"]);
    expect(await statusOf(answer)).toMatchObject({ code: 16, message: expect.stringMatching(/key/) });
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
