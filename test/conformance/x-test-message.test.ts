/** POST /v1/agents/{agent_id}/test-message: what an agent's webhook answers to one message. */
import { expect, test } from "vitest";
import { expectAnswer, expectRefusal } from "../support/expect.ts";
import { makeAgent } from "../support/make.ts";
import { useService } from "../support/service.ts";

const { acme, rival } = useService();
const tried = (agent_id: number, calls = acme) =>
  calls("POST", `/v1/agents/${agent_id}/test-message`, { message: "Hello?" });

test.each([
  ["has none", null, "no http_webhook"],
  ["has one that is not a URL", "Mon Tue", "not a valid URL"],
])("says that nothing was sent if the agent %s", async (_, http_webhook, failure) => {
  const { agent_id } = await makeAgent(acme, { mode: "TEXT", http_webhook });
  const reply = await tried(agent_id);
  expectAnswer("test_agent", reply);
  expect(reply.body).toMatchObject({ url: null, status: null, failure: expect.stringContaining(failure) });
});

test("another organization's agent is not found", async () => {
  const { agent_id } = await makeAgent(acme, { mode: "TEXT" });
  expectRefusal(await tried(agent_id, rival), 404, /agent/);
});
