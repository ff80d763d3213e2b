/** A service is killed while others use its database: they finish what it had begun. */
import { describe, expect, test } from "vitest";
import { useCli } from "../support/cli.ts";
import { makeAgent, makeCall, runOf } from "../support/make.ts";
import { useReceiver } from "../support/receiver.ts";
import { callsWith } from "../support/service.ts";
import { useSharedDatabase } from "../support/shared-database.ts";
import { orderDesk, orderDeskSeed, useTextAgent } from "../support/text-agent.ts";

const CONVERSATIONS = 20;
const TAKEN_OVER = { interval: 50 };

describe.runIf(process.env["PARLEY_TEST_DATABASE_URL"])("a service that is killed", () => {
  const shared = useSharedDatabase(useCli());
  const receiver = useReceiver();
  const agent = useTextAgent(orderDesk);

  test("leaves a delivery to another, which makes it again under the same name", async () => {
    const webhooks = [{ url: receiver.url("/hook"), secret: "whsec_test" }];
    const seed = { kind: "Seed", organizations: [{ name: "rival", api_key: "pk_rival", webhooks }] };
    receiver.answer("hang");
    const first = await shared.start(seed);
    const rival = callsWith(first.url, "pk_rival");
    const { agent_id } = await makeAgent(rival);
    await makeCall(rival, String(agent_id), "t-1");
    await expect.poll(() => receiver.requests().length, TAKEN_OVER).toBe(1);
    const second = await shared.start(seed);
    await first.stop("SIGKILL");
    await expect.poll(() => receiver.requests().length, TAKEN_OVER).toBe(2);
    const [lost, made] = receiver.requests();
    expect(made?.headers["x-parley-delivery"]).toBe(lost?.headers["x-parley-delivery"]);
    expect(made?.body).toBe(lost?.body);
    await second.stop("SIGTERM");
  });

  test("leaves a run to another, which brings every conversation to its end", async () => {
    const seed = orderDeskSeed(agent.url(), CONVERSATIONS, 5);
    const [first, second] = await Promise.all([shared.start(seed), shared.start(seed)]);
    agent.service = { url: second.url, key: "pk_acme" };
    await callsWith(first.url, "pk_acme")("POST", "/v1/queue-http-text-simulation-run", { simulation_id: 7 });
    await expect.poll(() => agent.turns.length, TAKEN_OVER).toBeGreaterThan(10);
    await first.stop("SIGKILL");
    const acme = callsWith(second.url, "pk_acme");
    await expect.poll(async () => (await runOf(acme, 7))?.status).not.toBe("RUNNING");
    const run = await runOf(acme, 7);
    expect(run?.total_tests).toBe(CONVERSATIONS);
    expect((run?.tests_completed ?? 0) + (run?.tests_incompleted ?? 0)).toBe(CONVERSATIONS);
    const ends = () => agent.events.filter(({ type }) => type === "simulation_run_ended");
    await expect.poll(() => ends().length, TAKEN_OVER).toBe(1);
    expect(await second.stop("SIGTERM")).toBe(0);
  }, 120_000);
});
