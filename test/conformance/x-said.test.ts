import { expect, test } from "vitest";
import { evaluationOf, submit } from "../support/evaluations.ts";
import { expectAnswer, expectRefusal } from "../support/expect.ts";
import { makeAgent, makeConversation } from "../support/make.ts";
import { processorMsOf } from "../support/processor-time.ts";
import { useService } from "../support/service.ts";

const { acme, rival } = useService();

const find = (text: string, calls = acme) => calls("GET", `/v1/said?text=${encodeURIComponent(text)}`);

test("finds what was said in conversations and calls, whatever its case, and only one's own", async () => {
  const { agent_id } = await makeAgent(acme);
  const id = await makeConversation(acme);
  const message = "The Übergabe is at 100% of_it, isn't it?";
  await acme("POST", "/v1/send-http-text-message", { simulation_result_id: id, message, end_turn: false });
  const transcript = [
    { speaker: "AGENT", utterance: "Hello" },
    { speaker: "USER", utterance: `${"So. ".repeat(200)}I want an übergabe.${" Yes.".repeat(200)}` },
  ];
  const call_id = await submit(acme, { agent_id: String(agent_id), transcript });
  await evaluationOf(acme, call_id);
  const reply = await find("ÜBERGABE");
  expectAnswer("list_said", reply);
  expect(reply.body).toMatchObject({
    is_complete: true,
    total: 2,
    matches: [
      { kind: "conversation", id: String(id), speaker: "AGENT", text: message },
      { kind: "call", id: call_id, agent_id, turn: 1, speaker: "USER" },
    ],
  });
  const quoted: string = reply.body.matches[1].text;
  expect(quoted).toContain("I want an übergabe.");
  expect(quoted.length).toBeLessThan(310);
  // Signs that a database would take for wildcards are taken as they are.
  expect((await find("100% of_it")).body.total).toBe(1);
  expect((await find("100%of")).body.total).toBe(0);
  expect((await find("__")).body.total).toBe(0);
  expect((await find("übergabe", rival)).body).toEqual({ matches: [], total: 0, is_complete: true });
});

test("a text that is too short or too long is refused", async () => {
  for (const text of ["", " x ", "x".repeat(101)])
    expectRefusal(await find(text), 400, /2 to 100 characters/);
});

test("a long message and a large call take a bounded time, and the answer says what it left out", async () => {
  const id = await makeConversation(acme);
  const message = `${"ab".repeat(50_000)}needle`;
  await acme("POST", "/v1/send-http-text-message", { simulation_result_id: id, message, end_turn: false });
  const { agent_id } = await makeAgent(acme);
  const transcript = [{ speaker: "USER", utterance: "needle ".repeat(50_000) }];
  await submit(acme, { agent_id: String(agent_id), transcript });
  const ms = await processorMsOf(async () => {
    const { body } = await find(`${"ab".repeat(48)}nee`);
    expect(body).toMatchObject({ total: 0, is_complete: false });
  });
  expect(ms).toBeLessThan(2000);
});
