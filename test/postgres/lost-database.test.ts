/** A database server that breaks connections or disappears while the service runs. */
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { workers } from "../../src/service/workers.ts";
import { useCli } from "../support/cli.ts";
import { tapDatabase } from "../support/database-tap.ts";
import { makeAgent } from "../support/make.ts";
import { callsWith } from "../support/service.ts";
import { useSharedDatabase } from "../support/shared-database.ts";

/** How long the database is gone while the service's reports are counted. */
const GONE_MS = 4000;
const SEED = { kind: "Seed", organizations: [{ name: "acme", api_key: "pk_acme" }] };

describe.runIf(process.env["PARLEY_TEST_DATABASE_URL"])("a service whose database fails it", () => {
  const parley = useCli();
  const shared = useSharedDatabase(parley);

  test("reconnects when its connections break, and has kept what it acknowledged", async () => {
    const service = await shared.start(SEED);
    const acme = callsWith(service.url, "pk_acme");
    const { path } = await makeAgent(acme);
    const acknowledged: number[] = [];
    const create = async (index: number) => {
      const reply = await acme("POST", `${path}/prompts/versions`, { prompt_text: `text ${index}` });
      if (reply.status === 200) acknowledged.push(reply.body.version);
    };
    for (let round = 0; round < 15; round++) {
      const creating = Array.from({ length: 10 }, (_, index) => create(index));
      await shared.disconnect();
      await Promise.all(creating);
    }
    await expect.poll(async () => (await acme("GET", "/readyz")).status).toBe(200);
    await create(0);
    expect(acknowledged).not.toEqual([]);
    const { body } = await acme("GET", `${path}/prompts/versions?limit=200`);
    const kept = body.map(({ version }: { version: number }) => version);
    expect(kept).toEqual(expect.arrayContaining(acknowledged));
    expect(new Set(acknowledged).size).toBe(acknowledged.length);
    expect(await service.stop("SIGTERM")).toBe(0);
  });

  test.each([
    ["while it waits for nothing", 2000],
    ["while it signs on for jobs", 0],
  ])(
    "ends with 0 ten seconds after a SIGTERM whose database has vanished without closing a connection, %s",
    async (_, after_ms) => {
      const tap = await tapDatabase(shared.url());
      const service = await shared.startAt(tap.url, SEED);
      expect((await callsWith(service.url, "pk_acme")("GET", "/v1/all-agents")).status).toBe(200);
      await sleep(after_ms);
      tap.freeze();
      const asked_at = performance.now();
      expect(await service.stop("SIGTERM")).toBe(0);
      // The promise is ten seconds. The rest is for a busy machine.
      expect(performance.now() - asked_at).toBeLessThan(25_000);
      tap.close();
    },
  );

  test("is alive and not ready while its database is gone, answers 500, and ends with 0 at SIGTERM", async () => {
    const service = await shared.start(SEED);
    const call = callsWith(service.url, "pk_acme");
    expect((await call("GET", "/readyz")).status).toBe(200);
    await shared.drop();
    expect((await call("GET", "/readyz")).status).toBe(503);
    expect((await call("GET", "/healthz")).status).toBe(200);
    expect((await call("GET", "/v1/all-agents")).status).toBe(500);
    let told = "";
    service.process.stderr?.on("data", (chunk) => {
      told += chunk;
    });
    const gone_at = performance.now();
    await sleep(GONE_MS);
    const gone_s = (performance.now() - gone_at) / 1000;
    const lines = told.split("\n").filter((line) => line.includes("error"));
    // Registration is retried once a second, and so is each kind of job with something to query. A loop would
    // report thousands. A busy machine waits longer than asked, and four seconds have five ends.
    expect(lines.length).toBeLessThan((gone_s + 1) * (Object.keys(workers).length + 1));
    expect(lines).not.toEqual([]);
    expect(await service.stop("SIGTERM")).toBe(0);
  });

  test("refuses to start, with what to check and without the password", async () => {
    const database_url = "postgres://parley:hunter2@127.0.0.1:1/parley";
    const { code, stderr } = await parley(["serve", "--port", "0", "--database-url", database_url]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/cannot use the database: connect ECONNREFUSED 127\.0\.0\.1:1/);
    expect(stderr).toContain("hint: check the host, port, user");
    expect(stderr).not.toContain("hunter2");
  });
});
