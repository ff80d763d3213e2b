/** Clients that request their longest list over many connections, and read nothing. */
import { writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { useCli } from "../support/cli.ts";
import { mostMemoryKb, startService } from "../support/served.ts";

const [KEY, OTHER_KEY] = ["pk_test_acme", "pk_test_other"];
const CONNECTIONS = 80;
/**
 * The memory of the service, an answer in preparation, and the answers of one organization. One such list is
 * 13 MB.
 */
const MEMORY_KB = 700_000;

const parley = useCli();

test("fill their organization's share of the memory without affecting others", async () => {
  const organization = (name: string, api_key: string) => ({
    name,
    api_key,
    agents: [],
  });
  const seed = {
    kind: "Seed",
    organizations: [organization("acme", KEY), organization("other", OTHER_KEY)],
  };
  writeFileSync(join(parley.home, "seed.json"), JSON.stringify(seed));
  const service = await startService(parley, "--memory", "--seed", "seed.json");
  const ask = (path: string, key: string, init: RequestInit = {}) =>
    fetch(service.url + path, {
      ...init,
      headers: { "X-API-Key": key, "Content-Type": "application/json" },
    });
  for (let at = 0; at < 15; at++) {
    const body = JSON.stringify({
      name: `Metric ${at}`,
      response_type: "pass_fail",
      scoring_guidance: `${at} `.repeat(300_000),
    });
    expect((await ask("/v1/create-custom-metric", KEY, { method: "POST", body })).status).toBe(200);
  }
  const { hostname, port } = new URL(service.url);
  const sockets: Socket[] = [];
  const answers = await Promise.all(
    Array.from({ length: CONNECTIONS }, (_, at) => {
      const socket = connect(Number(port), hostname).on("error", () => undefined);
      sockets.push(socket);
      // Each requests another page, so that none can share another's answer.
      socket.write(
        `GET /v1/custom-metrics?page_size=${1000 - at} HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${KEY}\r\n\r\n`,
      );
      return new Promise<string>((resolve) => {
        socket.once("data", (head) => {
          socket.pause();
          resolve(String(head.subarray(0, 2000)));
        });
      });
    }),
  );
  const refused = answers.filter((head) => head.startsWith("HTTP/1.1 429"));
  expect(refused.length).toBeGreaterThan(CONNECTIONS / 2);
  expect(answers.filter((head) => head.startsWith("HTTP/1.1 200"))).toHaveLength(
    CONNECTIONS - refused.length,
  );
  expect(refused[0]).toMatch(/^retry-after: 5\r$/im);
  expect(mostMemoryKb(service)).toBeLessThan(MEMORY_KB);
  expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
  expect((await ask("/v1/custom-metrics", OTHER_KEY)).status).toBe(200);
  for (const socket of sockets) socket.destroy();
  await expect.poll(async () => (await ask("/v1/custom-metrics", KEY)).status).toBe(200);
  expect(await service.stop("SIGTERM")).toBe(0);
});
