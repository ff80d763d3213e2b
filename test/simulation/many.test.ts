import { afterEach, expect, test } from "vitest";
import { Seed } from "../../src/contract/schemas/index.ts";
import { serve } from "../../src/service/server.ts";
import { runOf } from "../support/make.ts";
import { callsWith } from "../support/service.ts";
import { type Fault, orderDesk, orderDeskSeed, useTextAgent } from "../support/text-agent.ts";

const CONVERSATIONS = 500;

/** A tenth of all requests fail the first time. A hanging agent costs five seconds, so few hang. */
function faultOf(body: string): Fault | undefined {
  const sum = [...body].reduce((total, letter) => (total * 31 + letter.charCodeAt(0)) % 1000, 0);
  if (sum < 5) return "hang";
  if (sum < 50) return "reset";
  return sum < 100 ? "status" : undefined;
}

const agent = useTextAgent(orderDesk, faultOf);
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

test("500 conversations with an agent that fails now and then all end, and each is reported once", async () => {
  const failures: unknown[] = [];
  const service = await serve({
    host: "127.0.0.1",
    port: 0,
    seeds: [Seed.parse(orderDeskSeed(agent.url(), CONVERSATIONS, 100))],
    report: (error) => failures.push(error),
  });
  closers.push(() => service.close());
  agent.service = { url: service.url, key: "pk_acme" };
  const acme = callsWith(service.url, "pk_acme");
  const { body: run } = await acme("POST", "/v1/queue-http-text-simulation-run", { simulation_id: 7 });
  const now = () => runOf(acme, 7);
  await expect
    .poll(async () => (await now())?.status, { timeout: 120_000, interval: 200 })
    .not.toBe("RUNNING");

  const { body } = await acme("GET", `/v1/retrieve-simulation-results/${run.simulation_run_id}`);
  const results: { id: string; outcome: string; end_reason: string; goal_completed: boolean }[] =
    body.simulation_results;
  const endings = results.map(({ end_reason, goal_completed }) => ({ end_reason, goal_completed }));
  expect(endings).toEqual(Array(CONVERSATIONS).fill({ end_reason: "goal_reached", goal_completed: true }));
  const count = (outcome: string) => results.filter((result) => result.outcome === outcome).length;
  expect(await now()).toMatchObject({
    total_tests: CONVERSATIONS,
    tests_passed: count("passed"),
    tests_failed: count("failed"),
    tests_incompleted: count("incompleted"),
    tests_completed: count("passed") + count("failed"),
  });
  expect(count("passed") + count("failed") + count("incompleted")).toBe(CONVERSATIONS);

  // An opening, two answers, and a goodbye of each digital human, two events for each result, and one for the
  // run: each arrives at least once, and X-Parley-Delivery tells the agent which ones it already has.
  await expect.poll(() => agent.turns.length + agent.events.length).toBe(CONVERSATIONS * 6 + 1);
  expect(new Set(agent.turns.map(({ message_id }) => message_id)).size).toBe(CONVERSATIONS * 4);
  expect(agent.events.filter(({ type }) => type === "simulation_run_ended")).toHaveLength(1);
  const evaluated = agent.events.filter(({ type }) => type === "simulation_result_evaluated");
  expect(new Set(evaluated.map(({ id }) => id)).size).toBe(CONVERSATIONS);
  expect(failures).toEqual([]);
}, 180_000);
