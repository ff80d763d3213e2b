/** What the client repeats and what it never repeats, observed from the server. */
import { describe, expect, test } from "vitest";
import { useCli } from "./support/cli.ts";
import { useRecorder } from "./support/recorder.ts";

const service = useRecorder();
const parley = useCli(service);
const get = (...flags: string[]) => parley(["api", "GET", "/v1/all-agents", ...flags]);
const post = (...flags: string[]) =>
  parley(["api", "POST", "/v1/create-digital-human", "-d", "{}", ...flags]);

describe("a GET", () => {
  test.each([429, 502, 503, 504])("is sent again after %i until it is answered", async (status) => {
    service.answer({ status }, { status }, { body: [] });
    expect(await get()).toMatchObject({ code: 0 });
    expect(service.requests).toHaveLength(3);
  });

  test("is sent again after a broken connection", async () => {
    service.answer({ reset: true }, { body: [] });
    expect(await get()).toMatchObject({ code: 0 });
    expect(service.requests).toHaveLength(2);
  });

  test("is not repeated after 500, or more often than --retries says", async () => {
    service.answer({ status: 500, body: { detail: "it broke" } });
    const { code, stderr } = await get();
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining("it broke") });
    expect(service.requests).toHaveLength(1);
    service.answer({ status: 503 });
    expect((await get("--retries", "1")).code).toBe(1);
    expect(service.requests).toHaveLength(3);
  });

  test("waits as long as Retry-After says", async () => {
    service.answer({ status: 429, headers: { "retry-after": "1" } }, { body: [] });
    const began = Date.now();
    expect((await get()).code).toBe(0);
    expect(Date.now() - began).toBeGreaterThanOrEqual(1000);
  });
});

describe("a POST", () => {
  test.each([500, 502, 503, 504])("is never sent again after %i", async (status) => {
    service.answer({ status });
    expect((await post()).code).toBe(1);
    expect(service.requests).toHaveLength(1);
  });

  test("is never sent again once it may have arrived, and says so", async () => {
    service.answer({ reset: true });
    const { code, stderr } = await post();
    expect(code).toBe(7);
    expect(stderr).toContain("may or may not have taken effect");
    expect(service.requests).toHaveLength(1);
  });

  test("is never sent again after a timeout", async () => {
    service.answer({ delay_ms: 5000 });
    const { code, stderr } = await post("--timeout", "1.5");
    expect({ code, stderr }).toMatchObject({
      code: 7,
      stderr: expect.stringContaining("did not answer within 1.5 s"),
    });
    expect(service.requests).toHaveLength(1);
  });

  test("is sent again after 429, a refusal before anything happened", async () => {
    service.answer({ status: 429 }, { body: { ok: true } });
    expect((await post()).json).toEqual({ ok: true });
    expect(service.requests).toHaveLength(2);
  });
});

describe("an invalid answer", () => {
  test.each([
    ["HTML", { body: "<html>login</html>" }, "with HTML, not JSON"],
    ["broken JSON", { body: '{"a":' }, "with broken JSON"],
    [
      "a redirect",
      { status: 302, headers: { location: "https://evil.example/x" } },
      "redirects to https://evil.example/x",
    ],
  ])("like %s is exit code 1", async (_, reply, message) => {
    service.answer(reply);
    const { code, stderr, stdout } = await get();
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(message);
    expect(service.requests).toHaveLength(1);
  });

  test("of another shape than the contract's is said, not thrown", async () => {
    service.answer({ body: { agents: [] } });
    const { code, stderr } = await parley(["agents", "list"]);
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("answer has no list"),
    });
  });
});

describe("the key", () => {
  test("shows in no trace, no dry run and no error", async () => {
    service.answer({
      status: 422,
      body: { detail: [{ loc: ["body", "api_key"], msg: "bad", type: "x", input: "pk_leak" }] },
    });
    const runs = await Promise.all([
      post("--debug", "--debug"),
      post("--dry-run"),
      post("--dry-run", "--json"),
      post("--curl"),
    ]);
    for (const { stdout, stderr } of runs) expect(stdout + stderr).not.toMatch(/pk_test_acme|pk_leak/);
    expect(runs[0]?.stderr).toMatch(
      /debug: POST http\S+create-digital-human → 422 \d+ B in \d+ ms \(attempt 1\)/,
    );
    expect(runs[3]?.stdout).toContain('-H "x-api-key: $PARLEY_API_KEY"');
  });
});
