import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { isGroup } from "../../src/cli/commands/tree/node.ts";
import { everyNode } from "../../src/cli/commands/walk.ts";
import { quickAnswer } from "../../src/cli/quick.ts";
import { EXIT_CODES, OUTCOMES, type Outcome } from "../../src/lib/failure.ts";
import { useCli } from "../support/cli.ts";
import { runInTerminal } from "../support/terminal.ts";

const parley = useCli();
const dist = resolve(import.meta.dirname, "../../dist");

const nodes = everyNode();
/** Every command, as the words that call it. */
const leaves = nodes.filter(({ node }) => !isGroup(node) || node.self).map(({ path }) => path);

/** The program's immediate answer to a request for help. A separate process prints the same (see below). */
function helpOf(words: readonly string[]): string {
  const read = (name: string) => readFileSync(join(dist, name), "utf8");
  return quickAnswer([...words, "--help"], { version: "", read }) ?? "";
}

describe("help", () => {
  test.each([[["evaluate"]], [["release", "check"]], [[]]])("of parley %j fits 40 columns", async (words) => {
    const { output } = await runInTerminal(parley, [...words, "--help"], { columns: 40 });
    const [options = ""] = output.replaceAll("\r", "").split(/\n(?:Examples|Help for a command):/);
    // The terminal wraps a word that is longer than the line.
    const long = options.split("\n").filter((line) => line.length > 40 && line.trim().includes(" "));
    expect(long.filter((line) => !line.startsWith("Usage:"))).toEqual([]);
  });

  test.each(leaves.map((words) => [words]))("of parley %j has a runnable example", (words) => {
    const examples = [...helpOf(words).matchAll(/^ {2}\$ (.*)$/gm)].map(([, line]) => line ?? "");
    expect(examples.length).toBeGreaterThan(0);
    expect(examples.some((line) => line.includes(`parley ${words.join(" ")}`))).toBe(true);
  });

  test("has no stilted phrase", () => {
    const folder = join(dist, "help/80");
    const files = readdirSync(folder).map((name) => join(folder, name));
    expect(files.length).toBeGreaterThan(leaves.length);
    const script = resolve(import.meta.dirname, "../../scripts/plain-english.mjs");
    const { status, stderr } = spawnSync(process.execPath, [script, ...files], { encoding: "utf8" });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  });

  test("is the same by `help`, `--help` and `-h`, and a bare group prints it with 0", async () => {
    const [help, flagged, short] = await Promise.all([
      parley(["help", "agents", "list"]),
      parley(["agents", "list", "--help"]),
      parley(["agents", "list", "-h"]),
    ]);
    expect(flagged).toMatchObject({ code: 0, stdout: helpOf(["agents", "list"]), stderr: "" });
    expect(help.stdout).toBe(flagged.stdout);
    expect(short.stdout).toBe(flagged.stdout);
    expect(await parley(["agents"])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("list"),
      stderr: "",
    });
    expect(await parley([])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("Test agents:"),
      stderr: "",
    });
  });
});

describe("exit codes", () => {
  const rows = (Object.keys(EXIT_CODES) as Outcome[]).map(
    (name) => [EXIT_CODES[name], OUTCOMES[name]] as const,
  );

  test("are in `parley help exit-codes` and in the README, each in the same words", async () => {
    const { stdout } = await parley(["help", "exit-codes"]);
    const readme = readFileSync(resolve(import.meta.dirname, "../../README.md"), "utf8");
    for (const [code, words] of rows) {
      expect(stdout).toMatch(new RegExp(`^ *${code}  `, "m"));
      expect(stdout).toContain(words);
      expect(readme).toContain(`| ${code} | ${words} |`);
    }
  });
});
