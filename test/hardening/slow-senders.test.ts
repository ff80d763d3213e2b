/** Clients that send the largest bodies over many connections, and never finish. */
import { writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { BODY_MAXIMUM } from "../../src/contract/limits.ts";
import { useCli } from "../support/cli.ts";
import { mostMemoryKb, type Served, startService } from "../support/served.ts";

const [KEY, OTHER_KEY] = ["pk_test_acme", "pk_test_other"];
const CONNECTIONS = 120;
/** How many unanswered bodies of this size an organization may have in memory. */
const ROOM = (64 * 2 ** 20) / BODY_MAXIMUM;
/** The service itself, plus that room. All bodies together would be 480 MB. */
const MEMORY_KB = 300_000;

const parley = useCli();

const organization = (name: string, api_key: string, id: number) => ({
  name,
  api_key,
  agents: [{ id, name: "Front desk", mode: "TEXT", import_secret: "key_of_the_platform" }],
});
const seed = {
  kind: "Seed",
  organizations: [organization("acme", KEY, 101), organization("other", OTHER_KEY, 201)],
};

async function serve() {
  writeFileSync(join(parley.home, "seed.json"), JSON.stringify(seed));
  const service = await startService(parley, "--memory", "--seed", "seed.json");
  onTestFinished(() => void service.process.kill("SIGKILL"));
  const submit = (key: string, body: string) =>
    fetch(`${service.url}/v1/evaluate`, {
      method: "POST",
      headers: { "X-API-Key": key, "Content-Type": "application/json" },
      body,
    });
  return { service, submit };
}

const callOf = (agent_id: string, utterances: number) =>
  JSON.stringify({
    agent_id,
    start_time_utc: "2026-01-01T00:00:00Z",
    participants: [{ role: "AGENT" }, { role: "USER" }],
    transcript: Array.from({ length: utterances }, () => ({
      speaker: "AGENT",
      utterance: "x".repeat(900_000),
    })),
  });
const large = callOf("101", 4).padEnd(BODY_MAXIMUM);

/**
 * Sends all but the last byte of a large body over many connections, until those without room are refused.
 */
async function flood({ url }: Served, path: string, header: string): Promise<Socket[]> {
  const { hostname, port } = new URL(url);
  const sockets: Socket[] = [];
  const answers: string[] = [];
  for (let at = 0; at < CONNECTIONS; at++) {
    const socket = connect(Number(port), hostname).on("error", () => undefined);
    sockets.push(socket);
    socket.once("data", (head) => answers.push(String(head)));
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${header}\r\nContent-Type: application/json\r\n` +
        `Content-Length: ${BODY_MAXIMUM}\r\n\r\n`,
    );
    socket.write(large.slice(0, -1));
  }
  await expect.poll(() => answers.length).toBeGreaterThanOrEqual(CONNECTIONS - ROOM);
  for (const answer of answers) {
    expect(answer).toMatch(/^HTTP\/1\.1 429 /);
    expect(answer).toMatch(/^retry-after: 5\r$/im);
    expect(answer).toContain("your organization sends too much at once");
  }
  return sockets;
}

test("fill their organization's share of the memory without affecting others", async () => {
  const { service, submit } = await serve();
  const sockets = await flood(service, "/v1/evaluate", `X-API-Key: ${KEY}`);
  expect(mostMemoryKb(service)).toBeLessThan(MEMORY_KB);
  // The same organization can still send small requests, and another organization large ones.
  expect(
    (
      await submit(
        KEY,
        callOf("101", 0).replace('"transcript":[]', '"transcript":[{"speaker":"AGENT","utterance":"Hi"}]'),
      )
    ).status,
  ).toBe(200);
  expect((await submit(OTHER_KEY, callOf("201", 4))).status).toBe(200);
  expect((await submit(KEY, large)).status).toBe(429);
  for (const socket of sockets) socket.destroy();
  await expect.poll(async () => (await submit(KEY, large)).status).toBe(200);
  expect(await service.stop("SIGTERM")).toBe(0);
}, 120_000);

test("who sign as another platform take no room from requests that have a key", async () => {
  const { service, submit } = await serve();
  const path = "/v1/import/retell?agent_id=101";
  const sockets = await flood(service, path, `X-Retell-Signature: v=${Date.now()},d=${"0".repeat(64)}`);
  expect((await submit(KEY, large)).status).toBe(200);
  for (const socket of sockets) socket.destroy();
}, 120_000);
