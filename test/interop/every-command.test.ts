/**
 * Every command that uses the service, against one that is generated from the published reference: as published,
 * with ids and numbers the other way round, and with nulls and unknown fields everywhere.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { isGroup, type Tree } from "../../src/cli/commands/tree/node.ts";
import { tree } from "../../src/cli/commands/tree.ts";
import { EXIT_CODES } from "../../src/lib/failure.ts";
import { isLocal } from "../chaos/table.ts";
import { type Asked, answer, useHosted } from "../support/hosted.ts";
import { runInProcess, useProgram } from "../support/in-process.ts";
import { COMMAND_LINES, type CommandLine, FILES } from "./command-lines.ts";
import { type Mode, type Outcome, respond } from "./stand-in.ts";

const service = useHosted();
const parley = useProgram(service);

beforeAll(() => {
  for (const [name, content] of Object.entries(FILES))
    writeFileSync(join(parley.home, name), typeof content === "string" ? content : JSON.stringify(content));
});

/** What commands send although the reference doesn't have it so, and why. */
const SENT: readonly (readonly [fault: RegExp, why: string])[] = [
  [/create-digital-human: body\.digital_human\.phone_number is missing/, "optional in the specification"],
  [/create-simulation: body\.digital_human_ids is not published/, "they are also attached as published"],
  [/queue-http-text-simulation-run: body\.seed is not published/, "an extension; nothing relies on it"],
];

/** Runs a command against the stand-in, and returns what the reference doesn't allow in its requests too. */
async function run(
  { argv, stdin = "", endless }: CommandLine,
  mode: Mode,
  outcome: Outcome = "passed",
  { deletions_are_silent = false } = {},
) {
  const faults: string[] = [];
  service.asked.length = 0;
  service.offer({
    "*": ({ what, query, body }: Asked) => {
      const [method = "", path = ""] = what.split(" ");
      const response = respond({ method, path, query, body }, mode, outcome);
      if (deletions_are_silent && method === "DELETE") return answer(204, undefined);
      faults.push(...response.faults.filter((fault) => !SENT.some(([known]) => known.test(fault))));
      return answer(response.status, response.body);
    },
  });
  const stop = new AbortController();
  // What a command has journaled as done, it doesn't send again: so each mode has its own home.
  const HOME = join(parley.home, `${mode} ${outcome}`);
  mkdirSync(HOME, { recursive: true });
  const env = { ...parley.environment(), HOME };
  const running = runInProcess(argv, { cwd: parley.home, env, stdin, signal: stop.signal });
  if (endless) {
    await vi.waitFor(() => expect(service.asked).not.toEqual([]), { timeout: 10_000 });
    stop.abort();
  }
  return { ...(await running), faults };
}

const namesOf = (nodes: Tree): string[] =>
  Object.entries(nodes).flatMap(([word, node]) =>
    isGroup(node)
      ? [...(node.self ? [word] : []), ...namesOf(node.commands).map((name) => `${word} ${name}`)]
      : [word],
  );

test("every command has a line here, or sends nothing to the service", () => {
  const lines = COMMAND_LINES.map(({ command }) => command);
  expect(
    namesOf(tree)
      .filter((name) => !isLocal(name))
      .sort(),
  ).toEqual([...new Set(lines)].sort());
});

const titled = (lines: readonly CommandLine[]) => lines.map((line) => ({ line, words: line.argv.join(" ") }));
const every = titled(COMMAND_LINES);
const gates = titled(COMMAND_LINES.filter(({ gate }) => gate));

/** No words of a crash, and nothing that a program prints by mistake. */
function expectSound({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) {
  expect(Object.values(EXIT_CODES), stderr).toContain(code);
  expect(stderr).not.toMatch(/bug in parley|fault of parley|\n\s+at /);
  expect(stdout + stderr).not.toMatch(/\bundefined\b|\[object Object\]|\bNaN\b/);
  if (code !== 0 && code !== EXIT_CODES.gate) expect(stderr).toMatch(/^error: \S/m);
}

describe.each(["as published", "the other way round"] as const)("%s", (mode) => {
  test.each(every)("$words", async ({ line }) => {
    const ran = await run(line, mode);
    expectSound(ran);
    expect(ran.code, ran.stderr).toBe(line.ends ?? 0);
    expect(ran.faults).toEqual([]);
  });

  test.each(gates)("$words: a failure is not a pass", async ({ line }) => {
    const ran = await run(line, mode, "failed");
    expect(ran.code, ran.stdout + ran.stderr).toBe(EXIT_CODES.gate);
  });
});

describe("nulls", () => {
  test.each(every)("$words", async ({ line }) => {
    const ran = await run(line, "nulls");
    expectSound(ran);
    if (line.gate) expect(ran.code, ran.stdout).not.toBe(0);
    expect(ran.faults).toEqual([]);
  });
});

describe("a deletion that is answered without a body", () => {
  const deletions = titled(
    COMMAND_LINES.filter(({ command }) => /\b(?:delete|detach|unlabel)\b/.test(command)),
  );
  const silent = { deletions_are_silent: true };
  /** They take several ids, and print a row for each. */
  const ROWS = ["dh delete", "metrics delete", "sim delete-run", "sim delete-result"];

  test.each(deletions)("$words", async ({ line }) => {
    const ran = await run(line, "as published", "passed", silent);
    expect(ran.code, ran.stderr).toBe(line.ends ?? 0);
    if (line.ends !== undefined) return;
    const json = await run({ ...line, argv: [...line.argv, "--json"] }, "as published", "passed", silent);
    expect([json.code, json.stderr]).toEqual([0, ""]);
    const [id = ""] = line.argv.slice(line.command.split(" ").length);
    if (ROWS.includes(line.command)) {
      expect([ran.stdout, ran.stderr]).toEqual([expect.stringContaining(id), ""]);
      expect([JSON.parse(json.stdout)].flat()).toEqual([{ id: expect.anything() }]);
    } else {
      expect([ran.stdout, ran.stderr]).toEqual(["", "done; the service sent nothing back\n"]);
      expect(json.stdout).toBe("null\n");
    }
  });
});
