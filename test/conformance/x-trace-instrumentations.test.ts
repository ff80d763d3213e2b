/** Spans with the attributes that public instrumentations write, exported by OpenTelemetry's SDK. */
import { ROOT_CONTEXT, SpanStatusCode, trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { SimpleSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import { expect, test } from "vitest";
import { ACME_KEY, useService } from "../support/service.ts";

const { acme, url } = useService();

interface Written {
  readonly name: string;
  readonly attributes?: Readonly<Record<string, string | number | boolean>>;
  readonly failed?: true;
}

/** The summary of a trace whose first span is the parent of the others. */
async function summaryOf([root, ...inside]: readonly Written[]) {
  const exporter = new OTLPTraceExporter({ url: `${url()}/v1/traces`, headers: { "x-api-key": ACME_KEY } });
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
  const tracer = provider.getTracer("instrumentation");
  const at = (ms: number) => new Date(Date.UTC(2026, 10, 1) + ms);
  const begun = { startTime: at(0), attributes: root?.attributes ?? {} };
  const started = tracer.startSpan(root?.name ?? "", begun);
  const within = trace.setSpan(ROOT_CONTEXT, started);
  for (const [place, { name, attributes = {}, failed }] of inside.entries()) {
    const span = tracer.startSpan(name, { startTime: at(place * 100), attributes }, within);
    if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(at(place * 100 + 50));
  }
  started.end(at(1000));
  await provider.shutdown();
  const { body } = await acme("GET", `/v1/traces?trace_id=${started.spanContext().traceId}`);
  return {
    components: Object.fromEntries(
      body.latency.map(({ component, spans }: { component: string; spans: number }) => [component, spans]),
    ),
    first: Object.fromEntries(
      body.latency.map((one: { component: string; first_p50_ms: number | null }) => [
        one.component,
        one.first_p50_ms,
      ]),
    ),
    tools: body.tool_calls.map(
      ({ name, parameters, output }: { name: string; parameters?: unknown; output?: unknown }) => ({
        name,
        parameters,
        output,
      }),
    ),
  };
}

const BOOKED = { name: "book_table", parameters: { seats: 2 }, output: { booked: true } };

test("Vercel's AI SDK (`ai` 5.0.277, generateText with two tools, as its telemetry recorded them)", async () => {
  const model = {
    name: "ai.generateText.doGenerate",
    attributes: {
      "operation.name": "ai.generateText.doGenerate",
      "ai.operationId": "ai.generateText.doGenerate",
      "gen_ai.system": "mock-provider",
    },
  };
  const call = { "operation.name": "ai.toolCall", "ai.operationId": "ai.toolCall" };
  const summary = await summaryOf([
    {
      name: "ai.generateText",
      attributes: { "operation.name": "ai.generateText", "ai.operationId": "ai.generateText" },
    },
    model,
    {
      name: "ai.toolCall",
      attributes: {
        ...call,
        "ai.toolCall.name": "book_table",
        "ai.toolCall.id": "c1",
        "ai.toolCall.args": '{"seats":2}',
        "ai.toolCall.result": '{"booked":true}',
      },
    },
    {
      name: "ai.toolCall",
      failed: true,
      attributes: { ...call, "ai.toolCall.name": "pay", "ai.toolCall.id": "c2", "ai.toolCall.args": "{}" },
    },
    {
      name: "ai.streamText.doStream",
      attributes: { "ai.operationId": "ai.streamText.doStream", "ai.response.msToFirstChunk": 180 },
    },
  ]);
  expect(summary).toMatchObject({
    components: { llm: 2, tool: 2 },
    first: { llm: 180 },
    tools: [BOOKED, { name: "pay", parameters: {}, output: { is_error: true, output: null } }],
  });
});

test("OpenInference (@arizeai/openinference-vercel 2.8.1, and a schema in `tool.parameters` as its specification has it)", async () => {
  const summary = await summaryOf([
    { name: "ai.generateText", attributes: { "openinference.span.kind": "AGENT", "input.value": "book" } },
    {
      name: "ai.generateText.doGenerate",
      attributes: { "ai.operationId": "ai.generateText.doGenerate", "openinference.span.kind": "LLM" },
    },
    {
      name: "book_table",
      attributes: {
        "openinference.span.kind": "TOOL",
        "tool.name": "book_table",
        "tool.parameters": '{"type":"object","properties":{"seats":{"type":"number"}}}',
        "input.value": '{"seats":2}',
        "input.mime_type": "application/json",
        "output.value": '{"booked":true}',
      },
    },
    { name: "choose a tool", attributes: { "openinference.span.kind": "CHAIN" } },
  ]);
  expect(summary).toMatchObject({ components: { llm: 1, tool: 1 }, tools: [BOOKED] });
});

test("LiveKit Agents (livekit/agents: telemetry/trace_types.py since 1.7, and before)", async () => {
  const summary = await summaryOf([
    { name: "agent_turn", attributes: { "lk.generation_id": "g1" } },
    { name: "llm_node", attributes: { "lk.response.ttft": 0.3 } },
    {
      name: "function_tool",
      attributes: {
        "gen_ai.operation.name": "execute_tool",
        "lk.function_tool.name": "book_table",
        "lk.pii.function_tool.arguments": '{"seats":2}',
        "lk.pii.function_tool.output": '{"booked":true}',
        "lk.function_tool.is_error": false,
      },
    },
    {
      name: "function_tool",
      attributes: {
        "lk.function_tool.name": "pay",
        "lk.function_tool.arguments": '{"eur":5}',
        "lk.function_tool.output": "declined",
        "lk.function_tool.is_error": true,
      },
    },
    { name: "tts_node", attributes: { "lk.response.ttfb": 0.12 } },
  ]);
  expect(summary).toEqual({
    components: { llm: 1, tool: 2, tts: 1 },
    first: { llm: 300, tool: null, tts: 120 },
    tools: [BOOKED, { name: "pay", parameters: { eur: 5 }, output: { is_error: true, output: "declined" } }],
  });
});

test("Pipecat (pipecat-ai/pipecat: utils/tracing/service_attributes.py, 2026)", async () => {
  const summary = await summaryOf([
    { name: "turn", attributes: { "turn.number": 1 } },
    { name: "stt", attributes: { "gen_ai.operation.name": "stt", "metrics.ttfb": 0.05 } },
    { name: "llm", attributes: { "gen_ai.operation.name": "chat", "metrics.ttfb": 0.2 } },
    {
      name: "function_call",
      attributes: {
        "tool.function_name": "book_table",
        "tool.call_id": "c1",
        "tool.arguments": '{"seats":2}',
        "tool.result": '{"booked":true}',
        "tool.result_status": "success",
      },
    },
    {
      name: "llm_tool_call",
      attributes: {
        "gen_ai.operation.name": "llm_tool_call",
        "tool.function_name": "pay",
        "tool.result": "declined",
        "tool.result_status": "error",
      },
    },
    { name: "tts", attributes: { "gen_ai.operation.name": "tts", "gen_ai.output.type": "speech" } },
  ]);
  expect(summary).toMatchObject({
    components: { stt: 1, llm: 1, tool: 2, tts: 1 },
    first: { stt: 50, llm: 200 },
    tools: [BOOKED, { name: "pay", output: { is_error: true, output: "declined" } }],
  });
});

test("pydantic-ai (pydantic/pydantic-ai: instrumentation versions 2 and 5)", async () => {
  const summary = await summaryOf([
    {
      name: "invoke_agent tool chooser",
      attributes: { "gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": "tool chooser" },
    },
    {
      name: "chat gpt-5",
      attributes: {
        "gen_ai.operation.name": "chat",
        "gen_ai.client.operation.time_to_first_chunk": 0.4,
        "gen_ai.tool.definitions": "[]",
      },
    },
    {
      name: "running tool",
      attributes: {
        "gen_ai.tool.name": "book_table",
        "gen_ai.tool.call.id": "c1",
        tool_arguments: '{"seats":2}',
        tool_response: '{"booked":true}',
      },
    },
    {
      name: "execute_tool book_table",
      attributes: {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": "book_table",
        "gen_ai.tool.call.arguments": '{"seats":2}',
        "gen_ai.tool.call.result": '{"booked":true}',
      },
    },
    { name: "running 1 tool" },
  ]);
  expect(summary).toMatchObject({
    components: { llm: 1, tool: 2 },
    first: { llm: 400 },
    tools: [BOOKED, BOOKED],
  });
});

test.each([
  ["gen_ai.operation.name", "invoke_agent"],
  ["gen_ai.operation.name", "embeddings"],
  ["openinference.span.kind", "CHAIN"],
  ["traceloop.span.kind", "workflow"],
  ["ai.operationId", "ai.streamText"],
])("the kind %s: %s is that of no component, whatever the span's name is", async (attribute, kind) => {
  for (const name of ["llm", "function_tool", "stt", "tts_node"])
    expect(await summaryOf([{ name, attributes: { [attribute]: kind } }])).toMatchObject({
      components: {},
      tools: [],
    });
});

test("words in a name say nothing", async () => {
  const names = ["pick a tool", "chat-room cleanup", "transcription.upload", "tts cache", "llm-router"];
  expect(await summaryOf(names.map((name) => ({ name })))).toMatchObject({ components: {}, tools: [] });
});
