/** An agent that answers the digital human's turn in the response to its webhook. */
import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { conversationOf, makeAgent, makeDigitalHuman, makeSimulation, startRun } from "../support/make.ts";
import { useReceiver } from "../support/receiver.ts";
import { useService } from "../support/service.ts";
import { watch } from "../support/webhooks.ts";

const { acme } = useService();
const agent = useReceiver();
beforeEach(() => agent.reset());

async function begin(http_webhook: string): Promise<string> {
  const { agent_id } = await makeAgent(acme, { http_webhook });
  const { id } = await makeSimulation(acme, { agent_id });
  await makeDigitalHuman(acme, { intent: "I want a refund.", creativity: 0 }, [id]);
  const [conversation = ""] = (await startRun(acme, { simulation_id: id })).simulation_result_ids;
  return conversation;
}

const says = (...objects: object[]) => ({ body: objects.map((one) => JSON.stringify(one)).join("\n") });
const said = async (id: string) =>
  (await conversationOf(acme, id)).transcript.map(({ role, message }) => `${role}: ${message}`);
const deliveries = async (id: string) =>
  (await acme("GET", `/v1/webhook-deliveries?simulation_result_id=${id}`)).body.deliveries;

describe("an answer in the response", () => {
  test("is the agent's turn: text and the calls of tools before it", async () => {
    agent.answer(
      says({
        message: "Your refund has been issued.",
        tool_calls: [{ name: "issue_refund", parameters: { order: "A-1" }, output: { ok: true } }],
      }),
    );
    const id = await begin(agent.url("/agent"));
    await expect
      .poll(() => said(id))
      .toEqual([
        "USER: Hello. I want a refund.",
        "AGENT: Your refund has been issued.",
        "USER: Great, thank you. That's what I needed.",
      ]);
    const { tool_calls } = await conversationOf(acme, id);
    expect(tool_calls).toMatchObject([
      { name: "issue_refund", parameters: { order: "A-1" }, output: { ok: true } },
    ]);
  });

  test("may say what else has happened, which is an event at its place", async () => {
    const handoff = { title: "agent_handoff", metadata: { new_agent_id: "refunds" } };
    const call = { name: "issue_refund", parameters: {}, output: { ok: true } };
    const done = { message: "Your refund has been issued." };
    agent.answer(
      says({ message: "I'll put you through." }, { tool_calls: [call] }, { events: [handoff] }, done),
    );
    const id = await begin(agent.url("/agent"));
    await expect.poll(() => said(id)).toHaveLength(4);
    const { transcript, tool_calls, events } = await conversationOf(acme, id);
    const [first, last] = transcript.filter(({ role }) => role === "AGENT");
    const all = [first, ...tool_calls, ...(events ?? []), last] as { start_offset_ms?: number }[];
    const at = all.map(({ start_offset_ms }) => start_offset_ms);
    expect(at.slice(1).map((ms, place) => (ms ?? 0) - (at[place] ?? 0))).toEqual([1, 1, 0]);
    expect(events).toMatchObject([handoff]);
  });

  test("may be an event alone, which answers nothing", async () => {
    agent.answer(says({ events: [{ title: "waiting" }] }));
    const id = await begin(agent.url("/agent"));
    await expect
      .poll(async () => (await conversationOf(acme, id)).events)
      .toMatchObject([{ title: "waiting" }]);
    expect(await said(id)).toEqual(["USER: Hello. I want a refund."]);
    const told = { simulation_result_id: id, message: "", end_turn: false };
    const send = (events: object[]) => acme("POST", "/v1/send-http-text-message", { ...told, events });
    expect((await send([{ title: "later", start_offset_ms: 7 }])).status).toBe(200);
    // What would make each further event slow is not kept.
    expect((await send([{ title: "long", description: "x".repeat(100_000) }])).status).toBe(200);
    expect((await send([{ title: "last" }])).status).toBe(200);
    const { events } = await conversationOf(acme, id);
    expect(events?.map(({ title }) => title)).toEqual(["waiting", "later", "last"]);
    expect(events?.[1]?.start_offset_ms).toBe(7);
    const refused = await send([{ metadata: {} }]);
    expect(refused.status).toBe(422);
    expect(refused.body.detail[0].loc).toEqual(["body", "events", "0", "title"]);
  });

  test("may end the conversation, and be several objects, one a line", async () => {
    agent.answer(
      says({ message: "One moment.", end_turn: false }, { message: "Bye.", end_conversation: true }),
    );
    const id = await begin(agent.url("/agent"));
    await expect.poll(async () => (await conversationOf(acme, id)).end_reason).toBe("agent_ended");
    expect(await said(id)).toEqual(["USER: Hello. I want a refund.", "AGENT: One moment.", "AGENT: Bye."]);
  });

  test("is one turn, however many messages it has, unless one says that it ends a turn", async () => {
    const greeting = { message: "Hello, this is Bolt. How can I help?" };
    const question = { message: "Which day was that?" };
    agent.answer(says(greeting, question));
    const together = await begin(agent.url("/agent"));
    await expect
      .poll(async () => (await said(together)).slice(1, 4))
      .toEqual([`AGENT: ${greeting.message}`, `AGENT: ${question.message}`, "USER: I don't know."]);
    agent.answer(says({ ...greeting, end_turn: true }, question));
    const apart = await begin(agent.url("/agent"));
    await expect
      .poll(async () => (await said(apart)).slice(1, 5))
      .toEqual([
        `AGENT: ${greeting.message}`,
        "USER: As I wrote: I want a refund.",
        `AGENT: ${question.message}`,
        "USER: I don't know.",
      ]);
  });

  test("counts once, however often the delivery is made", async () => {
    agent.answer(says({ message: "Which order is it?" }));
    const id = await begin(agent.url("/agent"));
    await expect.poll(async () => (await said(id)).length).toBe(3);
    const turns = await said(id);
    const first = (await deliveries(id)).at(-1);
    agent.answer(says({ message: "Which order is it?" }));
    await acme("POST", `/v1/webhook-deliveries/${first.id}/redeliver`);
    await expect
      .poll(() => agent.requests().filter(({ headers }) => headers["x-parley-delivery"] === first.id).length)
      .toBe(2);
    await expect
      .poll(async () => (await deliveries(id)).every((one: { status: string }) => one.status === "DELIVERED"))
      .toBe(true);
    expect(await said(id)).toEqual(turns);
  });

  test.each([
    ["nothing", 204],
    ["an acknowledgement", { body: '{"status":"ok"}' }],
    ["plain text", { body: "ok" }],
    ["an empty body", { body: "" }],
  ] as const)("is not taken where it is %s", async (_, reaction) => {
    agent.answer(reaction);
    const id = await begin(agent.url("/agent"));
    await expect.poll(async () => (await deliveries(id))[0]?.status).toBe("DELIVERED");
    expect(await said(id)).toEqual(["USER: Hello. I want a refund."]);
    expect((await deliveries(id))[0].error).toBe(null);
  });

  test.each([
    ['{"message":5}', "the answer was not accepted: message: must be a string"],
    ['{"message":"a","extra":1}', "the answer was not accepted: extra: unknown field"],
    [
      '{"tool_calls":[{"name":"a"},{"name":"b","arguments":{}}],"message":"a"}',
      "the answer was not accepted: tool_calls.1.arguments: unknown field; did you mean parameters?",
    ],
    [
      '{"type":"tool_call","tool":"a"}\n{"message":"a"}',
      "the answer was not accepted: tool: unknown field; did you mean name?",
    ],
    [
      '{"tool_calls":[{"id":"1","function":{"name":"a"}}]}',
      "the answer was not accepted: tool_calls.0.id: unknown field; a tool call has name, parameters and output",
    ],
    [
      '{"tool_calls":[{"name":"a","parameters":"{}"}]}',
      "the answer was not accepted: tool_calls.0.parameters: must be an object",
    ],
    ['{"message":"a","toolCalls":[]}', "toolCalls: unknown field; did you mean tool_calls?"],
    ['{"message":"a","tool_call":{"name":"a"}}', "tool_call: unknown field; did you mean tool_calls?"],
    [
      '{"message":"a","end_conversaton":true}',
      "end_conversaton: unknown field; did you mean end_conversation?",
    ],
    ['{"message":"a\\u0000"}', "the answer was not accepted: message "],
    [
      `{"message":"a","parameters":${'{"a":'.repeat(9000)}1${"}".repeat(9000)}}`,
      "the answer was not accepted: it is nested",
    ],
    [`{"message":"${"a".repeat(256 * 1024)}"}`, "the answer was not accepted: it is larger than 256 KiB"],
    [Array.from({ length: 101 }, () => '{"message":"a"}').join("\n"), "the answer has 101 messages"],
  ])("that is wrong is not taken, and the delivery says why", async (body, error) => {
    agent.answer({ body });
    const id = await begin(agent.url("/agent"));
    await expect.poll(async () => (await deliveries(id))[0]?.status).toBe("DELIVERED");
    expect((await deliveries(id))[0].error).toContain(error);
    expect(await said(id)).toEqual(["USER: Hello. I want a refund."]);
  });
});

test("a greeting by E6 is answered a moment later, and plays again", async () => {
  agent.answer(204);
  const id = await begin(agent.url("/agent"));
  const greeting = { simulation_result_id: id, message: "Hello, this is Bolt." };
  expect((await acme("POST", "/v1/send-http-text-message", greeting)).status).toBe(200);
  await expect.poll(async () => (await said(id))[2]).toBe("USER: As I wrote: I want a refund.");
  expect((await acme("GET", `/v1/replay-simulation-result/${id}`)).body).toMatchObject({ same: true });
});

test("the ten-line agent of the documentation holds a conversation", async () => {
  const file = resolve(import.meta.dirname, "../../fixtures/agents/echo.mjs");
  const child = spawn(process.execPath, [file], { env: { PORT: "0" } });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [, url = ""] = await watch(child).shows("stdout", /(http:\S+)/);
  const id = await begin(url);
  await expect.poll(async () => (await said(id)).length).toBeGreaterThan(3);
  expect((await said(id))[1]).toBe("AGENT: You said: Hello. I want a refund.");
});
