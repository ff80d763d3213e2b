/** What a test needs before it can begin, made through the API. */
import type { Answer, Body } from "../../src/contract/types.ts";
import type { Calls } from "./service.ts";

async function made<T>(calls: Calls, path: string, body: unknown): Promise<T> {
  const reply = await calls("POST", path, body);
  if (reply.status !== 200) throw new Error(`POST ${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
  return reply.body;
}

/** An agent of the test's own. Returns its number and the path of what belongs to it. */
export async function makeAgent(calls: Calls) {
  const agent = await made<Answer<"create_agent">>(calls, "/v1/add-agent", { name: "Desk", mode: "TEXT" });
  return { agent_id: Number(agent.id), path: `/v1/agents/${agent.id}` };
}

/** Versions "text 1", "text 2", … of an agent's prompt; each entry names the labels of one. */
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

/** The label of an agent with that text, as it is now. */
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

/** A short call, submitted for evaluation; `trace_id` tells it from others. */
export const makeCall = (calls: Calls, agent_id: string, trace_id: string) =>
  made<Answer<"evaluate">>(calls, "/v1/evaluate", {
    agent_id,
    trace_id,
    start_time_utc: "2025-03-01T10:00:00Z",
    participants: [{ role: "AGENT" }, { role: "USER" }],
    transcript: [{ speaker: "AGENT", utterance: "Hello" }],
  });
