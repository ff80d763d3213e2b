/** Objects that a test needs before it can begin, created through the API. */
import { readConversation } from "../../src/contract/readings/conversation.ts";
import type { Answer, Body, Output } from "../../src/contract/types.ts";
import type { Calls } from "./service.ts";

async function made<T>(calls: Calls, path: string, body: unknown): Promise<T> {
  const reply = await calls("POST", path, body);
  if (reply.status !== 200) throw new Error(`POST ${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
  return reply.body;
}

/** A separate agent. Returns its number and the path of its resources. */
export async function makeAgent(calls: Calls, fields: Partial<Body<"create_agent">> = {}) {
  const agent = await made<Answer<"create_agent">>(calls, "/v1/add-agent", {
    name: "Desk",
    mode: "TEXT",
    ...fields,
  });
  return { agent_id: agent.agent_id, path: `/v1/agents/${agent.agent_id}` };
}

/** Versions "text 1", "text 2", … of an agent's prompt. Each entry has the labels of one. */
export async function makePrompts(calls: Calls, path: string, ...labels: string[][]) {
  const versions: Answer<"create_prompt_version">[] = [];
  for (const [index, held] of labels.entries())
    versions.push(
      await made(calls, `${path}/prompts/versions`, { prompt_text: `text ${index + 1}`, labels: held }),
    );
  return versions;
}

/** The same for its knowledge base. */
export async function makeKnowledgeBases(calls: Calls, path: string, ...labels: string[][]) {
  const versions: Answer<"create_knowledge_base_version">[] = [];
  for (const [index, held] of labels.entries())
    versions.push(
      await made(calls, `${path}/knowledge-bases/versions`, { kb_text: `text ${index + 1}`, labels: held }),
    );
  return versions;
}

export const makeLabel = (calls: Calls, path: string, label: Body<"create_label">) =>
  made<Answer<"create_label">>(calls, `${path}/labels`, label);

/** The current state of an agent's label with this text. */
export async function labelOf(calls: Calls, path: string, label_text: string) {
  const labels: Answer<"list_labels"> = (await calls("GET", `${path}/labels`)).body;
  return labels.find((label) => label.label_text === label_text);
}

export const makeMetric = (calls: Calls, fields: Partial<Body<"create_custom_metric">> = {}) =>
  made<Answer<"create_custom_metric">>(calls, "/v1/create-custom-metric", {
    name: "Greeting",
    response_type: "pass_fail",
    ...fields,
  });

/** A short call, submitted for evaluation. `trace_id` distinguishes it from others. */
export const makeCall = (
  calls: Calls,
  agent_id: string,
  trace_id: string,
  fields: Partial<Body<"evaluate">> = {},
) =>
  made<Answer<"evaluate">>(calls, "/v1/evaluate", {
    agent_id,
    trace_id,
    start_time_utc: "2025-03-01T10:00:00Z",
    participants: [{ role: "AGENT" }, { role: "USER" }],
    transcript: [{ speaker: "AGENT", utterance: "Hello" }],
    ...fields,
  });

/** A digital human, attached to the simulations named. */
export async function makeDigitalHuman(
  calls: Calls,
  digital_human: Body<"create_digital_human">["digital_human"] = {},
  simulation_ids: number[] = [],
) {
  const body = { digital_human, simulation_ids };
  return (await made<Answer<"create_digital_human">>(calls, "/v1/create-digital-human", body)).digital_human;
}

/** The stored state of a digital human. */
export async function digitalHumanOf(calls: Calls, id: number) {
  const answer: Answer<"get_digital_human"> = (await calls("GET", `/v1/digital-human/${id}`)).body;
  return answer.digital_human;
}

export const makeSimulation = (
  calls: Calls,
  fields: Pick<Body<"create_simulation">, "agent_id"> & Partial<Body<"create_simulation">>,
) =>
  made<Answer<"create_simulation">>(calls, "/v1/create-simulation", {
    name: "Smoke",
    // The tests' agents speak when they are spoken to.
    opening_patience_ms: 0,
    ...fields,
  });

export const startRun = (calls: Calls, body: Body<"queue_http_text_simulation_run">) =>
  made<Answer<"queue_http_text_simulation_run">>(calls, "/v1/queue-http-text-simulation-run", body);

/** A digital human that lets the agent begin and answers everything. */
export const PATIENT = {
  speaks_first_config: { speaks_first: false, mode: "custom", message: "" },
  scripted_responses: [
    {
      match_type: "any",
      match_phrase: "",
      response_type: "phrase",
      response_value: "Please continue.",
      occurrence_mode: "always",
      occurrence_n: 0,
      silence_duration: 0,
    },
  ],
} satisfies Body<"create_digital_human">["digital_human"];

/** A run of a separate simulation, with as many conversations as requested, all with one digital human. */
export async function makeConversations(
  calls: Calls,
  num_runs = 1,
  fields: Partial<Body<"create_simulation">> = {},
) {
  const { agent_id } = await makeAgent(calls);
  const simulation = await makeSimulation(calls, { agent_id, ...fields });
  const digital_human = await makeDigitalHuman(calls, { name: "Refund", num_runs, ...PATIENT }, [
    simulation.id,
  ]);
  const run = await startRun(calls, { simulation_id: simulation.id });
  return {
    agent_id,
    simulation_id: simulation.id,
    digital_human_id: digital_human.id,
    run_id: Number(run.simulation_run_id),
    result_ids: run.simulation_result_ids,
  };
}

/** A separate conversation. Returns the id of its result. */
export async function makeConversation(calls: Calls) {
  const [result_id = ""] = (await makeConversations(calls)).result_ids;
  return result_id;
}

/** The stored state of a conversation. */
export async function conversationOf(calls: Calls, result_id: string) {
  const { body } = await calls("GET", `/v1/retrieve-simulation-result/${result_id}`);
  const { simulation_result }: Answer<"get_simulation_result"> = body;
  return asRead(simulation_result);
}

/** A conversation with its tool calls in order, and with the commands' names for its times. */
function asRead<T extends Output<"ListedSimulationResult">>(result: T) {
  const { id, tool_calls, started_at, ended_at } = readConversation(result);
  return { ...result, id, tool_calls, started_at, ended_at };
}

/** The current conversations of a run. */
export async function conversationsOf(calls: Calls, run_id: number | string) {
  const { body } = await calls("GET", `/v1/retrieve-simulation-results/${run_id}`);
  const { simulation_results }: Answer<"list_simulation_results"> = body;
  return simulation_results.map(asRead);
}

/** The only run of a simulation, in its current state. */
export async function runOf(calls: Calls, simulation_id: number) {
  const { body } = await calls("GET", `/v1/get-simulation-runs/${simulation_id}`);
  const answer: Answer<"list_simulation_runs"> = body;
  return answer.simulation_runs[0];
}
