/** Every conversation tells its agent which versions it tests, and the agent says which ones it ran. */
import { beforeEach, describe, expect, test } from "vitest";
import {
  makeAgent,
  makeDigitalHuman,
  makeKnowledgeBases,
  makePrompts,
  makeSimulation,
  startRun,
} from "../support/make.ts";
import { useReceiver } from "../support/receiver.ts";
import { ACME_KEY, type Calls, useService } from "../support/service.ts";
import { useVoiceAgents } from "../support/voice-agent.ts";

const service = useService();
const { acme, rival } = service;
const webhook = useReceiver();
beforeEach(() => webhook.reset());
const agents = useVoiceAgents();

/** An agent with three prompt versions and two knowledge bases; the second prompt is a candidate. */
async function setting(fields: Parameters<typeof makeAgent>[1] = {}) {
  const { agent_id, path } = await makeAgent(acme, { http_webhook: webhook.url("/agent"), ...fields });
  const [first, second] = await makePrompts(acme, path, ["production"], ["candidate", "b"], []);
  await makeKnowledgeBases(acme, path, [], ["production"]);
  const { id: simulation_id } = await makeSimulation(acme, { agent_id });
  await makeDigitalHuman(acme, { intent: "I want a refund.", creativity: 0 }, [simulation_id]);
  return { agent_id: Number(agent_id), path, simulation_id, first, second };
}

/** Starts a run that tests the second prompt. */
async function begin() {
  const made = await setting();
  const prompt_id = made.second?.id ?? "";
  const [id = ""] = (await startRun(acme, { simulation_id: made.simulation_id, prompt_id }))
    .simulation_result_ids;
  await expect.poll(() => webhook.requests().length).toBeGreaterThan(0);
  return { ...made, prompt_id, id };
}

const versionsOf = async (id: string) =>
  (await acme("GET", `/v1/retrieve-simulation-result/${id}`)).body.simulation_result.versions;
const say = (id: string, body: object, calls: Calls = acme) =>
  calls("POST", "/v1/send-http-text-message", { simulation_result_id: id, message: "Hello.", ...body });

const fetched = (path: string, headers: Record<string, string>) =>
  fetch(`${service.url()}${path}`, { headers: { "x-api-key": ACME_KEY, ...headers } });

describe("what an agent is told", () => {
  test("is in each message to its webhook: the versions that the run names", async () => {
    const { agent_id, prompt_id } = await begin();
    expect(JSON.parse(webhook.requests()[0]?.body ?? "")).toMatchObject({
      agent_id,
      prompt_id,
      prompt_version: 2,
      prompt_label: "b",
      knowledge_base_version: 2,
    });
  });

  test("is what is in production, where the run names nothing", async () => {
    const { simulation_id, first } = await setting();
    await startRun(acme, { simulation_id });
    await expect.poll(() => webhook.requests().length).toBeGreaterThan(0);
    expect(JSON.parse(webhook.requests()[0]?.body ?? "")).toMatchObject({
      prompt_id: first?.id,
      prompt_version: 1,
      prompt_label: "production",
    });
  });

  test("is null for an agent without versions, and then nothing can be shown", async () => {
    const { agent_id } = await makeAgent(acme, { http_webhook: webhook.url("/agent") });
    const { id: simulation_id } = await makeSimulation(acme, { agent_id });
    await makeDigitalHuman(acme, { intent: "I want a refund.", creativity: 0 }, [simulation_id]);
    const [id = ""] = (await startRun(acme, { simulation_id })).simulation_result_ids;
    await expect.poll(() => webhook.requests().length).toBeGreaterThan(0);
    const nothing = {
      prompt_id: null,
      prompt_version: null,
      prompt_label: null,
      knowledge_base_version: null,
    };
    expect(JSON.parse(webhook.requests()[0]?.body ?? "")).toMatchObject(nothing);
    await say(id, { prompt_version: 4 });
    expect(await versionsOf(id)).toMatchObject({ ...nothing, prompt_evidence: "unknown" });
  });
});

describe("an agent confirms its version", () => {
  test("not by answering", async () => {
    const { id } = await begin();
    expect((await say(id, {})).status).toBe(200);
    expect(await versionsOf(id)).toMatchObject({
      prompt_version: 2,
      prompt_evidence: "told",
      knowledge_base_evidence: "told",
      stated: [],
    });
  });

  test("with a field of its message, as a number or as its digits; said twice, it is kept once", async () => {
    const { id, prompt_id } = await begin();
    expect((await say(id, { prompt_version: "2" })).status).toBe(200);
    expect((await say(id, { prompt_version: 2 })).status).toBe(200);
    expect(await versionsOf(id)).toMatchObject({
      prompt_evidence: "confirmed",
      knowledge_base_evidence: "told",
      stated: [{ by: "message", prompt_version: 2 }],
    });
    await say(id, { type: "tool_call", name: "find_slot", prompt_id, knowledge_base_version: 2 });
    expect(await versionsOf(id)).toMatchObject({
      prompt_evidence: "confirmed",
      knowledge_base_evidence: "confirmed",
    });
  });

  test.each([
    ["its answer", { message: "Hello, this is Bolt.", prompt_version: 2 }],
    ["an acknowledgement, before it answers", { status: "ok", prompt_version: 2 }],
  ])("with a field of %s to the webhook", async (_, answer) => {
    // Conversations of earlier tests may be heard too.
    webhook.answer(...Array.from({ length: 20 }, () => ({ body: JSON.stringify(answer) })));
    const { id } = await begin();
    await expect.poll(async () => (await versionsOf(id)).prompt_evidence).toBe("confirmed");
    const told = (await acme("GET", "/v1/webhook-deliveries")).body.deliveries;
    expect(told.filter(({ error }: { error: string | null }) => error !== null)).toEqual([]);
    await acme("POST", "/v1/end-conversations", { test_result_ids: [id] });
  });

  test.each([
    ["number", () => "/prompts/versions/2"],
    ["id", (prompt_id: string) => `/prompts/${prompt_id}`],
    ["label", () => "/prompts?label=candidate"],
  ])("by fetching it for the conversation, by its %s", async (_, pathOf) => {
    const { id, path, prompt_id } = await begin();
    const url = `${path}${pathOf(prompt_id)}`;
    expect((await fetched(url, {})).status).toBe(200);
    expect(await versionsOf(id)).toMatchObject({ prompt_evidence: "told" });
    expect((await fetched(url, { "x-simulation-result-id": id })).status).toBe(200);
    expect(await versionsOf(id)).toMatchObject({
      prompt_evidence: "confirmed",
      knowledge_base_evidence: "told",
      stated: [{ by: "fetch", prompt_id, prompt_version: 2 }],
    });
  });

  test("and its knowledge base too, by fetching that", async () => {
    const { id, path } = await begin();
    await fetched(`${path}/knowledge-bases/versions/2`, { "x-simulation-result-id": id });
    expect(await versionsOf(id)).toMatchObject({
      prompt_evidence: "told",
      knowledge_base_evidence: "confirmed",
    });
  });

  test("by fetching, but not for a conversation that is over, another agent's or nobody's", async () => {
    const { id, path } = await begin();
    const other = await begin();
    await acme("POST", "/v1/end-conversations", { test_result_ids: [id] });
    for (const named of [id, other.id, "test-1", "999999", "1".repeat(100_000 / 8)])
      expect((await fetched(`${path}/prompts/versions/2`, { "x-simulation-result-id": named })).status).toBe(
        200,
      );
    expect(await versionsOf(id)).toMatchObject({ prompt_evidence: "told" });
    expect(await versionsOf(other.id)).toMatchObject({ prompt_evidence: "told" });
    expect((await rival("GET", `${path}/prompts/versions/2`)).status).toBe(404);
  });
});

describe("an agent that ran another version", () => {
  test("is a mismatch, whatever else it says", async () => {
    const { id, path } = await begin();
    await say(id, { prompt_version: 1 });
    expect(await versionsOf(id)).toMatchObject({ prompt_evidence: "mismatch" });
    await fetched(`${path}/prompts/versions/2`, { "x-simulation-result-id": id });
    await say(id, { prompt_version: 2 });
    expect(await versionsOf(id)).toMatchObject({ prompt_evidence: "mismatch" });
  });

  test("also if it fetched that, or names another id", async () => {
    const one = await begin();
    await fetched(`${one.path}/prompts/versions/3`, { "x-simulation-result-id": one.id });
    expect(await versionsOf(one.id)).toMatchObject({ prompt_evidence: "mismatch" });
    const other = await begin();
    await say(other.id, { prompt_id: one.prompt_id, prompt_version: 2 });
    expect(await versionsOf(other.id)).toMatchObject({ prompt_evidence: "mismatch" });
  });

  test("and anything else than a version is refused, with the field's name", async () => {
    const { id } = await begin();
    const { status, body } = await say(id, { prompt_version: "two" });
    expect(status).toBe(422);
    expect(JSON.stringify(body)).toContain("prompt_version");
    expect((await versionsOf(id)).stated).toEqual([]);
  });
});

test("over CHIRP, session.started tells it, and speech.started confirms it", async () => {
  const received: { type: string; data: object }[] = [];
  const url = await agents.serve((socket) => {
    socket.on("message", (data, isBinary) => {
      if (!isBinary) received.push(JSON.parse(String(data)));
    });
    const state = { utterance_id: "1", text: "Hello.", prompt_version: 2, knowledge_base_version: "2" };
    for (let times = 0; times < 3; times++)
      socket.send(JSON.stringify({ type: "speech.started", data: state }));
    setTimeout(() => socket.close(1000), 300);
  });
  const voice = { mode: "VOICE", connection_type: "WEBSOCKET", websocket_url: url } as const;
  const { agent_id, simulation_id, second } = await setting(voice);
  const queued = await acme("POST", "/v1/queue-simulation-run", { simulation_id, prompt_id: second?.id });
  const id = String(queued.body.simulation_result_ids[0]);
  await expect.poll(async () => (await versionsOf(id)).prompt_evidence).toBe("confirmed");
  expect(await versionsOf(id)).toMatchObject({
    knowledge_base_evidence: "confirmed",
    stated: [{ by: "speech", prompt_version: 2, knowledge_base_version: 2 }],
  });
  expect(received[0]).toMatchObject({
    type: "session.started",
    data: {
      simulation_result_id: id,
      agent_id,
      prompt_id: second?.id,
      prompt_version: 2,
      prompt_label: "b",
      knowledge_base_version: 2,
    },
  });
});
