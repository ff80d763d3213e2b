/** POST /v1/agents/{agent_id}/test-connection: whether the WebSocket of an agent can be opened. */
import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { WebSocketServer } from "ws";
import { expectAnswer, expectRefusal } from "../support/expect.ts";
import { makeAgent } from "../support/make.ts";
import { useService } from "../support/service.ts";

const { acme, rival } = useService();
const agent = new WebSocketServer({ host: "127.0.0.1", port: 0 });
const upgrades: IncomingMessage[] = [];
agent.on("connection", (_, request) => void upgrades.push(request));
afterAll(() => agent.close());

const line = (port: number) => `ws://127.0.0.1:${port}/line?token=secret`;
const make = (fields: object) => makeAgent(acme, { mode: "VOICE", connection_type: "WEBSOCKET", ...fields });
const tried = (agent_id: number, calls = acme) => calls("POST", `/v1/agents/${agent_id}/test-connection`);

test("opens it with the agent's password, closes it, and shows its URL without the query", async () => {
  const { port } = agent.address() as AddressInfo;
  const { agent_id } = await make({
    ...{ websocket_url: line(port), websocket_username: "me", websocket_password: "pw" },
  });
  const reply = await tried(agent_id);
  expectAnswer("test_agent_connection", reply);
  expect(reply.body).toMatchObject({ url: `ws://127.0.0.1:${port}/line`, failure: null });
  expect(upgrades).toMatchObject([
    { url: "/line?token=secret", headers: { authorization: `Basic ${btoa("me:pw")}` } },
  ]);
  await expect.poll(() => agent.clients.size).toBe(0);
});

test("says why it cannot be opened", async () => {
  const closed = await make({ websocket_url: line(1) });
  expect((await tried(closed.agent_id)).body).toMatchObject({
    url: "ws://127.0.0.1:1/line",
    failure: expect.stringMatching(/\w/),
  });
  const without = await make({});
  expect((await tried(without.agent_id)).body).toMatchObject({
    url: null,
    failure: expect.stringContaining("websocket_url"),
  });
});

test("another organization's agent is not found", async () => {
  const { agent_id } = await make({});
  expectRefusal(await tried(agent_id, rival), 404, /agent/);
});
