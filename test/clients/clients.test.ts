/** The clients for Python and JavaScript, as users have them: from a release, against the service. */
import { execFile, execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { useCli } from "../support/cli.ts";
import { type Served, startService } from "../support/served.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "parley-clients-"));
const PYTHON = join(folder, "python");
const parley = useCli();
let service: Served;
let env: Record<string, string>;

beforeAll(async () => {
  execFileSync(process.execPath, [join(ROOT, "scripts/clients.mjs"), join(PYTHON, "parley.py")]);
  service = await startService(parley, "--memory", "--seed", join(ROOT, "fixtures/seed.yaml"));
  const key = service.organizations[0]?.api_key ?? "";
  env = {
    PATH: process.env["PATH"] ?? "",
    URL: service.url,
    KEY: key,
    PYTHONPATH: PYTHON,
    PYTHONDONTWRITEBYTECODE: "1",
  };
});
afterAll(async () => {
  await service?.stop("SIGTERM");
  rmSync(folder, { recursive: true, force: true });
});

const run = async (program: string, ...words: string[]) => {
  const { stdout } = await promisify(execFile)(program, words, { cwd: folder, env });
  return stdout;
};
const python = async (script: string) =>
  JSON.parse(
    await run(
      "python3",
      "-c",
      `import json, os, parley as p\nclient = p.Parley(os.environ["URL"], os.environ["KEY"])\n${script}`,
    ),
  );

const skipUnless = (program: string, ...words: string[]) => {
  const isThere = spawnSync(program, words, { env: process.env }).status === 0;
  if (!isThere) console.log(`skipped: ${[program, ...words].join(" ")} does not work here`);
  return !isThere;
};

describe.skipIf(skipUnless("python3", "--version"))("the Python client", () => {
  test("has a method for every operation of the contract", async () => {
    const { json } = await parley(["schema", "openapi", "--json"]);
    const paths: Record<string, Record<string, { operationId: string }>> = json.paths;
    const operations = Object.values(paths).flatMap((verbs) =>
      Object.values(verbs).map(({ operationId }) => operationId),
    );
    const methods = await python(
      "print(json.dumps([name for name in dir(client) if not name.startswith('_')]))",
    );
    expect(operations.length).toBeGreaterThan(100);
    expect(methods).toEqual(expect.arrayContaining(operations));
  });

  test("reads answers into dataclasses, with lists and nested objects", async () => {
    const found = await python(`
agents = client.list_agents()
print(json.dumps([[type(one).__name__, one.id, one.name] for one in agents]))`);
    expect(found).toEqual([[expect.stringMatching(/^Agent/), "101", "Front desk"]]);
  });

  test("sends set fields, leaves out None, and sends null for NULL", async () => {
    const found = await python(`
made = client.create_digital_human(p.CreateDigitalHuman(simulation_ids=[7], digital_human=p.CreateDigitalHumanDigitalHuman(name="Ann", intent="Wants a refund", tag=p.NULL)))
print(json.dumps([made.digital_human.name, made.digital_human.intent, made.extra]))`);
    expect(found).toEqual(["Ann", "Wants a refund", {}]);
  });

  test("says why the service refuses: status, reason and body", async () => {
    const found = await python(`
found = []
for call in (lambda: client.create_digital_human(p.CreateDigitalHuman(digital_human=p.CreateDigitalHumanDigitalHuman(background_noise_volume=2.0))), lambda: client.list_simulation_runs("999")):
    try:
        call()
    except p.ParleyError as error:
        found.append([error.status, str(error), error.body is not None])
try:
    p.Parley("http://127.0.0.1:9", "k", timeout=2).list_agents()
except p.ParleyError as error:
    found.append([error.status, str(error), error.body is not None])
print(json.dumps(found))`);
    expect(found).toMatchObject([
      [expect.any(Number), expect.stringContaining("POST /v1/create-digital-human: 4"), true],
      [404, expect.stringMatching(/^GET .v1.get-simulation-runs.999: 404: \S/), true],
      [null, expect.stringContaining("GET /v1/all-agents: "), false],
    ]);
  });

  test("does not show its key", async () => {
    expect(await python("print(json.dumps(os.environ['KEY'] in repr(client) + str(client)))")).toBe(false);
  });

  test("keeps fields that it does not know, also when they are sent back", async () => {
    const found = await python(`
one = p._read(p.CreateDigitalHumanDigitalHuman, {"name": "Ann", "new_field": {"a": [1]}})
print(json.dumps([one.name, one.extra, p._write(one)]))`);
    expect(found).toEqual(["Ann", { new_field: { a: [1] } }, { name: "Ann", new_field: { a: [1] } }]);
  });

  test.skipIf(skipUnless("python3", "-m", "mypy", "--version"))(
    "is clean for mypy --strict",
    () => {
      const words = [
        "-m",
        "mypy",
        "--strict",
        "--cache-dir",
        join(folder, "mypy"),
        join(PYTHON, "parley.py"),
      ];
      expect(spawnSync("python3", words, { encoding: "utf8" }).stdout).toContain("no issues found");
    },
    120_000,
  );
});

describe("the JavaScript client, from the packed file in an empty folder", () => {
  beforeAll(() => {
    const words = ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder];
    const file = execFileSync("npm", words, { cwd: ROOT, encoding: "utf8" }).trim();
    const place = join(folder, "node_modules/parley-cli");
    mkdirSync(place, { recursive: true });
    execFileSync("tar", ["-xzf", join(folder, file), "--strip-components=1", "-C", place]);
  }, 60_000);

  const script = async (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return run(process.execPath, name);
  };

  test("is imported without doing anything", async () => {
    const told = await script(
      "import.mjs",
      `const before = [process.listenerCount("SIGINT"), Object.keys(globalThis).length];
       const { Parley, ParleyError } = await import("parley-cli");
       const after = [process.listenerCount("SIGINT"), Object.keys(globalThis).length];
       console.log(JSON.stringify([before.join() === after.join(), typeof Parley, typeof ParleyError]));`,
    );
    expect(JSON.parse(told)).toEqual([true, "function", "function"]);
  });

  test("calls the service, says why it refuses, and lets the process end", async () => {
    const told = await script(
      "calls.mjs",
      `import { Parley, ParleyError } from "parley-cli";
       const parley = new Parley({ base_url: process.env.URL, api_key: process.env.KEY });
       const [agents] = await Promise.all([parley.call("list_agents", {}), parley.call("list_agents", {})]);
       const { digital_human } = await parley.call("create_digital_human", { body: { simulation_ids: [7], digital_human: { name: "Bea", intent: "x" } } });
       const refused = await parley.call("list_simulation_runs", { params: { simulation_id: "999" } }).catch((error) => error);
       await parley.close();
       console.log(JSON.stringify([agents[0].name, digital_human.name, refused instanceof ParleyError, refused.kind, refused.status]));`,
    );
    expect(JSON.parse(told)).toEqual(["Front desk", "Bea", true, "not_found", 404]);
  });

  test("refuses an address that does not belong to a service, and never shows the key", async () => {
    const told = await script(
      "refuses.mjs",
      `import { Parley } from "parley-cli";
       import { inspect } from "node:util";
       let message;
       try { new Parley({ base_url: "ftp://x", api_key: "k" }); } catch (error) { message = error.message; }
       const shown = inspect(new Parley({ base_url: "http://x", api_key: "pk_very_secret" }), { depth: 9, showHidden: true });
       console.log(JSON.stringify([message, shown.includes("pk_very_secret")]));`,
    );
    expect(JSON.parse(told)).toEqual(["base_url must begin with http:// or https://", false]);
  });

  test("has types: valid code compiles, and invalid code is found", () => {
    const tsc = (text: string) => {
      writeFileSync(
        join(folder, "typed.mts"),
        `import { Parley } from "parley-cli";\ndeclare const parley: Parley;\n${text}\n`,
      );
      const words = [
        "--ignoreConfig",
        "--noEmit",
        "--strict",
        "--module",
        "nodenext",
        "--types",
        "",
        "typed.mts",
      ];
      return spawnSync(join(ROOT, "node_modules/.bin/tsc"), words, { cwd: folder, encoding: "utf8" }).stdout;
    };
    expect(
      tsc(`const agents = await parley.call("list_agents", {});
           const name: string | null | undefined = agents[0]?.name; void name;
           await parley.call("create_digital_human", { body: { simulation_ids: [7], digital_human: { name: "x" } } });`),
    ).toBe("");
    expect(tsc(`await parley.call("list_agent", {});`)).toContain("error TS2345");
    expect(tsc(`await parley.call("list_simulation_runs", {});`)).toContain("error TS2741");
  }, 60_000);
});
