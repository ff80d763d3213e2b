import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { useProgram } from "./support/in-process.ts";
import { type Served, startService } from "./support/served.ts";

const parley = useProgram();
const seed = join(parley.home, "seed.yaml");
writeFileSync(
  seed,
  `kind: Seed
organizations:
  - { name: acme, api_key: pk_acme, agents: [{ id: 101, name: Front desk }] }
`,
);

const create = (service: Served, key: string, name: string) =>
  fetch(`${service.url}/v1/add-agent`, {
    method: "POST",
    headers: { "X-API-Key": key, "Content-Type": "application/json" },
    body: JSON.stringify({ name }),
  });

const names = async (service: Served, key: string): Promise<string[]> => {
  const response = await fetch(`${service.url}/v1/all-agents`, { headers: { "X-API-Key": key } });
  return ((await response.json()) as { name: string }[]).map((agent) => agent.name);
};

const untilPrinted = ({ stdout }: ChildProcess, wanted: RegExp) =>
  new Promise<string>((resolve) => {
    let text = "";
    stdout?.on("data", (chunk) => {
      text += chunk;
      if (wanted.test(text)) resolve(text);
    });
  });

describe("parley serve", () => {
  test("takes a free port and says in one line of JSON where it is and which keys it knows", async () => {
    const service = await startService(parley, "--memory", "--seed", seed);
    expect(service.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(service.organizations).toEqual([{ name: "acme", api_key: "pk_acme" }]);
    expect(await names(service, "pk_acme")).toEqual(["Front desk"]);
    expect(await service.stop("SIGTERM")).toBe(0);
  });

  test("keeps its data over a restart, and a seed that was loaded before changes nothing", async () => {
    const data = join(parley.home, "kept");
    const first = await startService(parley, "--data", data, "--seed", seed);
    expect((await create(first, "pk_acme", "Second desk")).status).toBe(200);
    expect(await first.stop("SIGTERM")).toBe(0);
    const second = await startService(parley, "--data", data, "--seed", seed);
    expect(await names(second, "pk_acme")).toEqual(["Front desk", "Second desk"]);
    await second.stop("SIGTERM");
  });

  test("kill -9 in the middle of concurrent writes loses no acknowledged one", async () => {
    const data = join(parley.home, "killed");
    const first = await startService(parley, "--data", data, "--seed", seed);
    const acknowledged: string[] = [];
    const closed = new Promise((resolve) => first.process.on("close", resolve));
    const writer = async (id: number) => {
      for (let n = 0; ; n++) {
        const name = `agent ${id}-${n}`;
        const response = await create(first, "pk_acme", name).catch(() => undefined);
        if (!response) return;
        if (response.status === 200) acknowledged.push(name);
        if (acknowledged.length === 500) first.process.kill("SIGKILL");
      }
    };
    await Promise.all(Array.from({ length: 16 }, (_, id) => writer(id)));
    await closed;
    expect(acknowledged.length).toBeGreaterThanOrEqual(500);

    const second = await startService(parley, "--data", data, "--seed", seed);
    const kept = new Set(await names(second, "pk_acme"));
    expect(acknowledged.filter((name) => !kept.has(name))).toEqual([]);
    await second.stop("SIGTERM");
  });

  test("finishes work in flight at SIGTERM", async () => {
    const service = await startService(parley, "--memory", "--seed", seed);
    const { hostname, port } = new URL(service.url);
    const body = JSON.stringify({ name: "Half sent" });
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST /v1/add-agent HTTP/1.1\r\nHost: localhost\r\nX-API-Key: pk_acme\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
    );
    await names(service, "pk_acme");
    const code = service.stop("SIGTERM");
    // The port closes when the signal arrives. The request that has begun is still read and answered.
    await expect.poll(() => names(service, "pk_acme").catch(() => "closed")).toBe("closed");
    socket.write(body.slice(5));
    const [answer] = await once(socket, "data");
    expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /);
    expect(await code).toBe(0);
  });

  test("keeps answering during --drain, while /readyz tells load balancers to go elsewhere", async () => {
    const service = await startService(parley, "--memory", "--seed", seed, "--drain", "5");
    const ready = async () => (await fetch(`${service.url}/readyz`)).status;
    expect(await ready()).toBe(200);
    const code = service.stop("SIGTERM");
    await expect.poll(ready).toBe(503);
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
    expect((await create(service, "pk_acme", "Late desk")).status).toBe(200);
    expect(await names(service, "pk_acme")).toContain("Late desk");
    expect(await code).toBe(0);
  });

  test.each(["api", "worker"])("refuses to be only the %s of an embedded store", async (role) => {
    const { code, stdout, stderr } = await parley(["serve", "--memory", "--role", role]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(`--role ${role} needs --database-url`);
  });

  test("ends at once when a second signal comes while it waits", async () => {
    const service = await startService(parley, "--memory", "--seed", seed);
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    socket.on("error", () => undefined);
    socket.write(
      "POST /v1/add-agent HTTP/1.1\r\nHost: localhost\r\nX-API-Key: pk_acme\r\nContent-Length: 10\r\n\r\n{",
    );
    await names(service, "pk_acme");
    const code = service.stop("SIGINT");
    await expect.poll(() => names(service, "pk_acme").catch(() => "closed")).toBe("closed");
    // A signal within 20 ms counts as the same one.
    await sleep(100);
    service.process.kill("SIGINT");
    expect(await code).toBe(130);
  });

  test("makes an organization on an empty store and stores its key as the profile `local`", async () => {
    const data = join(parley.home, "empty");
    const child = parley.start(["serve", "--port", "0", "--data", data]);
    const printed = await untilPrinted(child, /organization local: .+\n/);
    const [, key] = /organization local: (\S+)/.exec(printed) ?? [];
    const profiles = join(parley.home, ".config", "parley", "config.json");
    await expect.poll(() => existsSync(profiles)).toBe(true);
    expect(JSON.parse(readFileSync(profiles, "utf8"))).toMatchObject({
      current: "local",
      profiles: { local: { api_key: key } },
    });
    expect(statSync(profiles).mode & 0o777).toBe(0o600);
    const { json } = await parley(["agents", "list", "--json"]);
    expect(json).toEqual([]);
    const closed = once(child, "close");
    child.kill("SIGTERM");
    expect(await closed).toEqual([0, null]);

    const again = parley.start(["serve", "--port", "0", "--data", data]);
    const known = await untilPrinted(again, /organization local: .+\n/);
    expect(known).toContain("its keys are not shown again; create a new one with `parley admin key create`");
    again.kill("SIGTERM");
    await once(again, "close");
  });

  test("stops cleanly when the same signal is sent again by a library, however busy the process is", async () => {
    const busy = join(parley.home, "busy.mjs");
    writeFileSync(
      busy,
      `process.once("SIGTERM", () => setImmediate(() => {
         const until = Date.now() + 200;
         while (Date.now() < until);
       }));`,
    );
    const child = parley.start(["serve", "--port", "0", "--data", join(parley.home, "busy")], {
      env: { NODE_OPTIONS: `--import ${busy}`, HOME: join(parley.home, "busy-home") },
    });
    await untilPrinted(child, /organization local: .+\n/);
    const profiles = join(parley.home, "busy-home", ".config", "parley", "config.json");
    await expect.poll(() => existsSync(profiles)).toBe(true);
    const closed = once(child, "close");
    child.kill("SIGTERM");
    expect(await closed).toEqual([0, null]);
  });

  test("refuses a port that is taken, and a seed with faults, each with its place", async () => {
    const service = await startService(parley, "--memory");
    const { port } = new URL(service.url);
    const taken = await parley(["serve", "--memory", "--port", port]);
    expect(taken).toMatchObject({ code: 2, stdout: "" });
    expect(taken.stderr).toContain(`port ${port} is already in use`);
    await service.stop("SIGTERM");
    const impossible = await parley(["serve", "--memory", "--port", "99999"]);
    expect(impossible).toMatchObject({
      code: 2,
      stderr: "error: --port must be a port from 0 to 65535, not 99999\n",
    });
    const both = await parley(["serve", "--memory", "--data", "kept", "--port", "0"]);
    expect(both.stderr).toContain("error: --memory keeps no data after the service stops");
    expect(both.code).toBe(2);

    const bad = join(parley.home, "bad.yaml");
    writeFileSync(
      bad,
      "kind: Seed\norganizations:\n  - name: acme\n    agents:\n      - { name: A, mode: TXT }\n",
    );
    const refused = await parley(["serve", "--memory", "--seed", "bad.yaml"]);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain(
      "bad.yaml:5:26: organizations.0.agents.0.mode: must be one of VOICE, TEXT",
    );
  });
});
