/** `sim start --bot-url`: the command itself plays the agent of a run. */
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { useProgram } from "../support/in-process.ts";
import {
  conversationsOf,
  makeAgent,
  makeDigitalHuman,
  makeKnowledgeBases,
  makePrompts,
  makeSimulation,
} from "../support/make.ts";
import { useReceiver } from "../support/receiver.ts";
import { ACME_KEY, useService } from "../support/service.ts";

const service = useService();
const { acme } = service;
const parley = useProgram(service);
const connected = useReceiver();

let server: Server;
let slow = false;
let headers: IncomingHttpHeaders = {};
let answer: (turn: { message: string }) => { status?: number; body: string };
beforeAll(async () => {
  server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    if (slow) return;
    headers = request.headers;
    const { status = 200, body } = answer(JSON.parse(text));
    response.writeHead(status).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const start = (simulation_id: number, ...flags: string[]) =>
  parley(
    [
      ...["sim", "start", String(simulation_id), "--poll", "0.05"],
      ...["--bot-url", `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, ...flags],
    ],
    { env: { PARLEY_API_KEY: ACME_KEY } },
  );

async function simulation(fields: { http_webhook?: string } = {}) {
  const { agent_id } = await makeAgent(acme, fields);
  const { id } = await makeSimulation(acme, { agent_id, max_concurrent: 1 });
  await makeDigitalHuman(acme, { intent: "I want a refund.", creativity: 0, num_runs: 2 }, [id]);
  return id;
}

const resultsOf = (run_id: string | number) => conversationsOf(acme, run_id);

describe("parley sim start --bot-url", () => {
  test("plays every conversation to its end, also those that wait for their turn", async () => {
    answer = ({ message }) => ({
      body: JSON.stringify({
        message: /refund/.test(message) ? "Your refund has been issued." : "Goodbye!",
        tool_calls: [{ name: "look", output: 1 }],
      }),
    });
    const { code, json } = await start(await simulation(), "--json");
    expect(code).toBe(0);
    const results = await resultsOf(json.simulation_run_id);
    expect(results).toHaveLength(2);
    for (const { ended_at, end_reason, transcript, tool_calls } of results) {
      expect({ ended_at, end_reason }).toEqual({ ended_at: expect.any(String), end_reason: "goal_reached" });
      expect(transcript[1]).toMatchObject({ role: "AGENT", message: "Your refund has been issued." });
      expect(tool_calls[0]).toMatchObject({ name: "look", output: 1 });
    }
  });

  test("ends running conversations when the bot fails, and says what is wrong", async () => {
    answer = () => ({ status: 500, body: "" });
    const { code, stderr } = await start(await simulation());
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining("the bot answered 500") });
    const [, run_id = ""] = /ended the conversations of run (\d+)/.exec(stderr) ?? [];
    expect((await resultsOf(Number(run_id))).map((one) => one.end_reason)).toEqual([
      "ended_by_request",
      "ended_by_request",
    ]);
  });

  test("takes the place of an agent that is connected: its webhook gets nothing of the run", async () => {
    answer = () => ({ body: "Your refund has been issued. Goodbye!" });
    const { code, json } = await start(await simulation({ http_webhook: connected.url("/agent") }), "--json");
    expect(code).toBe(0);
    const results = await resultsOf(json.simulation_run_id);
    expect(results.map((result) => result.transcript[1]?.message)).toEqual(
      Array(2).fill("Your refund has been issued. Goodbye!"),
    );
    expect(connected.requests()).toEqual([]);
  });

  test("tells the bot which versions the run names, and its answers confirm them", async () => {
    const { agent_id, path } = await makeAgent(acme, {});
    const [, second] = await makePrompts(acme, path, ["production"], ["candidate"]);
    await makeKnowledgeBases(acme, path, [], ["production"]);
    const { id } = await makeSimulation(acme, { agent_id });
    await makeDigitalHuman(acme, { intent: "I want a refund.", creativity: 0 }, [id]);
    const heard: object[] = [];
    answer = (turn) => {
      heard.push(turn);
      return { body: JSON.stringify({ message: "Your refund has been issued.", prompt_version: 2 }) };
    };
    const { json } = await start(id, "--prompt", second?.id ?? "", "--json");
    expect(heard[0]).toMatchObject({
      agent_id: Number(agent_id),
      prompt_id: second?.id,
      prompt_version: 2,
      prompt_label: "candidate",
      knowledge_base_version: 2,
    });
    const [result] = await resultsOf(json.simulation_run_id);
    expect(headers["x-simulation-result-id"]).toBe(String(result?.id));
    expect(result?.versions).toMatchObject({
      prompt_evidence: "confirmed",
      stated: [{ by: "message", prompt_version: 2 }],
    });
  });

  test("--wait judges the run afterwards", async () => {
    answer = () => ({ body: "Your refund has been issued. Goodbye!" });
    const { code, json } = await start(await simulation(), "--wait", "--json");
    const results = await resultsOf(json.run.id);
    expect({ code, passed: json.passed }).toEqual({ code: 0, passed: true });
    expect(results.map(({ outcome }) => outcome)).toEqual(["passed", "passed"]);
  });

  test("--bot-wait limits how long the bot may think", async () => {
    slow = true;
    const { code, stderr } = await start(await simulation(), "--bot-wait", "0.2");
    slow = false;
    expect({ code, stderr }).toEqual({
      code: 7,
      stderr: expect.stringContaining("cannot reach the bot: no answer within 0.2 s"),
    });
  });
});
