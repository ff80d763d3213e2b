/** An organization with one object of every kind, created through the API. */
import { randomUUID } from "node:crypto";
import { dataUrl, evaluated, fixture } from "../../support/evaluations.ts";
import {
  labelOf,
  makeAgent,
  makeDigitalHuman,
  makeKnowledgeBases,
  makeMetric,
  makePrompts,
  makeSimulation,
  PATIENT,
  startRun,
} from "../../support/make.ts";
import type { Calls } from "../../support/service.ts";
import { until } from "../../support/until.ts";

export const CONDITION = {
  ...{ name: "Slow", entity_type: "standard_metric", entity_field: "avg_agent_latency" },
  ...{ operator: "greater_than", comparison_value: "3" },
};
export const GRAPH = { nodes: [{ id: "ask" }, { id: "pay" }], edges: [{ from: "ask", to: "pay" }] };
export const SCENARIO = {
  nodes: [
    { id: "start", type: "start" },
    { id: "greet", type: "single", data: { type: "exact", message: "Hello" } },
  ],
  edges: [{ source: "start", target: "greet" }],
};
/** An export of one span that refers to a conversation. */
export const spanOf = (traceId: string, simulation_result_id: string) => {
  const attribute = { key: "X-Simulation-Result-Id", value: { stringValue: simulation_result_id } };
  const times = { startTimeUnixNano: "1000000000", endTimeUnixNano: "1250000000" };
  const span = { traceId, spanId: "b".repeat(16), name: "tts", ...times, attributes: [attribute] };
  return { resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] };
};

/** One of everything that an organization can have. */
export async function populate(calls: Calls, hook_url: string) {
  // Every text contains it, so that no answer can contain such a text unnoticed.
  const mark = `mark-${randomUUID()}`;
  const idOf = async (path: string, body: object): Promise<string> => {
    const reply = await calls("POST", path, body);
    if (reply.status !== 200) throw new Error(`POST ${path}: ${JSON.stringify(reply.body)}`);
    return reply.body.id;
  };
  // The name of an object. Requests contain it, so refusals may.
  const handle = randomUUID();
  const trace = handle.replaceAll("-", "");
  const { agent_id, path } = await makeAgent(calls, { name: mark, external_agent_id: handle });
  const { organization_id } = (await calls("GET", path)).body;
  const [prompt, , spare_prompt, released] = await makePrompts(calls, path, [handle], [], [], []);
  const [kb, , spare_kb] = await makeKnowledgeBases(calls, path, [handle], [], []);
  await calls("POST", `${path}/prompts/promote?prompt_id=${released?.id}`);
  const label_id = (await labelOf(calls, path, handle))?.id;
  const metric = await makeMetric(calls, { name: mark, agent_ids: [agent_id] });
  const simulation = await makeSimulation(calls, { agent_id, name: mark });
  const digital_human = await makeDigitalHuman(
    calls,
    { name: mark, test_name: handle, intent: mark, ...PATIENT, silence_timeout: 600 },
    [simulation.id],
  );
  // Neither side speaks and no time runs out, so nothing changes by itself.
  const run = await startRun(calls, { simulation_id: simulation.id, num_runs: 2 });
  const [open = "", ended = ""] = run.simulation_result_ids;
  await calls("POST", "/v1/end-conversations", { test_result_ids: [ended] });
  const transcript = [{ speaker: "AGENT" as const, utterance: mark }];
  const call = await evaluated(calls, {
    agent_id: String(agent_id),
    trace_id: trace,
    tags: [handle],
    recording_base64: dataUrl(fixture("recordings/slow.wav")),
    transcript,
  });
  const webhook = await idOf("/v1/webhooks", { url: hook_url, tag: handle });
  const spare_calls: string[] = [];
  for (const webhook_tag of [handle, null, null])
    spare_calls.push((await evaluated(calls, { agent_id: String(agent_id), transcript, webhook_tag })).id);
  await calls("POST", "/v1/traces", spanOf(trace, open));
  await calls("POST", "/v1/verdict-marks", { call_id: call.id, metric: mark, is_right: true });
  const delivery = await until(async () => {
    const { body } = await calls("GET", "/v1/webhook-deliveries?status=DELIVERED");
    return body.deliveries[0]?.id as string | undefined;
  });
  await until(async () => {
    const { body } = await calls("GET", `/v1/retrieve-simulation-result/${ended}`);
    return body.simulation_result.evaluation;
  });
  const lab = await idOf("/v1/metrics-lab/lab", {
    name: mark,
    conversations: [{ call_id: call.id }, { test_result_id: Number(ended) }],
    metric_ids: [metric.id],
  });
  const { body } = await calls("GET", `/v1/bluejay-as-code/simulation/${simulation.id}`);
  const as_code = JSON.parse(JSON.stringify(body).replaceAll(mark, "copied"));
  return {
    mark,
    handle,
    trace,
    organization_id: String(organization_id),
    agent_id,
    prompt: String(prompt?.id),
    released: String(released?.id),
    spare_prompt: String(spare_prompt?.id),
    kb: String(kb?.id),
    spare_kb: String(spare_kb?.id),
    label_id: String(label_id),
    metric: metric.id,
    simulation: simulation.id,
    digital_human: digital_human.id,
    run: Number(run.simulation_run_id),
    open,
    ended,
    call: call.id,
    first_call: spare_calls[0] ?? "",
    second_call: spare_calls[1] ?? "",
    third_call: spare_calls[2] ?? "",
    webhook,
    delivery,
    as_code,
    folder: await idOf("/v1/create-folder", { name: mark }),
    community: await idOf("/v1/create-community", { title: mark, digital_human_ids: [digital_human.id] }),
    persona: await idOf("/v1/create-customer-persona", {
      agent_id,
      name: mark,
      description: mark,
      goal: mark,
    }),
    trait: await idOf("/v1/create-customer-trait", { agent_id, name: mark, data_type: "STRING" }),
    schedule: await idOf("/v1/create-schedule", {
      simulation_id: simulation.id,
      schedule: { frequency: "monthly", day_of_month: 1, time: "00:00" },
    }),
    alert: await idOf("/v1/create-alert", { ...CONDITION, name: mark }),
    workflow: await idOf("/v1/workflow", { agent_ids: [agent_id], name: mark, definition: GRAPH }),
    shared_kb: await idOf("/v1/knowledge-base", { name: mark, documents: [{ name: mark, text: mark }] }),
    scenario: await idOf("/v1/scenario", { agent_ids: [agent_id], name: mark, definition: SCENARIO }),
    lab,
    revision: await idOf(`/v1/metrics-lab/lab/${lab}/metric-revisions`, {
      custom_metric_id: metric.id,
      description: mark,
    }),
  };
}

export type World = Awaited<ReturnType<typeof populate>>;
