/** Who speaks first in a text conversation, as the agent sees it: through its webhook and the API. */
import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, expect, test } from "vitest";
import type { Body } from "../../src/contract/types.ts";
import { conversationOf, makeAgent, makeDigitalHuman, makeSimulation, startRun } from "../support/make.ts";
import { useReceiver } from "../support/receiver.ts";
import { useService } from "../support/service.ts";

const { acme } = useService();
const agent = useReceiver();
beforeEach(agent.reset);

type DigitalHuman = Body<"create_digital_human">["digital_human"];

const ORDER: DigitalHuman = { intent: "I want to cancel order A-4471.", creativity: 0 };

/**
 * Starts a conversation in which the digital human waits as long as the simulation says. Null for the
 * default.
 */
async function begin(
  digital_human: DigitalHuman,
  opening_patience_ms: number | null = null,
  fields: Partial<Body<"create_agent">> = {},
) {
  const { agent_id } = await makeAgent(acme, { http_webhook: agent.url("/agent"), ...fields });
  const simulation = await makeSimulation(acme, { agent_id, opening_patience_ms });
  await makeDigitalHuman(acme, digital_human, [simulation.id]);
  const { simulation_result_ids } = await startRun(acme, { simulation_id: simulation.id });
  const [id = ""] = simulation_result_ids;
  return { id, result: () => conversationOf(acme, id) };
}

const say = (simulation_result_id: string, message: string, more = {}) =>
  acme("POST", "/v1/send-http-text-message", { simulation_result_id, message, ...more });

const heard = () => agent.requests().map(({ body }) => JSON.parse(body).message);
const replayOf = async (id: string) => (await acme("GET", `/v1/replay-simulation-result/${id}`)).body;

test("the agent receives nothing before it has spoken, and then the answer to what it said", async () => {
  const { id, result } = await begin(ORDER, 600_000);
  await sleep(500);
  expect(agent.requests()).toEqual([]);
  expect((await result()).transcript).toEqual([]);
  await say(id, "Order desk, how can I help?");
  await expect.poll(heard).toEqual(["Hello. I want to cancel order A-4471."]);
  const { transcript } = await result();
  expect(transcript.map(({ role }) => role)).toEqual(["AGENT", "USER"]);
  expect(await replayOf(id)).toMatchObject({ same: true, turns: 2 });
});

test("an agent that stays silent is greeted after two seconds, with the words of one that opens at once", async () => {
  const patient = await begin(ORDER, null, { http_webhook: null });
  await expect
    .poll(async () => (await patient.result()).transcript)
    .toMatchObject([{ role: "USER", message: "Hello. I want to cancel order A-4471." }]);
  const [first] = (await patient.result()).transcript;
  expect(first?.start_offset_ms).toBeGreaterThanOrEqual(2000);
  expect(first?.message_id).toBe(`${patient.id}.1`);
  expect(await replayOf(patient.id)).toMatchObject({ same: true });
  const eager = await begin(ORDER, 0);
  expect((await eager.result()).transcript[0]).toMatchObject({
    ...first,
    start_offset_ms: 0,
    message_id: `${eager.id}.1`,
  });
});

test("an agent that only answers is spoken to at once, and greets in its first answer", async () => {
  agent.answer({ body: JSON.stringify({ message: "Order desk, good morning. Which order?" }) });
  const { result } = await begin(ORDER);
  await expect.poll(async () => (await result()).transcript.length).toBeGreaterThan(1);
  const { transcript } = await result();
  expect(transcript.slice(0, 2)).toMatchObject([
    { role: "USER", message: "Hello. I want to cancel order A-4471.", start_offset_ms: 0 },
    { role: "AGENT", message: "Order desk, good morning. Which order?" },
  ]);
});

test("an agent that calls out has heard of the run, so the digital human lets it speak first", async () => {
  const { id } = await begin(ORDER, null, { type: "OUTBOUND" });
  await sleep(500);
  expect(agent.requests()).toEqual([]);
  await say(id, "Hello, this is the order desk.");
  await expect.poll(heard).toEqual(["Hello. I want to cancel order A-4471."]);
});

test("an agent that has begun its first turn is let finish", async () => {
  const { id, result } = await begin(ORDER, 1000);
  await say(id, "One moment.", { end_turn: false });
  await sleep(1500);
  expect(agent.requests()).toEqual([]);
  await say(id, "How can I help?");
  await expect.poll(heard).toEqual(["Hello. I want to cancel order A-4471."]);
  expect((await result()).transcript).toHaveLength(3);
});

test("a speaks_first_config is followed, whatever the simulation says", async () => {
  const opens = { speaks_first: true, mode: "custom", message: "Is anybody there?" };
  const eager = await begin({ ...ORDER, speaks_first_config: opens }, 600_000);
  expect((await eager.result()).transcript).toMatchObject([{ role: "USER", message: "Is anybody there?" }]);
  const waits = { speaks_first: false, mode: "custom", message: "" };
  const shy = await begin({ ...ORDER, speaks_first_config: waits }, 0);
  await sleep(300);
  expect((await shy.result()).transcript).toEqual([]);
});
