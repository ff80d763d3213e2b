/** What `parley serve` logs about its requests on stderr: one line each, without secrets. */
import { once } from "node:events";
import { describe, expect, test } from "vitest";
import { useBreakableStore } from "../support/breakable-store.ts";
import { useCli } from "../support/cli.ts";
import { type Served, startService } from "../support/served.ts";
import { runInTerminal } from "../support/terminal.ts";

const parley = useCli();
const store = useBreakableStore();
const textStore = useBreakableStore();

/** A service with its stderr, line by line. */
async function start(...flags: string[]) {
  const service = await startService(parley, ...flags);
  let text = "";
  service.process.stderr?.on("data", (chunk) => {
    text += chunk;
  });
  return {
    key: service.organizations[0]?.api_key ?? "",
    service,
    /** Stops the service. Returns its output. */
    async lines(): Promise<string[]> {
      expect(await service.stop("SIGTERM")).toBe(0);
      return text.split("\n").slice(0, -1);
    },
  };
}

const get = (service: Served, path: string, key: string, headers = {}) =>
  fetch(service.url + path, { headers: { "x-api-key": key, ...headers } });

describe("without a terminal", () => {
  test("is a line of JSON for each request", async () => {
    const { service, key, lines } = await start("--memory");
    await get(service, "/v1/all-agents", key, { "x-request-id": "r-1" });
    await get(service, "/v1/agents/seven/labels", key, { "x-request-id": "r-2" });
    await get(service, "/nowhere/hidden", "pk_hidden", { "x-request-id": "r-3" });
    const told = (await lines()).map((line) => JSON.parse(line));
    const common = {
      level: "info",
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      method: "GET",
      ms: expect.any(Number),
    };
    const organization_id = expect.stringMatching(/^[0-9a-f-]{36}$/);
    expect(told).toEqual([
      { ...common, request_id: "r-1", route: "/v1/all-agents", status: 200, organization_id },
      { ...common, request_id: "r-2", route: "/v1/agents/{agent_id}/labels", status: 422, organization_id },
      { ...common, request_id: "r-3", route: "unmatched", status: 404 },
    ]);
  });

  test("contains no key, no body, no query, and no path", async () => {
    const { service, key, lines } = await start("--memory", "--log", "json");
    await get(service, "/v1/agents/41799/labels?token=query_secret", key);
    await get(service, "/v1/all-agents", "pk_guessed_secret");
    const headers = { "x-api-key": key, "content-type": "application/json" };
    for (const body of ['{"name": "body_secret"}', '{"nam": "body_secret"}', "body_secret"])
      await fetch(`${service.url}/v1/add-agent`, { method: "POST", headers, body });
    const text = (await lines()).join("\n");
    expect(text.split("\n")).toHaveLength(5);
    expect(text).not.toMatch(/_secret|41799/);
    expect(text).not.toContain(key);
  });

  test("reports a failure in the line of its request, with the error", async () => {
    const { service, key, lines } = await start("--data", store.data);
    store.loseAgents();
    const answer = await get(service, "/v1/all-agents", key);
    expect(answer.status).toBe(500);
    const [line, ...more] = (await lines()).map((text) => JSON.parse(text));
    expect(more).toEqual([]);
    expect(line).toMatchObject({
      level: "error",
      request_id: answer.headers.get("x-request-id"),
      route: "/v1/all-agents",
      status: 500,
      during: "GET /v1/all-agents",
      err: { message: "no such table: agent", stack: expect.stringContaining("\n    at ") },
    });
  });

  test("leaves out probes that found all well", async () => {
    const { service, lines } = await start("--memory");
    for (const path of ["/healthz", "/readyz", "/openapi.json"]) await get(service, path, "");
    expect((await lines()).map((line) => JSON.parse(line).route)).toEqual(["/openapi.json"]);
  });

  test("delays no request if its output is not read", async () => {
    const child = parley.start(["serve", "--port", "0", "--json", "--memory"]);
    const [printed] = await once(child.stdout ?? child, "data");
    const { url } = JSON.parse(printed);
    const missing = "/v1/".padEnd(40, "x");
    // Several times as much as fits into a pipe.
    for (let batch = 0; batch < 25; batch++)
      await Promise.all(
        Array.from({ length: 100 }, () => fetch(url + missing).then((answer) => answer.text())),
      );
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    child.kill("SIGKILL");
  });
});

const TIME = String.raw`\d{4}-\d\d-\d\dT[\d:]+\.\d{3}Z`;

test("at a terminal is a short line for each request, with colour where it is wanted", async () => {
  const shown = runInTerminal(parley, ["serve", "--memory", "--port", "0"], {
    type: [{ after: "GET /nowhere", keys: "\x03" }],
    onUrl: (url) => fetch(`${url}/nowhere`),
  });
  expect((await shown).output).toMatch(/GET \/nowhere \x1b\[33m404\x1b\[39m/);
});

describe("--log", () => {
  test("text is a short line for each request with time and id, in which nothing can pretend to be another", async () => {
    const { service, key, lines } = await start("--memory", "--log", "text");
    await get(service, "/v1/agents/seven/labels", key, { "x-request-id": "r-1" });
    await get(service, "/nowhere%0aGET%20/forged%1b%5b31m", key, { "x-request-id": "r-2" });
    const [first, second, ...more] = await lines();
    expect(first).toMatch(new RegExp(`^${TIME} GET /v1/agents/seven/labels 422 \\d+\\.\\d ms r-1$`));
    expect(second).toMatch(new RegExp(`^${TIME} GET /nowhere GET /forged 404 \\d+\\.\\d ms r-2$`));
    expect(more).toEqual([]);
  });

  test("text gives a failure the same time and id", async () => {
    const { service, key, lines } = await start("--data", textStore.data, "--log", "text");
    textStore.loseAgents();
    await get(service, "/v1/all-agents", key, { "x-request-id": "r-1" });
    expect((await lines())[0]).toMatch(
      new RegExp(`^${TIME} service: GET /v1/all-agents failed, request id r-1: `),
    );
  });

  test("off reports failures only", async () => {
    const { service, key, lines } = await start("--data", store.data, "--log", "off");
    await get(service, "/v1/nowhere", key);
    expect(await lines()).toEqual([]);
  });

  test("takes nothing else", async () => {
    const { code, stderr } = await parley(["serve", "--memory", "--log", "xml"]);
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining("json, text, off") });
  });
});
