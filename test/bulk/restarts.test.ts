/**
 * A bulk run of real uploads while its service stops, restarts, or is killed: nothing is in doubt, and
 * nothing is stored twice.
 */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, expect, test } from "vitest";
import { type Cli, useCli } from "../support/cli.ts";
import { type Served, startService } from "../support/served.ts";
import { callsWith } from "../support/service.ts";

const parley = useCli();
const CALLS = 60;
const WAV = readFileSync(resolve(import.meta.dirname, "../../fixtures/recordings/booking.wav"));
const SEED = {
  kind: "Seed",
  organizations: [
    { name: "acme", api_key: "pk_acme", agents: [{ id: 101, name: "Front desk", mode: "TEXT" }] },
  ],
};

const running: Served[] = [];
afterAll(() => {
  for (const { process } of running) process.kill("SIGKILL");
});

/** A folder of recordings, and a service with its own store. */
async function makeWorld() {
  const folder = mkdtempSync(join(parley.home, "world-"));
  mkdirSync(join(folder, "calls"));
  for (let i = 0; i < CALLS; i++) {
    const unlike = Buffer.from(WAV);
    unlike.writeUInt16LE(i, unlike.length - 2);
    writeFileSync(join(folder, "calls", `${i}-20261101-120000.wav`), unlike);
  }
  const seed = join(folder, "seed.json");
  writeFileSync(seed, JSON.stringify(SEED));
  const serve = async (...flags: string[]) => {
    const service = await startService(parley, "--data", join(folder, "store"), "--seed", seed, ...flags);
    running.push(service);
    return service;
  };
  return { folder, serve, service: await serve() };
}
type World = Awaited<ReturnType<typeof makeWorld>>;

function upload(cli: Cli, { folder, service }: World, ...flags: string[]) {
  const child = cli.start(
    ["evaluate", "--from", "calls", "--agent", "101", "--start-time-from", "name", "--json", ...flags],
    { cwd: folder, env: { PARLEY_BASE_URL: service.url, PARLEY_API_KEY: "pk_acme" } },
  );
  let stdout = "";
  child.stdout?.on("data", (chunk) => {
    stdout += chunk;
  });
  return {
    child,
    async end() {
      const code = child.exitCode ?? ((await once(child, "close")) as [number | null])[0];
      return { code, ...JSON.parse(stdout) };
    },
  };
}

/** Resolves when this many uploads have been answered. The service logs each. */
const untilAnswered = (count: number, { process: { stderr } }: Served) =>
  new Promise<void>((done) => {
    let seen = 0;
    const onData = (chunk: Buffer) => {
      seen += String(chunk).split('"route":"/v1/evaluate"').length - 1;
      if (seen < count) return;
      stderr?.off("data", onData);
      done();
    };
    stderr?.on("data", onData);
  });

const countOf = async ({ url }: Served) =>
  (await callsWith(url, "pk_acme")("GET", "/v1/retrieve-call-logs/101?page_size=1")).body.total_count;
const ALL_DONE = { total: CALLS, done: CALLS, skipped: 0, failed: 0, unknown: 0, not_sent: 0 };
const ended = (child: ChildProcess) => once(child, "close");

test("a polite stop leaves no upload in doubt, and the run reports what is missing", async () => {
  const world = await makeWorld();
  const run = upload(parley, world, "--max-wait", "1");
  await untilAnswered(10, world.service);
  expect(await world.service.stop("SIGTERM")).toBe(0);
  const { code, summary } = await run.end();
  expect(code).toBe(7);
  expect(summary.unknown).toBe(0);
  expect(summary.not_sent).toBeGreaterThan(0);
  const again = await world.serve();
  expect(await countOf(again)).toBe(summary.done);
}, 120_000);

test.each(["SIGTERM", "SIGKILL"] as const)(
  "a restart after %s is waited out: all is done, nothing twice",
  async (signal) => {
    const world = await makeWorld();
    const run = upload(parley, world);
    await untilAnswered(10, world.service);
    await world.service.stop(signal);
    const again = await world.serve("--port", new URL(world.service.url).port);
    expect(await run.end()).toMatchObject({ code: 0, summary: ALL_DONE });
    expect(await countOf(again)).toBe(CALLS);
  },
  120_000,
);

test("what a killed run left in doubt is settled by the next one", async () => {
  const world = await makeWorld();
  const first = upload(parley, world);
  await untilAnswered(10, world.service);
  first.child.kill("SIGKILL");
  await ended(first.child);
  const { code, summary } = await upload(parley, world).end();
  expect(code).toBe(0);
  expect(summary).toMatchObject({ total: CALLS, unknown: 0, failed: 0, not_sent: 0 });
  expect(await countOf(world.service)).toBe(CALLS);
}, 120_000);
