import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { useProgram } from "../support/in-process.ts";
import { useRecorder } from "../support/recorder.ts";
import { runInTerminal } from "../support/terminal.ts";

const service = useRecorder();
const parley = useProgram();
const folder = join(parley.home, ".config", "parley");
const file = join(folder, "config.json");
const stored = () => JSON.parse(readFileSync(file, "utf8"));
const login = (profile: string, key: string) =>
  parley(["auth", "login", "--profile", profile, "--base-url", service.url(), "--api-key-stdin"], {
    stdin: `${key}\n`,
  });

beforeEach(() => service.answer({ body: [] }));

describe("auth login", () => {
  test("checks the key against the service, then stores it so that only its owner can read it", async () => {
    expect(await login("ci", "pk_1")).toMatchObject({ code: 0 });
    expect(service.requests[0]).toMatchObject({ method: "GET", path: "/v1/all-agents" });
    expect(service.requests[0]?.headers["x-api-key"]).toBe("pk_1");
    expect(stored()).toEqual({
      current: "ci",
      profiles: { ci: { base_url: service.url(), api_key: "pk_1" } },
    });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  test("stores nothing that the service does not accept", async () => {
    service.answer({ status: 401, body: { detail: "unknown key" } });
    const before = readFileSync(file, "utf8");
    const { code, stderr } = await login("ci", "pk_wrong");
    expect({ code, stderr }).toMatchObject({ code: 4, stderr: expect.stringContaining("unknown key") });
    expect(readFileSync(file, "utf8")).toBe(before);
  });

  test("loses none of twenty at once", async () => {
    const names = Array.from({ length: 20 }, (_, i) => `p${i}`);
    const codes = await Promise.all(names.map(async (name) => (await login(name, `pk_${name}`)).code));
    expect(new Set(codes)).toEqual(new Set([0]));
    expect(Object.keys(stored().profiles)).toEqual(expect.arrayContaining(names));
    for (const name of names) expect(stored().profiles[name].api_key).toBe(`pk_${name}`);
  });

  test("sets a broken file aside, reports its name, and never overwrites it", async () => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, '{"profiles": {"prod": {"api_k');
    const refused = await parley(["agents", "list"]);
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining(file) });
    const { code, stderr } = await login("new", "pk_new");
    expect(code).toBe(0);
    const [, aside = ""] = /kept as (\S+)/.exec(stderr) ?? [];
    expect(readFileSync(aside, "utf8")).toBe('{"profiles": {"prod": {"api_k');
    expect(Object.keys(stored().profiles)).toEqual(["new"]);
    expect(readdirSync(folder).filter((name) => name.endsWith(".lock"))).toEqual([]);
  });

  test("asks on a terminal, shows nothing of the key, and puts no question on stdout", async () => {
    const { code, output } = await runInTerminal(parley, ["auth", "login", "--base-url", service.url()], {
      type: [{ after: "API key", keys: "pk_typed\r" }],
    });
    expect(code).toBe(0);
    expect(output).not.toContain("pk_typed");
    expect(stored().profiles.default.api_key).toBe("pk_typed");
  });

  test("asks nothing without a terminal, and names the flag to give", async () => {
    const { code, stderr } = await parley(["auth", "login", "--base-url", service.url()]);
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining("--api-key-stdin") });
    expect(service.requests).toEqual([]);
  });

  test("ends with 130 at Ctrl-C", async () => {
    const { code } = await runInTerminal(parley, ["auth", "login", "--base-url", service.url()], {
      type: [{ after: "API key", keys: "\x03" }],
    });
    expect(code).toBe(130);
  });
});

describe("auth status, list, use, logout", () => {
  test("say which profile, base URL and key are in force and why, never the key", async () => {
    await login("one", "pk_one_long_secret");
    const { json, stdout } = await parley(["auth", "status", "--json"]);
    expect(json).toMatchObject({
      profile: "one",
      base_url: service.url(),
      base_url_source: "profile",
      accepted: true,
    });
    expect(stdout).not.toContain("pk_one_long_secret");
    const list = await parley(["auth", "list", "--json"]);
    expect(list.stdout).not.toContain("pk_");
  });

  test.each([
    ["pk_1", "…"],
    ["pk_local_acme", "pk_l…"],
    ["pk_local_htTuvVeb0UHBzI0UL4owP", "pk_l…4owP"],
  ])("show at most a third of a key: %s as %s", async (key, shown) => {
    const env = { PARLEY_API_KEY: key, PARLEY_BASE_URL: service.url() };
    const { json } = await parley(["auth", "status", "--offline", "--json"], { env });
    expect(json.api_key).toBe(shown);
  });

  test("without any key: exit 4 and the way to get one", async () => {
    const { code, stderr } = await parley(["auth", "status"], {
      env: { PARLEY_CONFIG_DIR: join(parley.home, "none") },
    });
    expect({ code, stderr }).toMatchObject({ code: 4, stderr: expect.stringContaining("parley auth login") });
  });

  test("switch and forget", async () => {
    await login("one", "pk_one");
    await login("two", "pk_two");
    expect((await parley(["auth", "use", "one"])).code).toBe(0);
    await parley(["agents", "list"]);
    expect(service.requests.at(-1)?.headers["x-api-key"]).toBe("pk_one");
    expect((await parley(["auth", "use", "tow"])).stderr).toContain("did you mean two?");
    expect((await parley(["auth", "logout", "--profile", "one"])).code).toBe(0);
    expect(stored().profiles.one).toBeUndefined();
    expect((await parley(["agents", "list"])).code).toBe(4);
  });
});

describe("a project file", () => {
  const repo = join(parley.home, "repo");
  const inRepo = (yaml: string) => {
    mkdirSync(join(repo, "deep"), { recursive: true });
    writeFileSync(join(repo, "parley.yaml"), yaml);
    return parley(["agents", "list"], { cwd: join(repo, "deep") });
  };

  test("of a stranger's repository gets no stored key sent anywhere", async () => {
    await login("one", "pk_one");
    service.requests.length = 0;
    const { code, stderr } = await inRepo("base_url: http://127.0.0.1:1\n");
    expect({ code, stderr }).toMatchObject({
      code: 4,
      stderr: expect.stringContaining("was not sent to http://127.0.0.1:1"),
    });
  });

  test("with a key, an unknown key word or broken YAML is refused with its place", async () => {
    expect((await inRepo("api_key: pk_x\n")).stderr).toContain(
      "an API key does not belong in a project file",
    );
    expect(await inRepo("base_ulr: https://x\n")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("did you mean base_url?"),
    });
    expect((await inRepo("base_url: [\n")).stderr).toMatch(/parley\.yaml:\d+:\d+/);
  });
});

test("a config folder that others may read is closed at the next login", async () => {
  chmodSync(folder, 0o755);
  await login("one", "pk_one");
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});
