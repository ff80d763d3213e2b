import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { z } from "zod";
import { check } from "../../src/contract/check.ts";
import { type Endpoint, endpoints, type Operation } from "../../src/contract/endpoints.ts";
import * as schemas from "../../src/contract/schemas/index.ts";
import { PUBLISHED_NAMES } from "../../src/contract/values.ts";
import { arbitraryOf, type Guide, jsonSchemaOf } from "../support/arbitrary.ts";
import { completion } from "../support/completions.ts";
import { expectAnswer } from "../support/expect.ts";
import { labelOf, makeCall } from "../support/make.ts";
import { apply, type Mutation, mutationsOf } from "../support/mutations.ts";
import { pathOf } from "../support/paths.ts";
import { useRecorder } from "../support/recorder.ts";
import { frontDesk, METRIC, acme as organization, smoke } from "../support/seeds.ts";
import { ACME_KEY, useStrictService } from "../support/service.ts";

// `useStrictService` fails the file if the service reports a failure of its own.
const { acme } = useStrictService({
  kind: "Seed",
  organizations: [
    {
      ...organization,
      api_key: ACME_KEY,
      // Without a webhook, because an unreachable one would end its conversations sooner or later.
      agents: [{ ...frontDesk, http_webhook: null }, { name: "Night desk" }],
      simulations: [
        smoke,
        // Its digital humans belong to no other simulation, so a body that changes or adds one does not
        // affect its runs.
        { id: 8, name: "Untouched", agent_id: 101, digital_humans: [{ id: 503 }, { id: 504 }] },
      ],
      workflows: [
        {
          agent_id: 101,
          name: "Refund",
          nodes: [{ id: "ask" }, { id: "pay" }],
          edges: [{ from: "ask", to: "pay" }],
        },
      ],
    },
  ],
});

/** A model that rewrites every prompt to itself, for operations that are refused without one. */
const server = useRecorder();
const withModel = useStrictService(undefined, () => ({
  model: { base_url: `${server.url()}/v1`, model: "writer-1" },
}));
const NEED_MODEL: readonly Operation[] = ["optimize_metric_prompt", "optimize_metric_prompt_with_diff"];
beforeEach(() =>
  server.answer(({ body }) => {
    const [nonce = "", data = "{}"] = body.messages[1].content.split("\n");
    return completion(JSON.stringify({ nonce, optimized_prompt: JSON.parse(data).prompt }));
  }),
);

/**
 * The same without the second name of a field that has both, because two values for one field are refused.
 */
function withOneName(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(withOneName);
  if (typeof body !== "object" || body === null) return body;
  const second = Object.entries(PUBLISHED_NAMES).filter(([name]) => Object.hasOwn(body, name));
  const left = Object.entries(body).filter(([key]) => !second.some(([, published]) => key === published));
  return Object.fromEntries(left.map(([key, value]) => [key, withOneName(value)]));
}

/**
 * The accepted ones. If none of the first 200 is accepted, searching would never end: the guide lacks something.
 */
function acceptedOf(bodies: fc.Arbitrary<unknown>, isAccepted: (body: unknown) => boolean) {
  let refused = 0;
  return bodies.filter((body) => {
    const accepted = isAccepted(body);
    if (accepted) refused = Number.NEGATIVE_INFINITY;
    else if (++refused === 200) throw new Error("none of 200 bodies is accepted");
    return accepted;
  });
}

interface Fault {
  readonly loc: readonly string[];
  readonly type: string;
}

/** A list of too many objects has too many values before it is too long. */
const isNamed = ({ path, what }: Mutation, faults: readonly Fault[]) =>
  faults.some(
    ({ loc, type }) =>
      loc.join(".") === ["body", ...path].join(".") || (what === "too many" && type === "too_many_values"),
  );

/**
 * A text or list that is longer than this is checked against the schema without the service, except one of each
 * operation: sending, receiving and scanning a megabyte takes 20 ms.
 */
const LARGE = 1000;
/** How many mutations share a body. */
const TOGETHER = 10;

/** Groups of mutations, none of which is inside a field that another one of the group replaces. */
function disjoint(mutations: readonly Mutation[]): Mutation[][] {
  const groups: Mutation[][] = [];
  const isWithin = (inner: Mutation, outer: Mutation) =>
    outer.path.every((name, depth) => inner.path[depth] === name);
  for (const mutation of mutations) {
    const fitting = groups.find(
      (group) =>
        group.length < TOGETHER &&
        !group.some((other) => isWithin(other, mutation) || isWithin(mutation, other)),
    );
    if (fitting) fitting.push(mutation);
    else groups.push([mutation]);
  }
  return groups;
}

const SEED = 20_250_301;
const ACCEPTED_BODIES = 20;
/** How many bodies each operation must answer with 200, because a refusal says nothing about the answer. */
const ANSWERED = 5;

/** Values in the service, and values in formats that only code checks. */
const examples: Record<string, readonly unknown[]> = {
  agent_id: ["101", 101],
  agent_ids: [101, "101"],
  custom_metrics: [METRIC],
  digital_human_ids: [501, 502, "501", "502"],
  phone_number: ["+14155550123"],
  outbound_text_number: ["+14155550123"],
  mode: ["TEXT"],
  num_runs: [1],
  num_calls: [1],
  labels: ["production", "experiment-b", "b"],
  simulation_id: ["7", 7],
  simulation_ids: [7, "7"],
  simulation_result_id: ["1", "2", 1, 2],
  test_result_ids: ["1", "2", 1, 2],
  selected_custom_metrics: [METRIC],
  metric_ids: [METRIC],
  test_result_id: ["1", "2", 1, 2],
  custom_metric_id: [METRIC],
  custom_metric_ids: [METRIC],
  human_response_value: ["n/a"],
  recording_url: ["https://calls.example/a.wav"],
  recording_base64: ["data:audio/wav;base64,UklGRg=="],
  transcript_url: ["https://calls.example/a.json"],
  url: ["https://desk.example/state"],
  workflow_adherence: ["Refund"],
  workflow_adherence_v2: ["Refund"],
  load_testing: [0, 2],
  red_teaming: [0, 2],
  policy_probes: [0, 2],
  accent: ["multilingual"],
  time: ["07:30"],
  expression: ["0 6 * * 1-5"],
  time_zone: ["Europe/Berlin"],
  comparison_value: ["3"],
  notification_channels: [{ type: "pagerduty", target: "R0" }],
  transcript: ["AGENT: Hello\nUSER: I want a refund"],
};
const SCENARIO = {
  nodes: [
    { id: "start", type: "start" },
    { id: "greet", type: "single", data: { type: "exact", message: "Hello" } },
  ],
  edges: [{ source: "start", target: "greet" }],
};
/** For operations that need other values. */
const examplesFor: Partial<Record<Operation, Guide["examples"]>> = {
  queue_simulation_run: {
    simulation_id: [8, "8"],
    digital_human_ids: [503, 504, "503", "504"],
    websocket_url: ["ws://127.0.0.1:9/agent"],
  },
  queue_http_text_simulation_run: { simulation_id: [8, "8"], digital_human_ids: [503, 504, "503", "504"] },
  generate_digital_humans: { mode: ["smart", "strict"] },
  compare_experiment_runs: { experiment_run_ids: [900, "900"] },
  explain_label_move: { kind: ["prompt"], label: ["moved"], version: [1] },
  // Two texts, because the service checks which nodes exist.
  generate_objectives: { test_case_id: [501] },
  generate_intent_summary: { test_case_id: [501] },
  create_workflow: { id: ["ask", "pay"], from: ["ask"], to: ["pay"] },
  create_scenario: { definition: [SCENARIO] },
  update_scenario: { definition: [SCENARIO] },
  update_workflow: { definition: [{ nodes: [{ id: "ask" }], edges: [] }] },
};
/** Fields that are left out: another way of saying the same, or something this machine cannot do. */
const without: Partial<Record<Operation, readonly string[]>> = {
  mark_verdict: ["call_id", "expected"],
  set_human_evaluation: ["call_id"],
  queue_simulation_run: ["phone_number", "sip_uri"],
};
/** Optional fields that are always present: the agent here has no address of its own. */
const withField: Partial<Record<Operation, readonly string[]>> = { queue_simulation_run: ["websocket_url"] };
/** Objects that an operation needs and others delete. */
const prepare: Partial<Record<Operation, () => Promise<unknown>>> = {
  explain_label_move: () =>
    acme("POST", "/v1/agents/101/prompts/versions/1/labels", { labels: ["moved"], override_label: true }),
};
const params: Record<string, string | number> = {
  simulation_id: 7,
  version: 1,
  metric_id: METRIC,
  digital_human_id: 501,
};

/** Where operations name objects of other kinds by the same parameter. */
const paramsFor: Partial<Record<Operation, typeof params>> = {};

beforeAll(async () => {
  const run = await acme("POST", "/v1/queue-http-text-simulation-run", { simulation_id: 7 });
  expect(run.body.simulation_result_ids).toEqual(expect.arrayContaining(["1", "2"]));
  const label = await labelOf(acme, "/v1/agents/101", "experiment-b");
  params["label_id"] = label?.id ?? "";
  examples["conversation_id"] = [(await makeCall(acme, "101", "t-1")).call_id];
  const times = { simulation_id: 8, schedule: { frequency: "daily", time: "07:30" } };
  params["schedule_id"] = (await acme("POST", "/v1/create-schedule", times)).body.id;
  const slow = { name: "Slow", entity_type: "standard_metric", entity_field: "avg_agent_latency" };
  const alert = { ...slow, operator: "greater_than", comparison_value: "3" };
  params["alert_id"] = (await acme("POST", "/v1/create-alert", alert)).body.id;
  const { call_id } = await makeCall(acme, "101", "t-1");
  examples["conversation_id"] = [call_id];
  for (const [noun, param, path, body] of [
    ["folder", "folder_id", "/v1/create-folder", { name: "A" }],
    ["community", "community_id", "/v1/create-community", { title: "A" }],
    ["persona", "persona_id", "/v1/create-customer-persona", { name: "A", description: "", goal: "" }],
    ["trait", "trait_id", "/v1/create-customer-trait", { agent_id: 101, name: "A", data_type: "STRING" }],
    [
      "workflow",
      "workflow_id",
      "/v1/workflow",
      { agent_id: 101, name: "A", nodes: [{ id: "ask" }], edges: [] },
    ],
  ] as const) {
    const made = await acme("POST", path, body);
    if (made.status !== 200) throw new Error(`${noun}: ${JSON.stringify(made.body)}`);
    params[param] = made.body.id;
    examples[param] = [made.body.id];
  }
  const scenario = await acme("POST", "/v1/scenario", { name: "A", definition: SCENARIO });
  paramsFor.update_scenario = { workflow_id: scenario.body.id };
  const lab = {
    name: "A",
    conversations: [{ call_id }, ...[1, 2].map((test_result_id) => ({ test_result_id }))],
    metric_ids: [METRIC],
  };
  params["lab_id"] = (await acme("POST", "/v1/metrics-lab/lab", lab)).body.id;
  const revision = { custom_metric_id: METRIC, description: "Kind" };
  const path = `/v1/metrics-lab/lab/${params["lab_id"]}/metric-revisions`;
  examples["custom_metric_revision_id"] = [(await acme("POST", path, revision)).body.id];
  examplesFor.evaluate_lab_conversation = { id: [call_id] };
  // What is taken out of this lab is not missed by other operations.
  const emptied = (await acme("POST", "/v1/metrics-lab/lab", lab)).body.id;
  paramsFor.remove_lab_conversations = { lab_id: emptied };
  examplesFor.remove_lab_conversations = { lab_id: [emptied] };
  examples["lab_id"] = [params["lab_id"]];
  examples["call_id"] = [call_id];
  params["knowledge_base_id"] = (await acme("POST", "/v1/knowledge-base", { name: "A" })).body.id;
  await acme("POST", "/v1/update-agent", { agent_id: 101, external_agent_id: "clinic" });
  examples["external_agent_id"] = ["clinic"];
  params["call_id"] = call_id;
  for (const kind of ["prompt", "knowledge_base"]) {
    const { body } = await acme("GET", `/v1/agents/101/${kind.replace("_", "-")}s/versions`);
    examples[`${kind}_id`] = body.map(({ id }: { id: string }) => id);
  }
});

/** Their bodies are another platform's, so the contract says nothing about them. */
const isForeign = ({ signed, otlp }: Endpoint) => signed || otlp;
const withBody = Object.entries<Endpoint>(endpoints).flatMap(([name, endpoint]) =>
  endpoint.body && !isForeign(endpoint)
    ? [{ name: name as Operation, endpoint, schema: schemas[endpoint.body] as z.ZodType }]
    : [],
);

describe.each(withBody)("$name", ({ name, endpoint, schema }) => {
  const json = jsonSchemaOf(schema);
  for (const field of without[name] ?? []) delete json.properties?.[field];
  const send = (body: unknown) =>
    (NEED_MODEL.includes(name) ? withModel.acme : acme)(
      endpoint.method,
      pathOf(endpoint, { ...params, ...paramsFor[name] }),
      body,
    );

  const guide = () => ({ examples: { ...examples, ...examplesFor[name] } });

  test("takes every body that the contract accepts", async () => {
    const required = [...(json.required ?? []), ...(withField[name] ?? [])];
    const bodies = arbitraryOf({ ...json, required }, guide()).map(withOneName);
    const accepted = acceptedOf(bodies, (body) => schema.safeParse(body).success);
    let answered = 0;
    const refusals: string[] = [];
    await fc.assert(
      fc.asyncProperty(accepted, async (body) => {
        await prepare[name]?.();
        const reply = await send(body);
        expect(reply.status, JSON.stringify(reply.body)).toBeOneOf([200, ...endpoint.errors]);
        if (reply.status !== 200) return void refusals.push(JSON.stringify(reply.body));
        expectAnswer(name, reply);
        answered++;
      }),
      { seed: SEED, numRuns: ACCEPTED_BODIES },
    );
    expect(answered, refusals.join("\n")).toBeGreaterThanOrEqual(ANSWERED);
  });

  test("answers 422 naming every field in which a body leaves the contract", async () => {
    const full = acceptedOf(arbitraryOf(json, { ...guide(), full: true }), (body) => {
      return schema.safeParse(body).success;
    });
    const [body] = fc.sample(full, { seed: SEED, numRuns: 1 });
    const mutations = mutationsOf(json, body);
    expect(mutations.length).toBeGreaterThan(2);
    const isLarge = ({ value }: Mutation) =>
      (typeof value === "string" || Array.isArray(value)) && value.length > LARGE;
    const [large, small] = [mutations.filter(isLarge), mutations.filter((mutation) => !isLarge(mutation))];
    const unnoticed: string[] = [];
    const note = ({ path, what }: Mutation, refusal: unknown) =>
      void unnoticed.push(`${path.join(".")}: ${what}: ${JSON.stringify(refusal)}`);

    const sendWith = async (group: readonly Mutation[]): Promise<void> => {
      const { status, body: answer } = await send(group.reduce<unknown>(apply, body));
      for (const mutation of group) {
        if (status === 422 && isNamed(mutation, answer.detail)) continue;
        // Others in the same body may hide it.
        if (group.length > 1) await sendWith([mutation]);
        else note(mutation, { status, answer });
      }
    };
    for (const group of [...disjoint(small), ...large.slice(0, 1).map((one) => [one])]) await sendWith(group);
    for (const mutation of large.slice(1)) {
      const { issues } = check(schema, apply(body, mutation));
      const faults = issues.map(({ path, type }) => ({ loc: ["body", ...path.map(String)], type }));
      if (!isNamed(mutation, faults)) note(mutation, faults);
    }
    expect(unnoticed).toEqual([]);
  });
});
