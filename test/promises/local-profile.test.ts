/**
 * The profile that a service's first start stores. It is the only copy of its key, so nothing may replace it.
 */
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { useProgram } from "../support/in-process.ts";
import { runInTerminal } from "../support/terminal.ts";

const parley = useProgram();
const stored = () => JSON.parse(readFileSync(join(parley.home, ".config", "parley", "config.json"), "utf8"));

/** `parley serve` as a person starts it, until it has printed where the key is, or that it is ready. */
async function serve(...flags: string[]) {
  const child = parley.start(["serve", "--port", "0", "--log", "text", ...flags]);
  let told = "";
  let printed = "";
  child.stderr?.on("data", (chunk) => {
    told += chunk;
  });
  child.stdout?.on("data", (chunk) => {
    printed += chunk;
  });
  await expect.poll(() => `${told}${printed}`).toMatch(/stored as the profile|not shown again/);
  const [, key = ""] = /organization local: (pk_\S+)/.exec(printed) ?? [];
  const [, port = ""] = /serving at \S+:(\d+)/.exec(printed) ?? [];
  return {
    key,
    port,
    told: () => told,
    async stop() {
      const closed = once(child, "close");
      child.kill("SIGTERM");
      expect(await closed).toEqual([0, null]);
    },
  };
}

test("a second store gets its own profile, and the first keeps its key", async () => {
  const first = await serve("--data", "A");
  await first.stop();
  const second = await serve("--data", "B");
  expect(stored()).toMatchObject({
    current: "local",
    profiles: { local: { api_key: first.key }, "local-2": { api_key: second.key } },
  });
  expect(second.told()).toContain("--profile local-2");
  const { code, json } = await parley(["agents", "list", "--json", "--profile", "local-2"]);
  expect({ code, json }).toEqual({ code: 0, json: [] });
  await second.stop();

  const again = await serve("--data", "A");
  const asked = await parley(["agents", "list", "--base-url", `http://127.0.0.1:${again.port}`]);
  expect(asked.code, asked.stderr).toBe(0);
  await again.stop();
});

test("suggests commands that work: with a seed, the line before them sets the key and the address", async () => {
  writeFileSync(
    join(parley.home, "seed.yaml"),
    "kind: Seed\norganizations:\n  - { name: acme, api_key: pk_acme }\n",
  );
  const suggested = (flags: string[], until: string) =>
    runInTerminal(parley, ["serve", "--port", "0", ...flags], {
      columns: 200,
      type: [{ after: until, keys: "\x03" }],
    });
  const { output } = await suggested(["--data", "C", "--seed", "seed.yaml"], "stop with Ctrl-C");
  const [, url = ""] = /serving at (\S+)/.exec(output) ?? [];
  const lines = output.replaceAll("\r", "").split("\n");
  const next = lines.indexOf("next, in another terminal:");
  expect(lines[next + 1]).toBe(`  \`export PARLEY_BASE_URL=${url} PARLEY_API_KEY=pk_acme\``);
  expect(lines[next + 2]).toContain("`parley open`");
  const again = await suggested(["--data", "C"], "stop with Ctrl-C");
  expect(again.output).toMatch(/PARLEY_API_KEY=…` with a key of this service/);
});

test("a service in memory takes its profile with it, and no other", async () => {
  const before = stored();
  const service = await serve("--memory");
  expect(stored().profiles["local-3"]).toMatchObject({ api_key: service.key });
  await service.stop();
  expect(stored()).toEqual(before);
});

test.each(["0.0.0.0", "::"])(
  "a service on %s is stored under an address that clients reach",
  async (host) => {
    const service = await serve("--memory", "--host", host);
    const profile = stored().profiles["local-3"];
    expect(profile.base_url).toBe(`http://127.0.0.1:${service.port}`);
    expect((await parley(["agents", "list", "--profile", "local-3"])).code).toBe(0);
    const every = `http://${host === "::" ? "[::]" : host}:${service.port}`;
    const asked = await parley(["agents", "list", "--profile", "local-3", "--base-url", every]);
    expect(asked.code, asked.stderr).toBe(0);
    await service.stop();
  },
);
