/** Digital humans with a model's words. Here, the test provides the model's answers. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { DigitalHumanCreate } from "../../src/contract/schemas/index.ts";
import { onAgentTurn } from "../../src/service/domain/conversations/agent-turn.ts";
import { requireConversation } from "../../src/service/domain/conversations/conversation.ts";
import { addMessage } from "../../src/service/domain/conversations/entries.ts";
import { replay } from "../../src/service/domain/conversations/replay.ts";
import { requireResult } from "../../src/service/domain/conversations/results.ts";
import { insertDigitalHuman } from "../../src/service/domain/digital-humans/insert.ts";
import { queueRun } from "../../src/service/domain/runs/queue.ts";
import { insertSimulation } from "../../src/service/domain/simulations/insert.ts";
import { type CompletionRequest, ModelError } from "../../src/service/model/model.ts";
import type { Service } from "../../src/service/service.ts";
import { workers } from "../../src/service/workers.ts";
import { useStore } from "../support/store.ts";

const { service: plain, clock, organizationId } = await useStore();
const { db } = plain;
const asked: CompletionRequest[] = [];
/** The next answers. A function is called when the model is asked. */
let answers: (object | (() => Promise<object>))[] = [];
const usage = { calls: 1, cached_calls: 0, prompt_tokens: null, completion_tokens: null, ms: 1 };
const service: Service = {
  ...plain,
  model: {
    name: "stub",
    async complete(request) {
      asked.push(request);
      const answer = answers.shift() ?? {};
      const object = typeof answer === "function" ? await answer() : answer;
      return { text: JSON.stringify(object), object: { ...object }, usage, cached: false };
    },
    keep: async () => undefined,
  },
};
const failures: unknown[] = [];
let stop = async () => {};
beforeAll(() => {
  stop = plain.jobs.start(service, workers, (error) => failures.push(error));
});
beforeEach(() => {
  asked.length = 0;
  answers = [];
});
afterAll(async () => {
  await stop();
  await service.outbound.close();
  expect(failures).toEqual([]);
});

async function begin(more: object = {}) {
  const organization_id = await organizationId();
  const simulation = await insertSimulation(db, service, organization_id, {
    name: "Smoke",
    agent_id: 101,
    opening_patience_ms: 0,
  });
  const human = DigitalHumanCreate.parse({ intent: "I want a refund.", creativity: 0, ...more });
  await insertDigitalHuman(db, service, organization_id, human, { simulation_ids: [simulation.id] });
  const run = await service.write((transaction) =>
    queueRun(transaction, service, organization_id, { simulation_id: simulation.id }),
  );
  const [id = ""] = run.simulation_result_ids;
  const result = (store = db) => requireResult(store, organization_id, id);
  const said = async () =>
    (
      await db
        .selectFrom("conversation_entry")
        .select("message")
        .where("simulation_result_id", "=", Number(id))
        .where("role", "=", "USER")
        .orderBy("id")
        .execute()
    ).map(({ message }) => message);
  const hear = (message: string) =>
    service.write(async (transaction) => {
      const now = await requireConversation(transaction, organization_id, id);
      await addMessage(transaction, now, { message, message_id: null }, clock.at);
      await onAgentTurn(transaction, service, now, clock.at);
    });
  const saidLast = (message: string) =>
    vi.waitFor(async () => expect((await said()).at(-1)).toBe(message), { timeout: 60_000 });
  return { result, said, hear, saidLast };
}

const turn = (message: string, goal = "open", hang_up = false) => ({ message, goal, hang_up });

test("the model's words are said, and played again without a model", async () => {
  const { result, hear, saidLast } = await begin();
  answers = [turn("It broke at once."), turn("Wonderful.", "reached"), turn("Bye.", "reached", true)];
  await hear("Why?");
  await saidLast("It broke at once.");
  await hear("Your refund is on its way.");
  await saidLast("Wonderful.");
  await hear("Anything else?");
  await saidLast("Bye.");
  expect(await result()).toMatchObject({ end_reason: "goal_reached" });
  expect(asked).toHaveLength(3);
  const { content } = asked[1]?.messages[1] ?? {};
  expect(JSON.parse(String(content)).conversation).toEqual([
    { role: "USER", utterance: "Hello. I want a refund." },
    { role: "AGENT", utterance: "Why?" },
    { role: "USER", utterance: "It broke at once." },
    { role: "AGENT", utterance: "Your refund is on its way." },
  ]);
  expect(await replay(db, await result())).toMatchObject({ same: true, turns: 4 });
  expect(asked).toHaveLength(3);
});

test("what the agent says while the model is asked is put to it as well", async () => {
  const { said, hear, saidLast } = await begin();
  answers = [
    async () => {
      await hear("Are you there?");
      return turn("Answer to one message.");
    },
    turn("Answer to both."),
  ];
  await hear("Why?");
  await saidLast("Answer to both.");
  expect(await said()).toHaveLength(2);
});

test("a question that the record cannot answer is found, whatever the model's words, and played again", async () => {
  const { result, hear, saidLast } = await begin();
  answers = [
    turn("I couldn't tell you that one."),
    turn("What a pity.", "refused"),
    turn("Bye.", "refused", true),
  ];
  await hear("What is your order number?");
  await saidLast("I couldn't tell you that one.");
  await hear("I can't help you without it, sorry.");
  await saidLast("What a pity.");
  await hear("Sorry, that is not possible.");
  await saidLast("Bye.");
  // The report is made when the conversation is evaluated.
  await vi.waitFor(async () => expect((await result()).report).not.toBeNull(), { timeout: 60_000 });
  const { report, ...ended } = await result();
  expect(ended).toMatchObject({ end_reason: "refused" });
  expect(JSON.parse(report ?? "").fidelity).toMatchObject({
    verdict: "valid",
    asked_but_unknown: ["order_number"],
    unanswered: { question: "What is your order number?", slot: "order_number", turn: 2 },
  });
  expect(await replay(db, await result())).toMatchObject({ same: true });
});

test("a model that fails or answers in another form leaves the turn to the rules", async () => {
  const { hear, saidLast, said } = await begin();
  answers = [() => Promise.reject(new ModelError("down")), { message: "no goal" }];
  await hear("I cannot do that, sorry, it is not possible.");
  await vi.waitFor(async () => expect(await said()).toHaveLength(2), { timeout: 60_000 });
  await hear("Your refund has been issued.");
  await saidLast("Great, thank you. That's what I needed.");
  expect(asked).toHaveLength(2);
});

test("what a message means is asked in one closed question, and played again without a model", async () => {
  const scripted = (match_phrase: string, response_value: string) => ({
    ...{ match_type: "context", match_phrase, response_type: "phrase", response_value },
    occurrence_mode: "always",
  });
  const scripted_responses = [
    scripted("offers a time. NOT when asking for your name", "Too early."),
    { ...scripted("vip", "I am a VIP."), match_type: "exact" },
    scripted("sounds annoyed", "Please be friendly."),
  ];
  const { result, hear, saidLast } = await begin({ scripted_responses });
  answers = [{ situation: 2 }, { situation: 0 }, turn("Tuesday is fine."), { situation: 3 }, turn("Why?")];
  await hear("What do you want now?");
  await saidLast("Please be friendly.");
  await hear("Is Tuesday at nine good for you?");
  await saidLast("Tuesday is fine.");
  // There is no third situation, so the rules compare, and find an offer.
  await hear("How about Tuesday at 9:15?");
  await saidLast("Too early.");
  expect(asked).toHaveLength(4);
  expect(JSON.parse(String(asked[0]?.messages[1]?.content))).toEqual({
    situations: [
      { number: 1, description: "offers a time. NOT when asking for your name" },
      { number: 2, description: "sounds annoyed" },
    ],
    conversation: [
      { role: "USER", utterance: "Hello. I want a refund." },
      { role: "AGENT", utterance: "What do you want now?" },
    ],
    message: "What do you want now?",
  });
  expect(await replay(db, await result())).toMatchObject({ same: true, turns: 4 });
  expect(asked).toHaveLength(4);
});
