/** Commands that change one or several objects. Each uses objects of its own scenario. */
import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  makeAgent,
  makeCall,
  makeDigitalHuman,
  makeLabel,
  makeMetric,
  makeSimulation,
} from "../../support/make.ts";
import { changes, type Row, type World } from "../row.ts";

const agentOf = async ({ calls, name }: World) => {
  const { agent_id, path } = await makeAgent(calls, { name });
  return { agent: ["--agent", String(agent_id)], path, agent_id };
};

async function simulationOf(world: World) {
  const { agent_id } = await agentOf(world);
  return makeSimulation(world.calls, { agent_id, name: world.name });
}

async function alertOf({ calls, name }: World): Promise<string> {
  const condition = { entity_type: "standard_metric", entity_field: "avg_agent_latency" };
  const alert = { name, ...condition, operator: "greater_than", comparison_value: "3" };
  return (await calls("POST", "/v1/create-alert", alert)).body.id;
}

async function scheduleOf(world: World): Promise<string> {
  const { id } = await simulationOf(world);
  const schedule = { simulation_id: id, schedule: { frequency: "daily", time: "06:00" } };
  return (await world.calls("POST", "/v1/create-schedule", schedule)).body.id;
}

/** Waits until the calls are evaluated. Before that, they can neither be deleted nor evaluated again. */
async function evaluatedCalls({ calls }: World, ids: readonly string[]) {
  for (const id of ids)
    for (;;) {
      const { body } = await calls("GET", `/v1/retrieve-call-log/${id}`);
      if (body.call_log.evaluation) break;
      await sleep(10);
    }
}

export const changing: readonly Row[] = [
  changes("open", ["create_console_link"], () => ["open", "--print"]),
  changes("agents create", ["create_agent"], ({ name }) => ["agents", "create", "--set", `name=${name}`]),
  changes("agents update", ["update_agent"], async (world) => {
    const { agent_id } = await agentOf(world);
    return ["agents", "update", String(agent_id), "--set", `name=${world.name}`];
  }),
  changes(
    "agents delete",
    ["delete_agent"],
    async ({ calls }) => {
      const { body } = await calls("POST", "/v1/add-agent", { name: "Unused" });
      return ["agents", "delete", body.id, "--yes"];
    },
    { may_end: [5] },
  ),
  changes("api", ["create_agent"], ({ name }) => [
    ...["api", "POST", "/v1/add-agent", "-d"],
    JSON.stringify({ name }),
  ]),
  changes("dh from-call", ["create_digital_human"], async (world) => {
    const { agent_id } = await agentOf(world);
    const { call_id } = await makeCall(world.calls, String(agent_id), world.name);
    return ["dh", "from-call", call_id, "--name", world.name];
  }),
  changes("metrics create", ["create_custom_metric"], ({ name }) => [
    ...["metrics", "create", "--name", name, "--response-type", "pass_fail"],
  ]),
  changes(
    "metrics delete",
    ["delete_custom_metric"],
    async ({ calls }) => {
      const made = [await makeMetric(calls), await makeMetric(calls)];
      return ["metrics", "delete", ...made.map(({ id }) => id), "--yes"];
    },
    { may_end: [5, 8] },
  ),
  changes("dh create", ["create_digital_human"], ({ name }) => ["dh", "create", "--set", `name=${name}`]),
  changes("dh update", ["update_digital_human"], async ({ calls, name }) => {
    const { id } = await makeDigitalHuman(calls, { name });
    return ["dh", "update", String(id), "--set", "intent=Wants more"];
  }),
  changes(
    "dh delete",
    ["delete_digital_human"],
    async ({ calls, name }) => {
      const made = [await makeDigitalHuman(calls, { name }), await makeDigitalHuman(calls, { name })];
      return ["dh", "delete", ...made.map(({ id }) => String(id)), "--yes"];
    },
    { may_end: [5] },
  ),
  changes("judge certify", ["store_judge_certificate"], (world) => {
    const hash = (digit: string) => digit.repeat(64);
    const certificate = {
      ...{ metric: world.name, response_type: "pass_fail", model: "judge-1", votes: 3 },
      ...{ metric_sha256: hash("a"), question_sha256: hash("b"), labels_sha256: hash("c") },
      measured: {
        ...{ examples: 1, judged: 0, accuracy: null, f1: null, mean_absolute_error: null, flip_rate: null },
        ...{ kappa: null, classes: [], confusion: [] },
        cost: { calls: 3, prompt_tokens: null, completion_tokens: null },
      },
    };
    writeFileSync(join(world.folder, "certificate.json"), JSON.stringify(certificate));
    return ["judge", "certify", "certificate.json"];
  }),
  changes("metrics update", ["update_custom_metrics"], async ({ calls }) => {
    const made = [await makeMetric(calls), await makeMetric(calls)];
    return ["metrics", "update", ...made.map(({ id }) => id), "--set", "temperature=0.5"];
  }),
  changes("dh generate", ["generate_digital_humans"], async (world) => {
    const { agent } = await agentOf(world);
    return ["dh", "generate", ...agent, "--goal", "Wants a refund=2"];
  }),
  changes(
    "dh apply",
    ["update_digital_human", "create_digital_human"],
    async (world) => {
      const { calls, folder, name } = world;
      const { id } = await simulationOf(world);
      await makeDigitalHuman(calls, { name: "there" }, [id]);
      const digital_humans = [
        { name: "there", intent: "Wants more" },
        ...["a", "b", "c"].map((letter) => ({ name: `${name} ${letter}` })),
      ];
      const manifest = { kind: "DigitalHumans", simulation_ids: [id], digital_humans };
      writeFileSync(join(folder, "humans.json"), JSON.stringify(manifest));
      return ["dh", "apply", "-f", "humans.json", "--yes"];
    },
    { may_end: [8] },
  ),
  changes("sim create", ["create_simulation"], async (world) => {
    const { agent } = await agentOf(world);
    return ["sim", "create", "--name", world.name, ...agent];
  }),
  changes("push", ["push_as_code"], ({ folder, name }) => {
    const bluejay_as_code_id = randomUUID();
    const simulations = [{ bluejay_as_code_id, name }];
    writeFileSync(join(folder, "code.json"), JSON.stringify({ agents: simulations, simulations }));
    return ["push", "-f", "code.json", "--yes"];
  }),
  changes("sim update", ["update_simulation"], async (world) => {
    const { id } = await simulationOf(world);
    return ["sim", "update", String(id), "--set", "max_concurrent=2"];
  }),
  changes(
    "sim delete",
    ["delete_simulation"],
    async (world) => {
      const { id } = await simulationOf(world);
      return ["sim", "delete", String(id), "--yes"];
    },
    { may_end: [5] },
  ),
  changes("sim add", ["add_digital_humans"], async (world) => {
    const { id } = await simulationOf(world);
    const human = await makeDigitalHuman(world.calls, { name: world.name });
    return ["sim", "add", String(id), String(human.id)];
  }),
  changes("sim remove", ["remove_digital_humans"], async (world) => {
    const { id } = await simulationOf(world);
    const human = await makeDigitalHuman(world.calls, { name: world.name }, [id]);
    return ["sim", "remove", String(id), String(human.id)];
  }),
  changes("schedules create", ["create_schedule"], async (world) => {
    const { id } = await simulationOf(world);
    return ["schedules", "create", "--simulation", String(id), "--daily", "06:00"];
  }),
  changes("schedules update", ["update_schedule"], async (world) => {
    return ["schedules", "update", await scheduleOf(world), "--disable"];
  }),
  changes(
    "schedules delete",
    ["delete_schedule"],
    async (world) => ["schedules", "delete", await scheduleOf(world), "--yes"],
    { may_end: [5] },
  ),
  changes("alerts create", ["create_alert"], ({ name }) => [
    ...["alerts", "create", "--name", name, "--when", "avg_agent_latency > 3"],
  ]),
  changes("alerts update", ["update_alert"], async (world) => {
    return ["alerts", "update", await alertOf(world), "--disable"];
  }),
  changes(
    "alerts delete",
    ["delete_alert"],
    async (world) => ["alerts", "delete", await alertOf(world), "--yes"],
    { may_end: [5] },
  ),
  changes("labels create", ["create_label"], async (world) => {
    const { agent } = await agentOf(world);
    return ["labels", "create", "blue", ...agent];
  }),
  changes("labels rename", ["rename_label"], async (world) => {
    const { agent, path } = await agentOf(world);
    const { id } = await makeLabel(world.calls, path, { label_text: "old" });
    return ["labels", "rename", String(id), "new", "--yes", ...agent];
  }),
  changes(
    "labels delete",
    ["delete_label"],
    async (world) => {
      const { agent, path } = await agentOf(world);
      const { id } = await makeLabel(world.calls, path, { label_text: "old" });
      return ["labels", "delete", String(id), "--yes", ...agent];
    },
    { may_end: [5] },
  ),
  changes(
    "evaluate",
    ["evaluate"],
    async (world) => {
      const { agent_id } = await agentOf(world);
      const evaluations = ["a", "b", "c"].map((letter) => ({
        agent_id: String(agent_id),
        trace_id: `${world.name} ${letter}`,
        start_time_utc: "2026-11-01T12:00:00Z",
        transcript: [{ speaker: "AGENT", utterance: "Hello" }],
        participants: [{ role: "AGENT" }, { role: "USER" }],
      }));
      writeFileSync(join(world.folder, "calls.json"), JSON.stringify({ kind: "Evaluations", evaluations }));
      return ["evaluate", "calls.json"];
    },
    { may_end: [8] },
  ),
  changes(
    "import",
    ["evaluate"],
    async (world) => {
      const { agent_id } = await agentOf(world);
      const logs = ["a", "b", "c"].map((letter) => ({
        call_id: `${world.name} ${letter}`,
        call_type: "web_call",
        start_timestamp: Date.UTC(2026, 10, 1, 12),
        transcript_object: [{ role: "agent", content: "Hello", words: [] }],
      }));
      writeFileSync(join(world.folder, "logs.json"), JSON.stringify(logs));
      return ["import", "logs.json", "--agent", String(agent_id)];
    },
    { may_end: [8] },
  ),
  changes("evaluate rerun", ["re_evaluate_call"], async (world) => {
    const { agent_id } = await agentOf(world);
    const { call_id } = await makeCall(world.calls, String(agent_id), world.name);
    return ["evaluate", "rerun", call_id];
  }),
  changes("evaluate update", ["update_call_log"], async (world) => {
    const { agent_id } = await agentOf(world);
    const { call_id } = await makeCall(world.calls, String(agent_id), world.name);
    return ["evaluate", "update", call_id, "--set", 'metadata={"plan":"gold"}'];
  }),
  changes("evaluate delete", ["delete_call_logs"], async (world) => {
    const { agent_id } = await agentOf(world);
    const made = [
      await makeCall(world.calls, String(agent_id), `${world.name} 1`),
      await makeCall(world.calls, String(agent_id), `${world.name} 2`),
    ];
    const ids = made.map(({ call_id }) => call_id);
    await evaluatedCalls(world, ids);
    return ["evaluate", "delete", ...ids, "--yes"];
  }),
  changes("webhooks create", ["create_webhook"], () => ["webhooks", "create", "http://127.0.0.1:9/hook"]),
  changes(
    "webhooks delete",
    ["delete_webhook"],
    async ({ calls }) => {
      const { body } = await calls("POST", "/v1/webhooks", { url: "http://127.0.0.1:9/hook" });
      return ["webhooks", "delete", body.id, "--yes"];
    },
    { may_end: [5] },
  ),
  changes("webhooks redeliver", ["redeliver_webhook"], async ({ things }) => [
    ...["webhooks", "redeliver", await things.newDelivery()],
  ]),
  { command: "auth login", argv: () => ["auth", "login", "--api-key-stdin"], stdin: "KEY" },
];
