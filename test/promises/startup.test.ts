/** What a command loads is counted, not timed. If a start-up path grows, this fails. */
import { execFileSync } from "node:child_process";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { everyNode } from "../../src/cli/commands/walk.ts";
import { type Endpoint, endpoints } from "../../src/contract/endpoints.ts";
import { BINARY, useCli } from "../support/cli.ts";
import { useRecorder } from "../support/recorder.ts";

const service = useRecorder();
const parley = useCli(service);
const dist = resolve(dirname(BINARY), "../dist");
const libraries: Record<string, string[]> = JSON.parse(readFileSync(join(dist, "libraries.json"), "utf8"));

/** What a process has evaluated: files, and modules of Node beyond those that every process has. */
interface Loaded {
  readonly files: readonly string[];
  readonly internals: readonly string[];
}

const report = join(parley.home, "loaded.json");
const probe = join(parley.home, "probe.cjs");
writeFileSync(
  probe,
  `const before = new Set(process.moduleLoadList);
process.on("exit", () => require("node:fs").writeFileSync(${JSON.stringify(report)}, JSON.stringify({
  files: Object.keys(require.cache).filter((file) => file !== __filename),
  internals: process.moduleLoadList.filter((name) => !before.has(name)),
})));`,
);
const readReport = (): Loaded => JSON.parse(readFileSync(report, "utf8"));

async function loaded(...args: string[]): Promise<Loaded> {
  service.answer({ body: [] });
  await parley(args, { env: { NODE_OPTIONS: `--require ${probe}` } });
  return readReport();
}

/** What a minimal process loads that uses Node's own HTTP, what commander needs, a signal handler, and an output. */
function loadedByNodeAlone(): Loaded {
  const script =
    'require("node:http"); require("node:child_process"); new AbortController(); process.on("SIGINT", () => {}); process.stdout.write("");';
  execFileSync(process.execPath, ["--require", probe, "-e", script]);
  return readReport();
}

const bytes = ({ files }: Loaded) => files.reduce((sum, file) => sum + statSync(file).size, 0);
/**
 * The bytes that a GET loads at the start: code, a row of the tree of commands, and a row of the table of
 * operations with the outlines of its body and answer. The tables are data that grow with the number of operations. The code that reads them does not.
 */
const CODE = 170_000;
const COMMAND_ROW = 152;
const OPERATION_ROW = 533;
const MAXIMUM = CODE + everyNode().length * COMMAND_ROW + Object.keys(endpoints).length * OPERATION_ROW;

const librariesOf = ({ files }: Loaded) => files.flatMap((file) => libraries[basename(file)] ?? []);

describe("start-up", () => {
  test.each([
    { of: "the version", args: ["--version"] },
    { of: "help", args: ["--help"] },
    { of: "a group's help", args: ["agents", "--help"] },
    { of: "a command's help", args: ["agents", "list", "--help"] },
    { of: "completion of a command", args: ["__complete", "agents", "li"] },
    { of: "completion of a value", args: ["__complete", "agents", "list", "--mode", ""] },
  ])("of $of evaluates two small files, no library, and nothing more of Node", async ({ args }) => {
    const all = await loaded(...args);
    expect(all.files.map((file) => basename(file))).toEqual(["parley.js", "main.cjs"]);
    expect(bytes(all)).toBeLessThan(8_000);
    expect(all.internals).toEqual([]);
  });

  test.each([
    { as: "a table", flags: [] },
    { as: "JSON", flags: ["--json"] },
    { as: "JSON of some fields", flags: ["-o", "jsonl", "--fields", "id,name"] },
  ])("of one GET, piped as $as, evaluates five files and no library but commander", async ({ flags }) => {
    const all = await loaded("agents", "list", ...flags);
    expect(librariesOf(all)).toEqual(["commander"]);
    expect(all.files).toHaveLength(5);
    expect(bytes(all)).toBeLessThan(MAXIMUM);
  });

  test("of one GET reads the table of operations as JSON, which V8 does faster than it compiles objects", async () => {
    const { files } = await loaded("agents", "list");
    const texts = files.map((file) => readFileSync(file, "utf8").replaceAll("\\`", "`"));
    const rows = Object.values<Endpoint>(endpoints).map((row) => JSON.stringify(row));
    expect(rows.filter((row) => !texts.some((text) => text.includes(row)))).toEqual([]);
  });

  test("of one GET loads no more of Node than its HTTP, commander, a signal's handler and an output need", async () => {
    const { internals } = await loaded("agents", "list");
    const needed = loadedByNodeAlone().internals;
    expect(needed).toContain("NativeModule http");
    const more = internals.filter((name) => !needed.includes(name));
    expect(more).toEqual(["NativeModule process"]);
  });

  test("of bulk work loads of undici what connections need: no fetch", async () => {
    const manifest = join(parley.home, "two.jsonl");
    const row = (name: string) => JSON.stringify({ kind: "DigitalHumans", simulation_ids: [7], name });
    writeFileSync(manifest, `${row("A")}\n${row("B")}\n`);
    service.answer(({ method }) => ({
      body:
        method === "GET"
          ? { digital_humans: [], total: 0, simulation_id: 7 }
          : { digital_human: { id: 1 }, simulation_ids: [7], simulation_id: 7 },
    }));
    await parley(["dh", "apply", "-f", manifest, "--yes"], { env: { NODE_OPTIONS: `--require ${probe}` } });
    expect(service.requests.map(({ method }) => method)).toEqual(["GET", "POST", "POST"]);
    const all = readReport();
    const ofUndici = all.files.filter((file) => libraries[basename(file)]?.includes("undici"));
    expect(ofUndici).toHaveLength(1);
    expect(bytes({ ...all, files: ofUndici })).toBeLessThan(400_000);
  });

  test("of the server for coding agents evaluates the protocol and zod, and not the large validator", async () => {
    const all = await loaded("mcp");
    expect([...new Set(librariesOf(all))].toSorted()).toEqual([
      "@modelcontextprotocol/core",
      "@modelcontextprotocol/server",
      "commander",
      "zod",
    ]);
    expect(bytes(all)).toBeLessThan(1_036_000);
    expect(all.internals).not.toContain("NativeModule http");
  });

  test("of completion reads one table, which is small", () => {
    expect(statSync(join(dist, "completion.json")).size).toBeLessThan(everyNode().length * 160);
  });
});
