import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { useCli } from "../support/cli.ts";
import { runOf } from "../support/make.ts";
import { type Served, startService } from "../support/served.ts";
import { callsWith } from "../support/service.ts";
import { orderDesk, orderDeskSeed, useTextAgent } from "../support/text-agent.ts";

const CONVERSATIONS = 40;
const parley = useCli();
const agent = useTextAgent(orderDesk);
const folder = mkdtempSync(join(tmpdir(), "parley-kill-run-"));
const running: Served[] = [];
afterAll(async () => {
  for (const { process } of running) process.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

async function start(data: string): Promise<Served> {
  const seed = join(folder, "seed.yaml");
  writeFileSync(seed, JSON.stringify(orderDeskSeed(agent.url(), CONVERSATIONS, 10)));
  const service = await startService(parley, "--data", join(folder, data), "--seed", seed);
  running.push(service);
  agent.service = { url: service.url, key: "pk_acme" };
  return service;
}

/** The value of a field without times and what is measured of them. */
const timeless = (name: string, value: unknown) => (/latency/.test(name) ? null : value);

/** The outcome of a run, without times. */
async function endState({ url }: Served) {
  const acme = callsWith(url, "pk_acme");
  await expect.poll(async () => (await runOf(acme, 7))?.status, { interval: 200 }).not.toBe("RUNNING");
  const { id, created_at, ...run } = (await runOf(acme, 7)) ?? { id: 0, created_at: "" };
  const { body } = await acme("GET", `/v1/retrieve-simulation-results/${id}`);
  const results = body.simulation_results.map(
    (result: {
      evaluations: object[];
      transcript: { role: string; message: string; message_id: string }[];
    }) => ({
      ...result,
      created_at: null,
      start_time: null,
      end_time: null,
      duration: null,
      evaluations: result.evaluations?.map((evaluation) => ({ ...evaluation, created_at: null })),
      transcript: result.transcript.map(({ role, message, message_id }) => ({ role, message, message_id })),
    }),
  );
  return JSON.parse(JSON.stringify({ run, results }, timeless));
}

const queue = ({ url }: Served) =>
  callsWith(url, "pk_acme")("POST", "/v1/queue-http-text-simulation-run", { simulation_id: 7, seed: "s" });

test("a run that was killed twice ends as it would have ended", async () => {
  const whole = await start("whole");
  await queue(whole);
  const expected = await endState(whole);
  expect(expected.results).toHaveLength(CONVERSATIONS);
  await whole.stop("SIGTERM");

  const before = agent.turns.length;
  let service = await start("killed");
  await queue(service);
  for (const turns of [25, 90]) {
    await expect.poll(() => agent.turns.length - before, { interval: 5 }).toBeGreaterThan(turns);
    await service.stop("SIGKILL");
    service = await start("killed");
  }
  expect(await endState(service)).toEqual(expected);
}, 180_000);
