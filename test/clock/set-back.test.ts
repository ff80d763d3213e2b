/** The built program on a machine whose clock is set back by an hour during its work. */
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Cli, useCli } from "../support/cli.ts";
import { makeAgent, runOf } from "../support/make.ts";
import { type Served, startService } from "../support/served.ts";
import { callsWith } from "../support/service.ts";
import { orderDesk, orderDeskSeed, useTextAgent } from "../support/text-agent.ts";

const HOUR_MS = 3_600_000;
const parley = useCli();
const clock = join(parley.home, "clock");
const preload = pathToFileURL(resolve(import.meta.dirname, "jumping-clock.mjs"));
const env = { NODE_OPTIONS: `--import=${preload}`, JUMPING_CLOCK: clock };
const jumping: Cli = Object.assign(
  (...[args, options]: Parameters<Cli>) => parley(args, { ...options, env }),
  {
    ...parley,
    start: (...[args, options]: Parameters<Cli["start"]>) => parley.start(args, { ...options, env }),
  },
);
const setBy = (milliseconds: number) => writeFileSync(clock, String(milliseconds));
beforeEach(() => setBy(0));

describe("parley serve", () => {
  // The first attempt of every other turn fails, so that work is postponed and due again a moment later.
  const desk = useTextAgent(orderDesk, (body) => (/\.2"/.test(body) ? "status" : undefined));
  let service: Served;
  beforeEach(async () => {
    const seed = join(parley.home, "seed.json");
    writeFileSync(seed, JSON.stringify(orderDeskSeed(desk.url(), 6, 2)));
    service = await startService(jumping, "--memory", "--seed", seed);
    desk.service = { url: service.url, key: "pk_acme" };
  });
  afterEach(() => service.stop("SIGKILL"));

  test("continues: due work runs once, and later events have later times", async () => {
    const acme = callsWith(service.url, "pk_acme");
    await makeAgent(acme, { name: "before" });
    await acme("POST", "/v1/queue-http-text-simulation-run", { simulation_id: 7, seed: "s" });
    await expect.poll(() => desk.turns.length).toBeGreaterThan(2);
    setBy(-HOUR_MS);
    await makeAgent(acme, { name: "after" });
    await expect.poll(async () => (await runOf(acme, 7))?.status, { interval: 100 }).toBe("COMPLETED");
    expect(await runOf(acme, 7)).toMatchObject({ tests_passed: 6, total_tests: 6 });

    const { body: agents } = await acme("GET", "/v1/all-agents");
    const made = new Map<string, string>(
      agents.map(({ name, created_at }: { name: string; created_at: string }) => [name, created_at]),
    );
    expect(Date.parse(made.get("after") ?? "")).toBeGreaterThanOrEqual(Date.parse(made.get("before") ?? ""));
    const { body } = await acme("GET", "/v1/webhook-deliveries?page_size=100");
    const times = body.deliveries.map(({ created_at }: { created_at: string }) => created_at);
    expect(times).toEqual([...times].sort().reverse());
    const taken = desk.turns.map(({ message_id }) => message_id);
    expect(new Set(taken).size).toBe(taken.length);
  });
});

describe("a command", () => {
  const silent = createServer((request, response) => {
    if (request.url?.startsWith("/v1/get-simulation-runs")) {
      setBy(-HOUR_MS);
      response.end('{"simulation_runs": [{"id": 900, "status": "RUNNING", "total_tests": 1}]}');
    } else setBy(-HOUR_MS);
  });
  beforeEach(() => new Promise<void>((listening) => silent.listen(0, "127.0.0.1", listening)));
  afterEach(() => {
    silent.closeAllConnections();
    silent.close();
  });
  const on = () => ["--base-url", `http://127.0.0.1:${(silent.address() as AddressInfo).port}`];
  const key = { stdin: "pk_acme" };

  test("keeps to --timeout", async () => {
    const args = ["agents", "list", "--timeout", "0.5", "--retries", "1", "--api-key-stdin", ...on()];
    expect(await jumping(args, key)).toMatchObject({
      code: 7,
      stderr: expect.stringContaining("did not answer within 0.5 s"),
    });
  });

  test("keeps to --max-wait", async () => {
    const args = ["sim", "wait", "7", "--max-wait", "1", "--poll", "0.2", "--api-key-stdin", ...on()];
    expect(await jumping(args, key)).toMatchObject({ code: 9 });
  });
});
