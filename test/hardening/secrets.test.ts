/**
 * Secrets of every kind, in every place where they belong or do not belong: none appears in a process's own
 * output.
 */

import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RunOptions, useCli } from "../support/cli.ts";
import { startService } from "../support/served.ts";

const MARK = "s3cr3t";
const ANY = expect.any(Number);
let count = 0;
/** A secret of its own kind, recognizable by a part of it. */
const secret = (kind: string) => `${kind}-${MARK}-${++count}`;

const run = useCli();
const server = createServer((request, response) => {
  request.resume();
  response.writeHead(500).end();
});
let away = "";
beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  away = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
});

const CALL = {
  agent_id: "101",
  start_time_utc: "2026-11-01T12:00:00Z",
  participants: [{ role: "AGENT" }, { role: "USER" }],
  transcript: [{ speaker: "AGENT", utterance: "Hello" }],
};

describe.each(["json", "text"])("what `parley serve --log %s` writes", (format) => {
  test("contains no secret, whatever is sent to it and whatever fails", async () => {
    const api_key = secret("key");
    const seed = join(run.home, `seed-${format}.json`);
    const organization = {
      name: "acme",
      api_key,
      agents: [{ id: 101, name: "Desk", mode: "TEXT", http_webhook_key: secret("agent") }],
      webhooks: [{ url: `http://user:${secret("url")}@${away}/hook`, secret: secret("webhook") }],
    };
    writeFileSync(seed, JSON.stringify({ kind: "Seed", organizations: [organization] }));
    const started = run.start(["serve", "--port", "0", "--memory", "--seed", seed, "--log", format], {
      env: {
        PARLEY_LLM_BASE_URL: `http://${away}/v1?key=${secret("model-url")}`,
        PARLEY_LLM_MODEL: "judge",
        PARLEY_LLM_API_KEY: secret("model"),
        AWS_SECRET_ACCESS_KEY: secret("aws"),
        AWS_SESSION_TOKEN: secret("session"),
      },
    });
    let written = "";
    for (const stream of [started.stdout, started.stderr]) stream?.on("data", (piece) => (written += piece));
    await expect.poll(() => written).toContain(`organization acme: ${api_key}\n`);
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(written)?.[0] ?? "";
    // The seed's key is shown once, at the start, to the person who started it.
    const announced = written;
    const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
      fetch(url + path, {
        method,
        headers: { "content-type": "application/json", "x-api-key": api_key, ...headers },
        ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
      }).then((answer) => answer.status);

    const statuses = [
      await send("GET", "/v1/all-agents", undefined, { "x-api-key": secret("guess") }),
      await send("GET", "/v1/all-agents", undefined, { authorization: `Bearer ${secret("bearer")}` }),
      await send("GET", "/v1/all-agents", undefined, { cookie: `session=${secret("cookie")}` }),
      await send("GET", `/v1/all-agents?api_key=${secret("query")}`),
      await send("GET", `/v1/nothing?token=${secret("query")}`),
      await send("POST", "/v1/add-agent", {
        name: "a",
        sip_password: secret("sip"),
        http_webhook_key: secret("hook"),
      }),
      await send("POST", "/v1/add-agent", { name: 5, websocket_password: secret("refused") }),
      await send("POST", "/v1/add-agent", { name: "a", unknown_password: secret("unknown") }),
      await send("POST", "/v1/add-agent", `{"sip_password": "${secret("broken")}`),
      await send("POST", "/v1/webhooks", { url: `http://user:${secret("password")}@${away}/hook` }),
      await send("POST", "/v1/evaluate", CALL),
      await send("POST", "/v1/create-custom-metric", {
        name: "m",
        response_type: "pass_fail",
        agent_ids: [101],
      }),
      await send("POST", "/v1/evaluate", {
        ...CALL,
        transcript: [{ speaker: "AGENT", utterance: `the card is ${secret("said")}` }],
        recording_url: `http://user:${secret("recording")}@${away}/a.wav?X-Amz-Signature=${secret("signed")}`,
        metadata: { token: secret("metadata") },
      }),
    ];
    expect(statuses).toEqual([401, 200, 200, ANY, 404, 200, 422, 200, ANY, 200, 200, 200, 200]);
    // Waits until the evaluation has failed to fetch and to ask, and the deliveries have failed.
    await expect
      .poll(async () => {
        const answer = await fetch(`${url}/v1/webhook-deliveries`, { headers: { "x-api-key": api_key } });
        return ((await answer.json()) as { deliveries: { attempts: number }[] }).deliveries.map(
          ({ attempts }) => attempts > 0,
        );
      })
      .toEqual([true, true]);
    started.kill("SIGTERM");
    await new Promise((closed) => started.on("close", closed));
    const log = written.slice(announced.length);
    expect(log).toContain("/v1/add-agent");
    expect(log).not.toContain(MARK);
    expect(announced.replaceAll(api_key, "")).not.toContain(MARK);
  });
});

test("messages about a store that cannot be reached do not contain its password", async () => {
  const url = `postgres://parley:${secret("database")}@${away}/parley?password=${secret("parameter")}`;
  for (const ran of [
    await run(["serve", "--port", "0"], { env: { PARLEY_DATABASE_URL: url } }),
    await run(["serve", "--port", "0", "--database-url", url]),
    await run(["admin", "key", "list", "--debug"], { env: { PARLEY_DATABASE_URL: url } }),
  ]) {
    expect(ran.code).not.toBe(0);
    expect(ran.stdout + ran.stderr).not.toContain(MARK);
  }
});

test("what commands log about themselves contains no secret, at --debug --debug and on failure", async () => {
  const service = await startService(run, "--memory");
  const key = service.organizations[0]?.api_key ?? "";
  const env = { PARLEY_BASE_URL: service.url, PARLEY_API_KEY: key };
  const parley = (args: readonly string[], options: RunOptions) =>
    run([...args, "--retries", "0", "--timeout", "5"], options);
  const agent = ["agents", "create", "--set", "name=a", "--set", `sip_password=${secret("sip")}`];
  const webhook = ["webhooks", "create", `http://user:${secret("password")}@${away}/hook`];
  const proxy = { https_proxy: `http://user:${secret("proxy")}@${away}` };
  const runs = [
    await parley([...agent, "--debug", "--debug"], { env }),
    await parley([...agent, "--dry-run", "--curl"], { env }),
    await parley([...agent, "--set", "mode=NONE", "--debug", "--debug"], { env }),
    await parley([...webhook, "--debug", "--debug"], { env }),
    await parley(["agents", "list", "--debug", "--debug"], {
      env: { ...env, PARLEY_API_KEY: secret("wrong") },
    }),
    await parley(["agents", "list", "--debug", "--debug", "--base-url", "https://parley.invalid"], {
      env: { ...env, ...proxy },
    }),
    await parley(["agents", "list", "--base-url", `https://user:${secret("base-url")}@parley.invalid`], {
      env,
    }),
    await parley(["doctor"], { env: { ...env, ...proxy } }),
    await parley(["auth", "status", "--debug"], { env: { ...env, PARLEY_API_KEY: secret("status") } }),
    await parley(["api", "GET", `/v1/all-agents?token=${secret("token")}`, "--debug"], { env }),
  ];
  for (const [at, { stderr }] of runs.entries()) {
    expect(stderr, `run ${at}`).not.toContain(MARK);
    expect(stderr, `run ${at}`).not.toContain(key);
  }
  await service.stop("SIGTERM");
}, 120_000);
