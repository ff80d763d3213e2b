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

/** Starts the demo of `root`. Its own files go to `tmp` in this test's folder. */
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

/** Each step's command, and a part of its output. */
const STEPS = [
  ["$ parley agents list\n", "101\tFront desk\tTEXT"],
  ["$ parley metrics list\n", "Appointment repeated\tyes_no\t101\tcore, booking"],
  ["$ parley dh create -f fixtures/digital-human.yaml\n", "name\tRefund, angry"],
  [
    "$ parley dh apply -f fixtures/digital-humans.yaml --yes\n",
    "Noisy caller (indian, cafe) in simulation 7\tcreated",
  ],
  ["$ parley dh list 7\n", "502\tRefund, angry"],
  ["$ parley evaluate --agent 101 --start-time 2026-11-01T09:00:00Z --recording", "\npassed\n"],
  ["$ parley evaluate fixtures/evaluations.yaml --json", "3 done"],
  ["$ parley evaluate show", "TIMELINE  times from the recording"],
  ["$ parley api POST /v1/update-agent", "/agent"],
  ["$ parley dh generate --agent 101 --probe 1", "Probe: Start with"],
  ["$ parley sim start 7", '"simulation_result_ids"'],
  ["$ parley sim wait 7 --run 901", "8 of 8 done: "],
  [
    "$ parley sim results 901",
    "\t504\tagent_ended\tfailed\tSuccess criteria (pass when tool move_appointment called",
  ],
  ["$ parley sim result 1\n", "tool   book_appointment("],
  ["$ parley sim result 8\n", 'passed  Success criteria: turn 2 "Clinic front desk"'],
  ["$ parley call 501 --simulation 7 --to ws://127.0.0.1:", "(hung_up_by_agent)"],
  ["$ parley kb push fixtures/knowledge-base.md", "2\tlatest\tOpen on Saturdays"],
  ["$ parley prompts promote 2 production", "production: version 1 → version 2\n"],
  ["$ parley prompts show production", "\n2\n"],
  ["$ parley kb delete-version 1", "error: knowledge base version 1 is the production version"],
] as const;

test("the demo does the main job by real commands, in this order, and leaves nothing behind", async () => {
  const { stdout, stderr, code } = await start().ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const [start_of_service, ...shown] = stdout.split(/^# \d+\. /m);
  expect(start_of_service).toMatch(/^parley is serving at http:\/\/127\.0\.0\.1:\d+, in memory\n/);
  expect(shown).toHaveLength(STEPS.length);
  for (const [i, [command, output]] of STEPS.entries()) {
    expect(shown[i]).toContain(command);
    expect(shown[i]).toContain(output);
  }
  // No conversation is both failed and inconclusive.
  const marks = [...stdout.matchAll(/^([✗?]) .*\(result (\d+)\)$/gm)].map(
    ([, mark, id]) => [id, mark] as const,
  );
  expect(new Map(marks).size).toBe(new Set(marks.map(String)).size);
  expect(stdout).toContain(`All ${STEPS.length} steps ended as they should.`);
  expect(stdout).toContain("parley serve --seed fixtures/seed.yaml");
  expect(leftovers()).toEqual([]);
});

test("a step that does not end as it should is named, and the demo fails", async () => {
  for (const name of ["bin", "dist", "node_modules"]) symlinkSync(join(ROOT, name), join(folder, name));
  for (const name of ["scripts", "fixtures"])
    cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  rmSync(join(folder, "fixtures/recordings/booking.wav"));
  const { stderr, code } = await start(folder).ended;
  expect(stderr).toBe(
    'the demo failed: step 6, "Submit a finished call, a stereo recording and its transcript, and wait for its verdicts": ' +
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
  // stdout ends only when all processes of the demo have closed it.
  const { code, stdout, stderr } = await ended;
  expect({ code, stderr }).toEqual({ code: exitCode, stderr: "the demo was interrupted\n" });
  expect(stdout).not.toContain("as they should");
  expect(leftovers()).toEqual([]);
});
