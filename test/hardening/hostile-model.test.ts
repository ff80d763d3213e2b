/** A malicious model server, and the installed program. */
import { readFileSync, writeFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { useCli } from "../support/cli.ts";
import { evaluated } from "../support/evaluations.ts";
import { makeMetric } from "../support/make.ts";
import { type Served, startServiceIn } from "../support/served.ts";
import { type Calls, callsWith } from "../support/service.ts";

const KEY = "pk_acme";
const MODEL_KEY = "sk-model-secret";
const parley = useCli();
const seed = join(parley.home, "seed.yaml");
writeFileSync(
  seed,
  `kind: Seed\norganizations: [{ name: acme, api_key: ${KEY}, agents: [{ id: 101, name: Front desk }] }]\n`,
);

const PIECE = Buffer.alloc(64 * 1024, 0x20);
/** Sends for as long as the other side reads. */
async function sendForever(response: ServerResponse): Promise<void> {
  response.setMaxListeners(0);
  while (!response.destroyed) {
    sent += PIECE.length;
    if (!response.write(PIECE))
      await new Promise((taken) => response.once("drain", taken).once("close", taken));
  }
}

let sent = 0;
const reached: string[] = [];
let answer: (response: ServerResponse) => unknown = () => undefined;
const server = createServer((request, response) => {
  reached.push(`${request.url} ${request.headers.authorization ?? ""}`);
  request.resume().once("end", () => answer(response));
});

let service: Served;
let acme: Calls;
beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  service = await startServiceIn(
    { PARLEY_LLM_BASE_URL: base_url, PARLEY_LLM_MODEL: "judge", PARLEY_LLM_API_KEY: MODEL_KEY },
    parley,
    ...["--memory", "--seed", seed],
  );
  acme = callsWith(service.url, KEY);
});
afterAll(async () => {
  expect(await service.stop("SIGTERM")).toBe(0);
  server.closeAllConnections();
  server.close();
});

const json = (value: unknown) => (response: ServerResponse) =>
  response.setHeader("content-type", "application/json").end(JSON.stringify(value));
const saying = (content: string, usage: unknown = {}) =>
  json({ choices: [{ message: { content }, finish_reason: "stop" }], usage });

let asked = 0;
/** The outcome of the only metric of a new call. */
async function judged() {
  const { id } = await makeMetric(acme, { name: `Polite ${++asked}` });
  const { evaluation } = await evaluated(acme, {
    transcript: [{ speaker: "AGENT", utterance: `Good morning, caller ${asked}.` }],
    custom_metrics: [id],
  });
  return evaluation;
}

/** The megabytes that the process uses. */
const memory = () =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${service.process.pid}/status`, "utf8"))?.[1]) / 1024;

test.each<[string, (response: ServerResponse) => unknown]>([
  ["never ends", sendForever],
  [
    "never ends, and is an error",
    (response) => {
      response.writeHead(500);
      return sendForever(response);
    },
  ],
  ["redirects", (response) => response.writeHead(307, { location: "/stolen" }).end()],
  ["is nested without end", (response) => response.end("[".repeat(3_000_000))],
  ["is braces without end", saying("{".repeat(3_000_000))],
  [
    "has NUL, half a character and costs nothing that can be counted",
    saying("\0 {}\ud800", { prompt_tokens: 1e308 }),
  ],
  [
    "breaks off",
    (response) => {
      response.writeHead(200, { "content-length": "100" });
      response.write("{");
      setTimeout(() => response.destroy(), 20);
    },
  ],
  ["is not HTTP", (response) => response.socket?.end("\x16\x03\x01\x02")],
])(
  "an answer that %s decides nothing, and the service keeps running",
  async (_, harm) => {
    answer = harm;
    sent = 0;
    const before = memory();
    const { counts } = await judged();
    expect(counts).toMatchObject({ passed: 0, failed: 0, evaluated: 0 });
    // A few megabytes per attempt, however much would follow.
    expect(sent).toBeLessThan(100_000_000);
    expect(memory() - before).toBeLessThan(300);
    expect((await acme("GET", "/healthz")).status).toBe(200);
    expect(reached.filter((request) => !request.startsWith("/v1/chat/completions "))).toEqual([]);
  },
  60_000,
);
