/** What a command loads is counted, not timed: a start-up path that grows fails here. */
import { readFileSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { useCli } from "../support/cli.ts";
import { useRecorder } from "../support/recorder.ts";

const service = useRecorder();
const parley = useCli(service);
const libraries: Record<string, string[]> = JSON.parse(
  readFileSync(resolve(import.meta.dirname, "../../dist/libraries.json"), "utf8"),
);

const probe = join(parley.home, "probe.cjs");
writeFileSync(
  probe,
  `process.on("exit", () => require("node:fs").writeFileSync(${JSON.stringify(join(parley.home, "loaded.json"))}, JSON.stringify(Object.keys(require.cache))));`,
);

/** The files of the program that a command line evaluates, in order. */
async function evaluates(...args: string[]): Promise<string[]> {
  service.answer({ body: [] });
  await parley(args, { env: { NODE_OPTIONS: `--require ${probe}` } });
  const files: string[] = JSON.parse(readFileSync(join(parley.home, "loaded.json"), "utf8"));
  return files.map((file) => basename(file)).filter((file) => file !== basename(probe));
}

/** The libraries that a command line evaluates. */
async function loads(...args: string[]): Promise<string[]> {
  const files = await evaluates(...args);
  return [...new Set(files.flatMap((file) => libraries[file] ?? []))].sort();
}

describe("start-up", () => {
  test.each([
    [["--version"]],
    [["--help"]],
    [["agents", "--help"]],
    [["agents", "list", "--help"]],
    [["dh", "apply", "--help"]],
  ])("of %j evaluates no library at all", async (args) => {
    expect(await loads(...args)).toEqual([]);
  });

  test("of completion evaluates no library at all", async () => {
    expect(await loads("__complete", "agents", "list", "--mode", "")).toEqual([]);
  });

  test("of one GET, piped, evaluates commander and Node's own HTTP", async () => {
    expect(await loads("agents", "list")).toEqual(["commander"]);
    expect(await loads("agents", "list", "--json")).toEqual(["commander"]);
  });

  test.each([
    [["--version"], 2],
    [["--help"], 2],
    [["agents", "list", "--help"], 2],
    [["__complete", "agents", "list", "--mode", ""], 6],
    [["agents", "list"], 8],
  ])("of %j evaluates at most %i files", async (args, most) => {
    expect((await evaluates(...args)).length).toBeLessThanOrEqual(most);
  });
});
