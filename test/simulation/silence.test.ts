/** What happens during silence, with a clock set by the test. */
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { DigitalHumanCreate } from "../../src/contract/schemas/index.ts";
import { onAgentTurn } from "../../src/service/domain/conversations/agent-turn.ts";
import { requireConversation } from "../../src/service/domain/conversations/conversation.ts";
import { addMessage } from "../../src/service/domain/conversations/entries.ts";
import { requireResult } from "../../src/service/domain/conversations/results.ts";
import { conversationSilence } from "../../src/service/domain/conversations/silence.ts";
import { speak } from "../../src/service/domain/conversations/speak.ts";
import { insertDigitalHuman } from "../../src/service/domain/digital-humans/insert.ts";
import { queueRun } from "../../src/service/domain/runs/queue.ts";
import { insertSimulation } from "../../src/service/domain/simulations/insert.ts";
import { useStore } from "../support/store.ts";

const { service, clock, organizationId } = await useStore();
const { db } = service;
const BEGIN = Date.parse("2025-03-01T10:00:00.000Z");
beforeEach(async () => {
  clock.at = new Date(BEGIN);
  await db.deleteFrom("job").execute();
});
afterAll(() => service.outbound.close());

async function begin() {
  const organization_id = await organizationId();
  const simulation = await insertSimulation(db, service, organization_id, {
    name: "Smoke",
    agent_id: 101,
    opening_patience_ms: 0,
  });
  const human = DigitalHumanCreate.parse({ intent: "I want a refund.", creativity: 0, silence_timeout: 15 });
  await insertDigitalHuman(db, service, organization_id, human, { simulation_ids: [simulation.id] });
  const run = await queueRun(db, service, organization_id, { simulation_id: simulation.id });
  const [id = ""] = run.simulation_result_ids;
  return {
    result: () => requireResult(db, organization_id, id),
    conversation: () => requireConversation(db, organization_id, id),
    id: Number(id),
  };
}

const silences = () =>
  db.selectFrom("job").selectAll().where("kind", "=", "conversation_silence").orderBy("id").execute();

/** Advances the time until the last silence is due, and runs it. */
async function nextSilence() {
  const due = (await silences()).at(-1);
  if (!due) throw new Error("no silence is due");
  clock.at = new Date(due.due_at);
  await run(due);
}

async function run({ payload }: { payload: string }) {
  const attempt = { attempt: 1, signal: new AbortController().signal };
  const { commit } = await conversationSilence.run(JSON.parse(payload), service, attempt);
  await service.write(async (transaction) => commit?.(transaction));
}

const said = (id: number) =>
  db
    .selectFrom("conversation_entry")
    .select(["start_offset_ms", "message"])
    .where("simulation_result_id", "=", id)
    .orderBy("id")
    .execute();

test("the digital human checks in twice after its silence_timeout, then hangs up", async () => {
  const { result, id } = await begin();
  await nextSilence();
  await nextSilence();
  expect((await said(id)).map(({ start_offset_ms }) => start_offset_ms)).toEqual([0, 15_000, 30_000]);
  expect((await result()).ended_at).toBeNull();
  await nextSilence();
  expect(await result()).toMatchObject({
    status: "CONVERSATION_ENDED",
    end_reason: "silence_timeout",
    ended_at: new Date(BEGIN + 45_000).toISOString(),
  });
});

test("a silence that was waited for before the agent spoke does nothing, also when it comes twice", async () => {
  const { conversation, id } = await begin();
  const [first] = await silences();
  if (!first) throw new Error("no silence is due");
  clock.at = new Date(BEGIN + 14_999);
  await addMessage(db, await conversation(), { message: "Your name, please?", message_id: null }, clock.at);
  await onAgentTurn(db, service, await conversation(), clock.at);
  const before = await said(id);
  clock.at = new Date(BEGIN + 15_000);
  await run(first);
  expect(await said(id)).toEqual(before);
  const second = (await silences()).at(-1);
  if (!second) throw new Error("no silence is due");
  clock.at = new Date(second.due_at);
  await run(second);
  await run(second);
  expect(await said(id)).toHaveLength(before.length + 1);
});

test("a conversation ends after half an hour, even if the agent keeps it going", async () => {
  const { result, conversation } = await begin();
  clock.at = new Date(BEGIN + 30 * 60_000 - 1000);
  await addMessage(db, await conversation(), { message: "One moment, please.", message_id: null }, clock.at);
  await onAgentTurn(db, service, await conversation(), clock.at);
  await nextSilence();
  expect(await result()).toMatchObject({
    end_reason: "max_duration",
    ended_at: new Date(BEGIN + 30 * 60_000).toISOString(),
  });
});

describe("an agent with a webhook", () => {
  const GREETING = "Hello, this is Bolt. How can I help?";
  const speaks = () => db.selectFrom("job").selectAll().where("kind", "=", "speak").execute();

  async function beginWithWebhook() {
    const { conversation, id } = await begin();
    const hear = async (message: string) => {
      const now = await conversation();
      const agent = { ...now.agent, http_webhook: "http://127.0.0.1:9/agent" };
      await addMessage(db, now, { message, message_id: null }, clock.at);
      await onAgentTurn(db, service, { ...now, agent }, clock.at);
    };
    const runSpeak = async () => {
      const [due] = await speaks();
      if (!due) throw new Error("nothing is to be said");
      clock.at = new Date(due.due_at);
      const attempt = { attempt: 1, signal: new AbortController().signal };
      const { commit } = await speak.run(JSON.parse(due.payload), service, attempt);
      await service.write(async (transaction) => commit?.(transaction));
    };
    const messages = async () => (await said(id)).map(({ message }) => message);
    return { hear, runSpeak, messages };
  }

  test("may say hello in one message and ask in the next: both are answered once", async () => {
    const { hear, runSpeak, messages } = await beginWithWebhook();
    await hear(GREETING);
    await hear("Which day was that?");
    const answered = ["Hello. I want a refund.", GREETING, "Which day was that?", "I don't know."];
    expect(await messages()).toEqual(answered);
    await runSpeak();
    expect(await messages()).toEqual(answered);
  });

  test("gets an answer to a greeting half a second later if it says nothing more", async () => {
    const { hear, runSpeak, messages } = await beginWithWebhook();
    await hear(GREETING);
    expect(await messages()).toHaveLength(2);
    await runSpeak();
    expect(clock.at).toEqual(new Date(BEGIN + 500));
    expect((await messages()).at(-1)).toBe("As I wrote: I want a refund.");
  });

  test("gets an answer to a question at once", async () => {
    const { hear, messages } = await beginWithWebhook();
    await hear("What is your order number?");
    expect((await messages()).at(-1)).toBe("I don't know.");
    expect(await speaks()).toEqual([]);
  });
});
