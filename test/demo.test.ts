import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";

const ROOT = resolve(import.meta.dirname, "..");

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "parley-demo-test-"));
  mkdirSync(join(folder, "tmp"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Starts the demo of `root`; what it makes for itself lands in `tmp` of this test's folder. */
function start(root = ROOT) {
  const env = { PATH: process.env["PATH"], HOME: join(folder, "home"), TMPDIR: join(folder, "tmp") };
  const child = spawn(process.execPath, [join(root, "scripts/demo.mjs")], { cwd: folder, env });
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]).then(
    ([stdout, stderr, [code]]) => ({ stdout, stderr, code }),
  );
  return { child, ended };
}

const leftovers = () => [
  ...readdirSync(join(folder, "tmp")),
  ...readdirSync(folder).filter((name) => name === "home"),
];

test("the demo does the main job by real commands, in this order, and leaves nothing behind", async () => {
  const { stdout, stderr, code } = await start().ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const commands = [
    "$ parley agents list",
    "$ parley metrics list",
    "$ parley dh create -f fixtures/digital-human.yaml",
    "$ parley dh list 7",
    "$ parley evaluate --agent 101",
    "$ parley evaluate show",
    "$ parley sim start 7",
    "| parley chat",
    "$ parley sim result",
    "$ parley kb push fixtures/knowledge-base.md",
    "$ parley prompts promote 2 production",
    "$ parley prompts show production",
    "$ parley kb delete-version 1",
  ];
  const shown = stdout.split("\n").filter((line) => line.startsWith("$ "));
  expect(shown).toEqual(commands.map((command) => expect.stringContaining(command)));
  const outputs = [
    "Front desk",
    "Appointment repeated",
    "Refund, angry",
    "booking.wav has two channels",
    '"bytes":396588',
    "success",
    "half past ten",
    "Open on Saturdays",
    "production: version 1 → version 2",
    "error: knowledge base version 1 is the production version",
    "All 13 steps ended as they should.",
    "parley serve --seed fixtures/seed.yaml",
  ];
  const places = outputs.map((output) => stdout.indexOf(output));
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(places).not.toContain(-1);
  expect(leftovers()).toEqual([]);
});

test("a step that does not end as it should is named, and the demo fails", async () => {
  for (const name of ["bin", "dist", "node_modules"]) symlinkSync(join(ROOT, name), join(folder, name));
  for (const name of ["scripts", "fixtures"])
    cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  rmSync(join(folder, "fixtures/recordings/booking.wav"));
  const { stderr, code } = await start(folder).ended;
  expect(stderr).toBe(
    'the demo failed: step 5, "Submit a finished call: a stereo recording, streamed, and its transcript": ' +
      "it ended with exit code 2, not 0\n",
  );
  expect(code).toBe(1);
  expect(leftovers()).toEqual([]);
});

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)("%s stops it and what it started", async (signal, exitCode) => {
  const { child, ended } = start();
  await once(child.stdout, "data");
  child.kill(signal);
  // stdout ends only when no process of the demo holds it any more.
  const { code, stdout, stderr } = await ended;
  expect({ code, stderr }).toEqual({ code: exitCode, stderr: "the demo was interrupted\n" });
  expect(stdout).not.toContain("as they should");
  expect(leftovers()).toEqual([]);
});
