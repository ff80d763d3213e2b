/** Every answer has the id of its request, and the command line prints it with errors. */
import { describe, expect, test } from "vitest";
import { useBreakableStore } from "../support/breakable-store.ts";
import { useProgram } from "../support/in-process.ts";
import { useRecorder } from "../support/recorder.ts";
import { startService } from "../support/served.ts";
import { ACME_KEY, useService } from "../support/service.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const { url } = useService();

const idOf = async (path: string, headers: Readonly<Record<string, string>> = {}, base = url()) => {
  const { status, headers: answered } = await fetch(base + path, { headers });
  return { status, id: answered.get("x-request-id") };
};

describe("X-Request-Id of an answer", () => {
  test.each([
    [200, "/v1/all-agents", ACME_KEY],
    [200, "/healthz", ""],
    [401, "/v1/all-agents", ""],
    [404, "/nowhere", ""],
    [405, "/v1/create-digital-human", ""],
    [422, "/v1/agents/x/labels", ACME_KEY],
  ])("is new with each %i of %s", async (status, path, key) => {
    const first = await idOf(path, { "x-api-key": key });
    const second = await idOf(path, { "x-api-key": key });
    expect(first).toEqual({ status, id: expect.stringMatching(UUID) });
    expect(second.status).toBe(status);
    expect(second.id).not.toBe(first.id);
  });

  test("is the caller's own where it sent one", async () => {
    expect(
      await idOf("/v1/all-agents", { "x-api-key": ACME_KEY, "x-request-id": "deploy-7.step:3" }),
    ).toEqual({
      status: 200,
      id: "deploy-7.step:3",
    });
    expect(await idOf("/nowhere", { "x-request-id": "a" })).toEqual({ status: 404, id: "a" });
  });

  test.each(["two words", "x".repeat(129), "<b>", "a,b"])("is new for one that sent %j", async (given) => {
    expect((await idOf("/healthz", { "x-request-id": given })).id).toMatch(UUID);
  });
});

describe("an error of the command line", () => {
  const recorder = useRecorder();
  const parley = useProgram(recorder);
  const store = useBreakableStore();

  test("shows the id of the answer, in words and as JSON", async () => {
    recorder.answer({ status: 422, headers: { "x-request-id": "r-1" }, body: { detail: "no" } });
    const { stderr } = await parley(["agents", "list"]);
    expect(stderr).toContain("\n  request id: r-1\n");
    const json = await parley(["agents", "list", "--json"]);
    expect(JSON.parse(json.stderr).error).toMatchObject({ status: 422, request_id: "r-1" });
  });

  test("shows none where there was none, and `request_id` is null", async () => {
    recorder.answer({ status: 400, body: { detail: "no" } });
    expect((await parley(["agents", "list"])).stderr).not.toContain("request id");
    const json = await parley(["agents", "list", "--json"]);
    expect(JSON.parse(json.stderr).error).toHaveProperty("request_id", null);
  });

  test("shows one that the answer has made up as harmless text", async () => {
    recorder.answer({ status: 400, headers: { "x-request-id": "a\x9b31mb" }, body: { detail: "no" } });
    expect((await parley(["agents", "list"])).stderr).toContain("request id: ab\n");
  });

  test("shows the id of a request that failed within the service", async () => {
    const service = await startService(parley, "--data", store.data);
    store.loseAgents();
    const api_key = service.organizations[0]?.api_key ?? "";
    const env = { PARLEY_BASE_URL: service.url, PARLEY_API_KEY: api_key };
    const { code, stderr } = await parley(["agents", "list", "--json"], { env });
    expect(code).toBe(1);
    const { error } = JSON.parse(stderr);
    expect(error).toMatchObject({ status: 500, request_id: expect.stringMatching(UUID) });
    expect(
      await idOf("/v1/all-agents", { "x-api-key": api_key, "x-request-id": "mine" }, service.url),
    ).toEqual({ status: 500, id: "mine" });
    expect(await service.stop("SIGTERM")).toBe(0);
  });
});
