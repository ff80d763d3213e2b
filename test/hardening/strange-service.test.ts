/** A service that is not what it claims: what its answers can and cannot make the command line do. */
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { useProgram } from "../support/in-process.ts";
import { useRecorder } from "../support/recorder.ts";

const service = useRecorder();
const parley = useProgram(service);

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
      // These two cannot be names in a URL.
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

  test("is free of them in every format except JSON, even in a pipe or a file; YAML escapes them", async () => {
    const human = {
      id: 501,
      name: evil,
      intent: `a${evil}`,
      success_criteria: `b\n${evil}\n`,
      language: "en",
    };
    service.answer({ body: { digital_humans: [human] } });
    for (const output of ["table", "json", "jsonl", "yaml", "csv"]) {
      const { code, stdout, stderr } = await parley(["dh", "list", "7", "-o", output]);
      expect({ code, stderr }, output).toEqual({ code: 0, stderr: "" });
      expect(stdout, output).not.toMatch(CONTROLS);
    }
    const { stdout } = await parley(["dh", "list", "7", "-o", "csv", "--fields", "name,intent"]);
    expect(stdout).toBe("name,intent\n,a\n");
    const yaml = await parley(["dh", "list", "7", "-o", "yaml"]);
    expect(parse(yaml.stdout)).toEqual((await parley(["dh", "list", "7", "--json"])).json);
  });

  test("has lost them in a manifest of `dh export`, which a plan still calls unchanged, also with a key <<", async () => {
    const rtc_metadata = { "<<": { a: evil }, [`k${evil}`]: "<<" };
    const human = {
      id: 501,
      name: `A${evil}`,
      intent: evil,
      success_criteria: "c",
      language: "en",
      rtc_metadata,
    };
    service.answer({ body: { digital_humans: [human] } });
    const { stdout } = await parley(["dh", "export", "7"]);
    expect(stdout).not.toMatch(CONTROLS);
    expect(parse(stdout).digital_humans[0]).toMatchObject({ rtc_metadata, intent: evil });
    writeFileSync(join(parley.home, "exported.yaml"), stdout);
    const planned = await parley(["dh", "plan", "-f", "exported.yaml", "--json"]);
    expect(planned.stderr).toBe("");
    expect(planned.json.steps).toMatchObject([{ action: "unchanged" }]);
  });

  test("in a prompt, is printed to the letter into a pipe, with a warning, and never on a terminal", async () => {
    const prompt = { version: 3, agent_id: 101, id: "x", labels: [], prompt_text: `Be kind.\r\n${evil}` };
    service.answer({ body: [prompt] });
    const piped = await parley(["prompts", "show", "3", "--agent", "101"]);
    expect(piped).toMatchObject({ code: 0, stdout: prompt.prompt_text });
    expect(piped.stderr).toMatch(/^warning: .* the first is U\+001B; they are printed unchanged\n$/);
    const json = await parley(["prompts", "show", "3", "--agent", "101", "--json"]);
    expect(json.stderr).toBe("");
    expect(json.stdout).not.toMatch(CONTROLS);
    expect(json.json.prompt_text).toBe(prompt.prompt_text);
    service.answer({ body: [{ ...prompt, prompt_text: "Be kind.\r\n" }] });
    expect((await parley(["prompts", "show", "3", "--agent", "101"])).stderr).toBe("");
  });

  test("is a screen or two, however much it refuses, and says how much was left out", async () => {
    const long = "x".repeat(1_000_000);
    const fault = { loc: ["body", long], msg: long, type: "t", input: long };
    service.answer(
      { status: 422, body: { detail: [fault] } },
      {
        status: 422,
        body: {
          detail: Array.from({ length: 50_000 }, (_, i) => ({
            ...fault,
            loc: [`f${i}`],
            msg: "no",
            input: i,
          })),
        },
      },
      { status: 404, body: { detail: long } },
    );
    const one = await parley(["agents", "list"]);
    expect(one).toMatchObject({ code: 3, stderr: expect.stringContaining("(999,000 more characters)") });
    expect(one.stderr.length).toBeLessThan(5000);
    const many = await parley(["agents", "list", "--json"]);
    expect(many.stderr.length).toBeLessThan(60_000);
    const { details } = JSON.parse(many.stderr).error;
    expect(details.length).toBeGreaterThan(50);
    expect(details.at(-1)).toEqual({
      where: "…",
      message: `and ${(50_000 - details.length + 1).toLocaleString("en")} more`,
    });
    const gone = await parley(["agents", "list"]);
    expect(gone).toMatchObject({ code: 5, stderr: expect.stringContaining("(999,000 more characters)") });
    expect(gone.stderr.length).toBeLessThan(5000);
  });

  test("breaks no trace if an address is not text", async () => {
    service.answer({ body: {} });
    expect(await parley(["api", "GET", "/v1/x/%ff%1b", "--debug"])).toMatchObject({ code: 0 });
  });
});

describe("pages", () => {
  const metric = (id: number) => ({ id: `m${id}`, name: `metric ${id}` });
  const page = (n: number, metrics: readonly object[]) => ({
    body: { metrics, page: n, page_size: 1, items_in_page: 1, total_count: 1, total_pages: n + 1 },
  });
  const asked = () => service.requests.length;

  test("that repeat themselves end --all with an error", async () => {
    service.answer(({ path }) =>
      page(Number(new URL(path, "http://x").searchParams.get("page")), [metric(1)]),
    );
    const { code, stderr } = await parley(["metrics", "list", "--all"]);
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("the service repeats itself: page 2"),
    });
    expect(asked()).toBe(2);
  });

  test("that never end are given up after 1,000", async () => {
    service.answer(({ path }) => {
      const n = Number(new URL(path, "http://x").searchParams.get("page"));
      return page(n, [metric(n)]);
    });
    const { code, stderr } = await parley(["metrics", "list", "--all"]);
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("more than 1,000 pages of metrics"),
    });
    expect(asked()).toBe(1000);
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
