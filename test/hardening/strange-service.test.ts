/** A service that is not what it says: what its answers can and cannot make the command line do. */
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { useCli } from "../support/cli.ts";
import { useRecorder } from "../support/recorder.ts";

const service = useRecorder();
const parley = useCli(service);

describe("a name that it gives", () => {
  test.each([".", "..", "%2e%2e", "../../v1/agents/101", "a/b", "a?b=c", "a#b"])(
    "never leads to another path: %s",
    async (id) => {
      service.answer({ body: {} });
      await parley(["evaluate", "show", id]);
      for (const { path } of service.requests) {
        const { pathname, search } = new URL(path, "http://x");
        expect(pathname.startsWith("/v1/retrieve-call-log/")).toBe(true);
        expect(pathname.slice("/v1/retrieve-call-log/".length)).not.toContain("/");
        expect(search).toBe("");
      }
      // URLs have no way to write these two as names.
      if (/^\.+$/.test(id)) expect(service.requests).toEqual([]);
    },
  );
});

describe("what it writes to the terminal", () => {
  const evil = "\x1b]0;owned\x07\x1b[2J\u202e\x9b31m";
  const CONTROLS = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]/;

  test("has lost its control sequences, also in refusals, refusals' details and traces", async () => {
    service.answer(
      { body: [{ id: evil, name: evil, mode: evil }] },
      { status: 404, body: { detail: `gone ${evil}` } },
      { status: 422, body: { detail: [{ loc: ["body", evil], msg: evil, type: evil, input: evil }] } },
      { status: 302, headers: { location: "https://x/%1b[2J" } },
      { status: 200, headers: { "x-a": "\x9b2J" }, body: [] },
    );
    for (const flags of [[], [], [], ["--debug", "--debug"], ["--debug", "--debug"]]) {
      const { stdout, stderr } = await parley(["agents", "list", ...flags]);
      expect(stdout + stderr).not.toMatch(CONTROLS);
    }
  });

  test("breaks no trace where an address is no text", async () => {
    service.answer({ body: {} });
    expect(await parley(["api", "GET", "/v1/x/%ff%1b", "--debug"])).toMatchObject({ code: 0 });
  });
});

describe("an answer", () => {
  test("that never ends is given up in time", async () => {
    const server = createServer((_, response) => {
      const timer = setInterval(() => response.write(" "), 20);
      response.on("close", () => clearInterval(timer));
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const flags = ["--base-url", `http://127.0.0.1:${port}`, "--timeout", "0.5", "--retries", "0"];
    const { code, stderr } = await parley(["agents", "list", ...flags]);
    server.closeAllConnections();
    server.close();
    expect({ code, stderr }).toMatchObject({
      code: 7,
      stderr: expect.stringContaining("did not answer within 0.5 s"),
    });
  });

  test.each([
    ["a list of nothing that it should hold", "[null, 5]"],
    ["deep nesting", `[{"id": ${"[".repeat(50_000)}${"]".repeat(50_000)}}]`],
    ["__proto__", '[{"__proto__": {"id": 1}, "constructor": null}]'],
  ])("of %s ends in words, without a stack trace", async (_, body) => {
    service.answer({ body });
    const { code, stderr } = await parley(["agents", "list"]);
    expect([0, 1]).toContain(code);
    expect(stderr).not.toMatch(/fault of parley|\n\s+at /);
  });
});

describe("stored keys", () => {
  const folder = join(parley.home, "config");
  const file = join(folder, "config.json");
  const env = { PARLEY_CONFIG_DIR: folder, PARLEY_API_KEY: undefined };

  test.skipIf(process.platform === "win32")(
    "that others may read are warned of, once they are used",
    async () => {
      mkdirSync(folder, { mode: 0o755 });
      chmodSync(folder, 0o755);
      const profiles = { one: { base_url: service.url(), api_key: "pk_one" } };
      writeFileSync(file, JSON.stringify({ current: "one", profiles }), { mode: 0o644 });
      service.answer({ body: [] });
      const loose = await parley(["agents", "list"], { env });
      expect(loose).toMatchObject({
        code: 0,
        stderr: expect.stringContaining(`other users may be able to read the keys in ${file}`),
      });
      chmodSync(file, 0o600);
      expect((await parley(["agents", "list"], { env })).stderr).not.toContain("warning");
      expect(existsSync(file) && readdirSync(folder)).toEqual(["config.json"]);
    },
  );
});
