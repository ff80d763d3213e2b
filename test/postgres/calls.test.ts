/**
 * Calls with several services and one PostgreSQL database: a waiting call is made by any service with a free
 * line, and only by one.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { useCli } from "../support/cli.ts";
import type { Served } from "../support/served.ts";
import { callsWith } from "../support/service.ts";
import { useSharedDatabase } from "../support/shared-database.ts";
import { sendPaced, soundBytes, useVoiceAgents } from "../support/voice-agent.ts";

const KEY = "pk_acme";
/** How many lines a process has. */
const LINES = 20;
const CALLERS = LINES + 4;
const FEW = 3;

const digital_humans = Array.from({ length: CALLERS }, (_, index) => ({
  id: 501 + index,
  name: `Caller ${index}`,
  intent: "Wants a check-up.",
  creativity: 0,
}));
const SEED = {
  kind: "Seed",
  organizations: [
    {
      name: "acme",
      api_key: KEY,
      agents: [{ id: 101, name: "Front desk", mode: "VOICE" }],
      simulations: [{ id: 7, name: "Calls", agent_id: 101, digital_humans }],
    },
  ],
};

describe.runIf(process.env["PARLEY_TEST_DATABASE_URL"])("calls over one PostgreSQL database", () => {
  const shared = useSharedDatabase(useCli());
  const agents = useVoiceAgents();

  /** An agent that says a word and counts its lines. It releases one when `until` says so. */
  async function agent(until: (open: number) => boolean, speaks_ms = 300) {
    const lines = { begun: 0, open: 0, most: 0, ids: [] as string[] };
    const url = await agents.serve((socket, headers) => {
      lines.begun++;
      lines.most = Math.max(lines.most, ++lines.open);
      lines.ids.push(String(headers["x-simulation-result-id"]));
      const looking = setInterval(() => until(lines.most) && socket.close(1000), 100);
      socket.on("close", () => {
        lines.open--;
        clearInterval(looking);
      });
      void sendPaced(socket, soundBytes(speaks_ms));
    });
    return { url, lines };
  }

  async function queue({ url }: Served, websocket_url: string, count: number, more: object = {}) {
    const digital_human_ids = digital_humans.slice(0, count).map(({ id }) => id);
    const body = { simulation_id: 7, websocket_url, digital_human_ids, ...more };
    const { status, body: run } = await callsWith(url, KEY)("POST", "/v1/queue-simulation-run", body);
    expect({ status, run }).toMatchObject({ status: 200 });
    return run.simulation_result_ids.map(String) as string[];
  }

  async function ended({ url }: Served, ids: readonly string[]) {
    const acme = callsWith(url, KEY);
    for (;;) {
      const results = await Promise.all(
        ids.map(
          async (id) => (await acme("GET", `/v1/retrieve-simulation-result/${id}`)).body.simulation_result,
        ),
      );
      if (results.every(({ outcome }) => outcome !== null)) return results;
      await sleep(300);
    }
  }

  test("more than one process has lines for are made at once by two, each of them once", {
    timeout: 180_000,
  }, async () => {
    const [one, two] = await Promise.all([shared.start(SEED), shared.start(SEED)]);
    // Agents hang up only when all callers are on the line. A single process would wait forever.
    const { url, lines } = await agent((open) => open === CALLERS);
    const ids = await queue(one, url, CALLERS);
    const results = await ended(two, ids);
    expect(lines).toMatchObject({ begun: CALLERS, most: CALLERS });
    expect(lines.ids.sort()).toEqual([...ids].sort());
    for (const result of results) expect(result).toMatchObject({ call: { attempts: 1, recording: {} } });
    await Promise.all([one.stop("SIGTERM"), two.stop("SIGTERM")]);
  });

  test("max_concurrent applies to all of them together", async () => {
    const [one, two] = await Promise.all([shared.start(SEED), shared.start(SEED)]);
    const settings = { max_concurrent: FEW };
    expect((await callsWith(one.url, KEY)("PUT", "/v1/simulation/7", settings)).status).toBe(200);
    const { url, lines } = await agent(() => true);
    await ended(two, await queue(one, url, 3 * FEW));
    expect(lines).toMatchObject({ begun: 3 * FEW });
    expect(lines.most).toBeLessThanOrEqual(FEW);
    await callsWith(one.url, KEY)("PUT", "/v1/simulation/7", { max_concurrent: null });
    await Promise.all([one.stop("SIGTERM"), two.stop("SIGTERM")]);
  });

  test("a service is killed during a call: another one says how it ended, and does not make it again", async () => {
    const dies = await shared.start(SEED);
    const { url, lines } = await agent(() => false, 60_000);
    const [id = ""] = await queue(dies, url, 1);
    await expect.poll(() => lines.begun).toBe(1);
    const stays = await shared.start(SEED);
    await sleep(2500);
    await dies.stop("SIGKILL");
    const [result] = await ended(stays, [id]);
    expect(result).toMatchObject({
      status: "INCOMPLETED",
      end_reason: "connection_lost",
      call: { attempts: 1 },
    });
    expect(lines).toMatchObject({ begun: 1, open: 0 });
    await stays.stop("SIGTERM");
  });

  test("a service is killed before either side has spoken: another one calls once more", async () => {
    const dies = await shared.start(SEED);
    const { url, lines } = await agent(() => lines.begun > 1 && lines.open > 0, 0);
    const [id = ""] = await queue(dies, url, 1);
    await expect.poll(() => lines.begun, { interval: 5 }).toBe(1);
    await dies.stop("SIGKILL");
    const stays = await shared.start(SEED);
    const [result] = await ended(stays, [id]);
    expect(result).toMatchObject({ end_reason: "hung_up_by_agent", call: { attempts: 2 } });
    expect(lines.begun).toBe(2);
  });
});
