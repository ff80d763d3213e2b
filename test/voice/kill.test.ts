/**
 * If the process that makes a call is killed, the agent is released, and the conversation ends with the
 * reason.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { useCli } from "../support/cli.ts";
import { type Served, startService } from "../support/served.ts";
import { callsWith } from "../support/service.ts";
import { sendPaced, soundBytes, useVoiceAgents } from "../support/voice-agent.ts";

const KEY = "pk_acme";
const parley = useCli();
const agents = useVoiceAgents();
const folder = mkdtempSync(join(tmpdir(), "parley-kill-call-"));
const running: Served[] = [];
afterAll(() => {
  for (const { process } of running) process.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

const SEED = {
  kind: "Seed",
  organizations: [
    {
      name: "acme",
      api_key: KEY,
      agents: [{ id: 101, name: "Front desk", mode: "VOICE" }],
      simulations: [
        {
          id: 7,
          name: "Calls",
          agent_id: 101,
          digital_humans: [{ id: 501, name: "Ana", intent: "Wants a check-up.", creativity: 0 }],
        },
      ],
    },
  ],
};

async function start(data: string): Promise<Served> {
  const seed = join(folder, "seed.json");
  writeFileSync(seed, JSON.stringify(SEED));
  const service = await startService(parley, "--data", join(folder, data), "--seed", seed);
  running.push(service);
  return service;
}

/** An agent that counts all its calls and the open ones. It speaks for as long as it is told. */
async function agent(speaks_ms: (call: number) => number) {
  const lines = { begun: 0, open: 0, heard: 0 };
  const url = await agents.serve((socket) => {
    lines.begun++;
    lines.open++;
    socket.on("message", (_, isBinary) => {
      if (isBinary) lines.heard++;
    });
    socket.on("close", () => lines.open--);
    void sendPaced(socket, soundBytes(speaks_ms(lines.begun))).then(
      () => speaks_ms(lines.begun) > 0 && setTimeout(() => socket.close(1000), 2000),
    );
  });
  return { url, lines };
}

async function queue({ url }: Served, websocket_url: string): Promise<string> {
  const { body } = await callsWith(url, KEY)("POST", "/v1/queue-simulation-run", {
    simulation_id: 7,
    websocket_url,
  });
  return String(body.simulation_result_ids[0]);
}

async function ended({ url }: Served, id: string) {
  const look = async () =>
    (await callsWith(url, KEY)("GET", `/v1/retrieve-simulation-result/${id}`)).body.simulation_result;
  await expect.poll(async () => (await look()).outcome).not.toBeNull();
  return look();
}

test("in the middle of it: nothing stays half open, and it is not made again", async () => {
  const { url, lines } = await agent(() => 60_000);
  const service = await start("middle");
  const id = await queue(service, url);
  // Two seconds of frames: somebody has spoken, and the service has recorded that.
  await expect.poll(() => lines.heard).toBeGreaterThan(100);
  await service.stop("SIGKILL");
  await expect.poll(() => lines.open).toBe(0);
  const result = await ended(await start("middle"), id);
  expect(result).toMatchObject({
    status: "INCOMPLETED",
    end_reason: "connection_lost",
    outcome: "incompleted",
  });
  expect(result.outcome_reason).toContain("the process that made the call ended in the middle of it");
  expect(result.call).toMatchObject({ attempts: 1, recording: null });
  expect(lines.begun).toBe(1);
});

test("before either side has spoken: it is made once more", async () => {
  const { url, lines } = await agent((call) => (call === 1 ? 0 : 3000));
  const service = await start("before");
  const id = await queue(service, url);
  await expect.poll(() => lines.heard, { interval: 5 }).toBeGreaterThan(0);
  await service.stop("SIGKILL");
  await expect.poll(() => lines.open).toBe(0);
  const result = await ended(await start("before"), id);
  expect(result).toMatchObject({ end_reason: "hung_up_by_agent", call: { attempts: 2 } });
  expect(lines.begun).toBe(2);
});
