/** Traces that an OpenTelemetry collector gets from `parley serve`. */
import { readFileSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { useCli } from "../support/cli.ts";
import { completion } from "../support/completions.ts";
import { makeAgent, makeMetric } from "../support/make.ts";
import { useReceiver } from "../support/receiver.ts";
import { useRecorder } from "../support/recorder.ts";
import { type Served, startServiceIn } from "../support/served.ts";
import { callsWith } from "../support/service.ts";

const CALLER = "b7ad6b7169203331";
const SERVER = 2;
const CLIENT = 3;
const CONSUMER = 5;

interface Span {
  readonly name: string;
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: readonly { key: string; value: Record<string, unknown> }[];
}

const parley = useCli();
const collector = useRecorder();
const receiver = useReceiver();
const model = useRecorder();
const running: Served[] = [];
afterEach(() => {
  for (const { process } of running.splice(0)) process.kill("SIGKILL");
});

async function start(endpoint = collector.url(), more: Readonly<Record<string, string>> = {}) {
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...more };
  const service = await startServiceIn(env, parley, "--memory");
  running.push(service);
  const key = service.organizations[0]?.api_key ?? "";
  return { service, key, calls: callsWith(service.url, key) };
}

const spans = (): Span[] =>
  collector.requests.flatMap(({ body }) =>
    body.resourceSpans.flatMap((resource: { scopeSpans: { spans: Span[] }[] }) =>
      resource.scopeSpans.flatMap((scope) => scope.spans),
    ),
  );
const attribute = (span: Span | undefined, key: string) =>
  Object.values(span?.attributes.find((attribute) => attribute.key === key)?.value ?? {})[0];
const traceId = (number: number) => number.toString(16).padStart(32, "a");

/** Submits a call for evaluation, within the caller's trace. */
const evaluate = (url: string, key: string, agent_id: unknown, trace_id: string) =>
  fetch(`${url}/v1/evaluate`, {
    method: "POST",
    headers: {
      "x-api-key": key,
      "content-type": "application/json",
      "x-request-id": `r-${trace_id}`,
      traceparent: `00-${trace_id}-${CALLER}-01`,
    },
    body: JSON.stringify({
      agent_id: String(agent_id),
      trace_id,
      start_time_utc: "2025-03-01T10:00:00Z",
      participants: [{ role: "AGENT" }, { role: "USER" }],
      transcript: [{ speaker: "AGENT", utterance: "Hello" }],
    }),
  });

describe("with OTEL_EXPORTER_OTLP_ENDPOINT", () => {
  test("a trace continues from the caller through the request and its jobs to the webhook's receiver", async () => {
    const { service, key, calls } = await start();
    const { agent_id } = await makeAgent(calls);
    await calls("POST", "/v1/webhooks", {
      url: receiver.url("/hook/path_secret"),
      events: ["observability_call_evaluated"],
    });
    const trace = traceId(1);
    expect((await evaluate(service.url, key, agent_id, trace)).status).toBe(200);
    const inTrace = () => spans().filter((span) => span.traceId === trace);
    await expect.poll(() => inTrace().length).toBe(4);
    const named = (name: string) => inTrace().find((span) => span.name === name);
    const request = named("POST /v1/evaluate");
    const evaluation = named("job evaluate_call");
    const delivery = named("job deliver_webhook");
    const post = named("POST 127.0.0.1");
    expect([request, evaluation, delivery, post].map((span) => span?.kind)).toEqual([
      SERVER,
      CONSUMER,
      CONSUMER,
      CLIENT,
    ]);
    expect([request, evaluation, delivery, post].map((span) => span?.parentSpanId)).toEqual([
      CALLER,
      request?.spanId,
      evaluation?.spanId,
      delivery?.spanId,
    ]);
    expect(attribute(request, "http.route")).toBe("/v1/evaluate");
    expect(Number(attribute(request, "http.response.status_code"))).toBe(200);
    expect(attribute(request, "parley.request_id")).toBe(`r-${trace}`);
    expect(receiver.requests()[0]?.headers["traceparent"]).toBe(`00-${trace}-${post?.spanId}-01`);
    const told = JSON.stringify(collector.requests);
    expect(told).not.toContain(key);
    expect(told).not.toContain("path_secret");
    expect(await service.stop("SIGTERM")).toBe(0);
  });

  test("the language model is asked within the trace of the job", async () => {
    const env = {
      PARLEY_LLM_BASE_URL: `${model.url()}/v1`,
      PARLEY_LLM_MODEL: "m",
      PARLEY_LLM_API_KEY: "sk-1",
    };
    model.answer(completion("{}"));
    const { service, key, calls } = await start(collector.url(), env);
    const { agent_id } = await makeAgent(calls);
    await makeMetric(calls, { agent_ids: [Number(agent_id)] });
    const trace = traceId(2);
    await evaluate(service.url, key, agent_id, trace);
    const asked = () => spans().find(({ name, traceId }) => name === "POST 127.0.0.1" && traceId === trace);
    await expect.poll(asked).toMatchObject({ kind: CLIENT });
    expect(model.requests[0]?.headers).toMatchObject({
      authorization: "Bearer sk-1",
      traceparent: `00-${trace}-${asked()?.spanId}-01`,
    });
    expect(JSON.stringify(collector.requests)).not.toContain("sk-1");
  });

  test("requests that share a commit keep their traces apart", async () => {
    const { service, key, calls } = await start();
    const { agent_id } = await makeAgent(calls);
    const traces = Array.from({ length: 12 }, (_, index) => traceId(index + 100));
    await Promise.all(traces.map((trace) => evaluate(service.url, key, agent_id, trace)));
    const jobs = () => spans().filter(({ name }) => name === "job evaluate_call");
    await expect.poll(() => jobs().length).toBe(traces.length);
    expect(
      jobs()
        .map((span) => span.traceId)
        .sort(),
    ).toEqual([...traces].sort());
  });

  test("an invalid traceparent begins a new trace, and probes begin no trace", async () => {
    const { service } = await start();
    await fetch(`${service.url}/healthz`);
    await fetch(`${service.url}/nowhere`, { headers: { traceparent: "00-nonsense-01" } });
    await expect.poll(() => spans().length).toBe(1);
    expect(spans()[0]).toMatchObject({
      name: "GET unmatched",
      traceId: expect.stringMatching(/^[\da-f]{32}$/),
    });
    expect(spans()[0]?.parentSpanId ?? "").toBe("");
  });

  test("spans have the service name and the attributes that the environment variables set", async () => {
    const { service } = await start(collector.url(), {
      OTEL_SERVICE_NAME: "calls",
      OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=staging,team=voice%20ops",
    });
    await fetch(`${service.url}/nowhere`);
    await expect.poll(() => spans().length).toBe(1);
    expect(collector.requests[0]?.body.resourceSpans[0].resource.attributes).toEqual(
      expect.arrayContaining([
        { key: "service.name", value: { stringValue: "calls" } },
        { key: "deployment.environment.name", value: { stringValue: "staging" } },
        { key: "team", value: { stringValue: "voice ops" } },
      ]),
    );
  });

  test.each([
    ["parentbased_traceidratio", [traceId(7)]],
    ["traceidratio", []],
  ])("with none of the traces kept by %s, those that callers keep are %j", async (sampler, kept) => {
    const { service } = await start(collector.url(), {
      OTEL_TRACES_SAMPLER: sampler,
      OTEL_TRACES_SAMPLER_ARG: "0",
    });
    await fetch(`${service.url}/nowhere`);
    for (const flags of ["00", "01"]) {
      const traceparent = `00-${traceId(6 + Number(flags))}-${CALLER}-${flags}`;
      await fetch(`${service.url}/nowhere`, { headers: { traceparent } });
    }
    // Before it ends, the service sends all remaining spans.
    expect(await service.stop("SIGTERM")).toBe(0);
    expect(spans().map((span) => span.traceId)).toEqual(kept);
  });

  test("an unknown sampler is reported before anything is served", async () => {
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url(), OTEL_TRACES_SAMPLER: "jaeger_remote" };
    const { code, stderr } = await parley(["serve", "--memory", "--port", "0"], { env });
    expect(code).toBe(2);
    expect(stderr).toContain(
      'unknown sampler "jaeger_remote"\n  OTEL_TRACES_SAMPLER\nhint: use one of always_on, ',
    );
  });

  test("a collector that takes no spans is reported once", async () => {
    collector.answer({ status: 400, body: {} });
    const { service } = await start();
    let log = "";
    service.process.stderr?.on("data", (chunk) => {
      log += chunk;
    });
    for (const sent of [1, 2]) {
      await fetch(`${service.url}/nowhere`);
      await expect.poll(() => collector.requests.length).toBe(sent);
    }
    expect(await service.stop("SIGTERM")).toBe(0);
    expect(log.match(/sending traces/g)).toHaveLength(1);
  });

  test("the remaining spans are sent at the end, and an unreachable collector delays nothing", async () => {
    const { service } = await start("http://127.0.0.1:1");
    expect((await fetch(`${service.url}/nowhere`)).status).toBe(404);
    expect(await service.stop("SIGTERM")).toBe(0);
  });
});

test("without it, none of its libraries is loaded", async () => {
  const file = join(parley.home, "loaded.json");
  const probe = join(parley.home, "probe.cjs");
  writeFileSync(
    probe,
    `process.on("exit", () => require("node:fs").writeFileSync(${JSON.stringify(file)}, JSON.stringify(Object.keys(require.cache))));`,
  );
  const loads = async (env: Readonly<Record<string, string>>) => {
    const service = await startServiceIn({ NODE_OPTIONS: `--require ${probe}`, ...env }, parley, "--memory");
    expect(await service.stop("SIGTERM")).toBe(0);
    const libraries = JSON.parse(
      readFileSync(resolve(import.meta.dirname, "../../dist/libraries.json"), "utf8"),
    );
    const files: string[] = JSON.parse(readFileSync(file, "utf8"));
    const loaded = files.flatMap((path): string[] => libraries[basename(path)] ?? []);
    return [...new Set(loaded)].filter((name) => name.startsWith("@opentelemetry/"));
  };
  expect(await loads({})).toEqual([]);
  expect(await loads({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url() })).toContain("@opentelemetry/sdk-trace");
});
