import { once } from "node:events";
import { describe, expect, test } from "vitest";
import { useCli } from "../support/cli.ts";
import { type Reply, useRecorder } from "../support/recorder.ts";

const service = useRecorder();
const parley = useCli(service);

describe("every exit code can occur", () => {
  const answers: readonly (readonly [code: number, why: string, reply: Reply])[] = [
    [0, "an answer", { body: [] }],
    [1, "500", { status: 500 }],
    [1, "an answer that is not JSON", { body: "<html>" }],
    [3, "400", { status: 400, body: { detail: "no" } }],
    [3, "422", { status: 422, body: { detail: [] } }],
    [4, "401", { status: 401, body: { detail: "no" } }],
    [4, "403", { status: 403, body: { detail: "no" } }],
    [5, "404", { status: 404, body: { detail: "no" } }],
    [6, "409", { status: 409, body: { detail: "no" } }],
    [7, "a broken connection", { reset: true }],
  ];
  test.each(answers)("%i for %s", async (code, _, reply) => {
    service.answer(reply);
    expect((await parley(["agents", "list", "--retries", "0"])).code).toBe(code);
  });

  const lines: readonly (readonly [code: number, why: string, args: readonly string[]])[] = [
    [2, "an unknown command", ["agnets"]],
    [2, "an unknown command of a group", ["agents", "lsit"]],
    [2, "help on an unknown command", ["agents", "lsit", "--help"]],
    [2, "an unknown flag", ["agents", "list", "--nope"]],
    [2, "a flag's bad value", ["agents", "list", "--mode", "TXT"]],
    [2, "a flag without its value", ["agents", "list", "--mode"]],
    [2, "an argument too many", ["agents", "list", "x"]],
    [2, "a missing argument", ["api", "GET"]],
    [2, "a bad query", ["agents", "list", "--query", "[[["]],
    [2, "a bad base URL", ["agents", "list", "--base-url", "nope"]],
    [2, "plain http to another host", ["agents", "list", "--base-url", "http://example.com"]],
    [2, "a body that is not JSON", ["api", "POST", "/v1/x", "-d", "{"]],
    [7, "a host that is not there", ["agents", "list", "--retries", "0", "--base-url", "http://127.0.0.1:1"]],
  ];
  test.each(lines)("%i for %s", async (code, _, args) => {
    service.answer({ body: [] });
    const ran = await parley(args);
    expect({ code: ran.code, stdout: ran.stdout }).toEqual({ code, stdout: "" });
    expect(ran.stderr).toMatch(/^error: /);
  });

  test.each(lines)("%i for %s is one JSON object on stderr under --json", async (code, _, args) => {
    service.answer({ body: [] });
    const ran = await parley([...args, "--json"]);
    expect(ran.code).toBe(code);
    expect(Object.keys(JSON.parse(ran.stderr).error)).toEqual(
      expect.arrayContaining(["code", "status", "message", "details", "hint", "request"]),
    );
  });

  test.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("%s in the middle of a request is %i", async (signal, code) => {
    service.answer({ delay_ms: 60_000 });
    const child = parley.start(["agents", "list"]);
    await expect.poll(() => service.requests.length).toBe(1);
    child.kill(signal);
    expect(await once(child, "close")).toEqual([code, null]);
  });
});

describe("a near miss", () => {
  test.each([
    [["agnets", "list"], "agents"],
    [["agents", "lsit"], "parley agents list"],
    [["agents", "list", "--mod", "TEXT"], "--mode"],
    [["agents", "list", "--mode", "text"], "TEXT"],
  ])("of %j is suggested on stderr", async (args, meant) => {
    const { stderr } = await parley(args);
    expect(stderr).toMatch(new RegExp(`did you mean.*${meant}`, "i"));
  });
});
