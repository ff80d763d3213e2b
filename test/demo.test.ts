import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";

const ROOT = resolve(import.meta.dirname, "..");

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "parley-demo-test-"));
  mkdirSync(join(folder, "tmp"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A demo takes half a minute, and several times that beside other tests. */
const BUSY_MS = 300_000;

/** Starts the demo of `root`. Its own files go to `tmp` in this test's folder. */
function start(root = ROOT, ...flags: string[]) {
  const env = { PATH: process.env["PATH"], HOME: join(folder, "home"), TMPDIR: join(folder, "tmp") };
  const child = spawn(process.execPath, [join(root, "scripts/demo.mjs"), ...flags], { cwd: folder, env });
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]).then(
    ([stdout, stderr, [code]]) => ({ stdout, stderr, code }),
  );
  return { child, ended };
}

const leftovers = () => [
  ...readdirSync(join(folder, "tmp")),
  ...readdirSync(folder).filter((name) => name === "home"),
];

/** What each scene shows. */
const SCENES = [
  [
    /✗ Bob/,
    /issue_refund\(.*\n.*lookup_order\(/,
    / 1 passed, 1 failed /,
    /order-desk-lines\.mjs\n[\s\S]* 2 passed {2}\(/,
  ],
  [
    /✗ Jordan/,
    /Your table on friday is booked/,
    /bookings: added .*"day":"saturday".* by tool call 1/,
    /agents\/restaurant\.mjs\n[\s\S]* 1 passed {2}\(/,
  ],
  [/FAILED {9}No long waits/, /TIMELINE/, /▬… 6\.0 s/],
  [/booked Tuesday at 9:15/, /FAILED {9}Policy: Book with book_appointment only after/],
  [/May I have your full name/, /\npassed: Goal/],
  [
    /\nnot passed: .*only after/,
    /\nerror: the check did not pass/,
    /\npassed: 1 of 1 passed/,
    /the agent did not confirm that it ran prompt version 2/,
    /\nproduction: version 1 → version 2/,
    /"version_evidence":"confirmed"/,
  ],
  [/\nconversation 1 of run 901 .*\(goal_reached\)/, /9 AGENT Goodbye!/],
  [/\$ parley report \d+ --to \S+report\.html/],
] as const;

test("the demo shows eight scenes by real commands, each with what to notice, and keeps the report and the recording", {
  timeout: BUSY_MS,
}, async () => {
  const { stdout, stderr, code } = await start().ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const [, ...scenes] = stdout.split(/^━━ \d\. /m);
  expect(scenes).toHaveLength(SCENES.length);
  for (const [i, shown] of SCENES.entries()) {
    expect(scenes[i]).toMatch(/^.+\n {3}Notice: .+\.\n/);
    for (const one of shown) expect(scenes[i]).toMatch(one);
  }
  const [, report = ""] = /^Open the report: +(\S+)$/m.exec(stdout) ?? [];
  const [, recording = ""] = /^Hear the call: +(\S+)$/m.exec(stdout) ?? [];
  expect(readFileSync(report, "utf8")).toMatch(/<title>Run \d+ · Parley<\/title>/);
  expect(readFileSync(recording).subarray(0, 4).toString()).toBe("RIFF");
  expect(leftovers()).toEqual([basename(dirname(report))]);
});

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
  ["$ parley agents update 101 --set http_webhook=http", "/agent"],
  ["$ parley dh generate --agent 101 --probe 1", "Probe: Start with"],
  ["$ parley sim start 7", '"simulation_result_ids"'],
  ["$ parley sim wait 7 --run 901", "8 of 8 done: "],
  [
    "$ parley sim results 901",
    "\t504\tagent_ended\tfailed\tSuccess criteria (pass when tool move_appointment called",
  ],
  ["$ parley sim result 1\n", "tool   book_appointment("],
  ["$ parley sim result 8\n", "inconclusive: the agent kept to"],
  ["$ parley call 501 --simulation 7 --to ws://127.0.0.1:", "(goal_reached)"],
  ["$ parley kb push fixtures/knowledge-base.md", "2\tlatest\tOpen on Saturdays"],
  ["$ parley prompts promote 2 production", "production: version 1 → version 2\n"],
  ["$ parley prompts show production", "\n2\n"],
  ["$ parley kb delete-version 1", "error: knowledge base version 1 is the production version"],
] as const;

test("--all continues with a tour of the other commands", { timeout: BUSY_MS }, async () => {
  const { stdout, stderr, code } = await start(ROOT, "--all").ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const [, ...shown] = stdout.split(/^# \d+\. /m);
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
});

test("a step that does not end as it should is named, and the demo fails", { timeout: BUSY_MS }, async () => {
  for (const name of ["bin", "dist", "node_modules"]) symlinkSync(join(ROOT, name), join(folder, name));
  for (const name of ["scripts", "fixtures"])
    cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  rmSync(join(folder, "fixtures/recordings/slow.wav"));
  const { stderr, code } = await start(folder).ended;
  expect(stderr).toMatch(
    /^the demo failed: scene 3, "A call that went wrong": `parley evaluate .*` ended with exit code 2, not 9\n$/,
  );
  expect(code).toBe(1);
  expect(leftovers()).toEqual([]);
});

// By the fourth scene, a service and an agent run.
test.each([
  ["SIGHUP", 129, "━━ 1."],
  ["SIGHUP", 129, "━━ 4."],
  ["SIGINT", 130, "━━ 1."],
  ["SIGINT", 130, "━━ 4."],
  ["SIGTERM", 143, "━━ 1."],
  ["SIGTERM", 143, "━━ 4."],
] as const)(
  "%s, exit code %d, at %s stops it and what it started",
  { timeout: BUSY_MS },
  async (signal, exitCode, place) => {
    const { child, ended } = start();
    await new Promise<void>((resolve) =>
      child.stdout.on("data", (text) => String(text).includes(place) && resolve()),
    );
    child.kill(signal);
    // stderr ends only when all processes of the demo have closed it.
    const { code, stderr } = await ended;
    expect({ code, stderr }).toEqual({ code: exitCode, stderr: "the demo was interrupted\n" });
    expect(leftovers()).toEqual([]);
  },
);

test("a reader that goes away stops it", async () => {
  const { child, ended } = start();
  await once(child.stdout, "data");
  child.stdout.destroy();
  await ended.catch(() => undefined);
  if (child.exitCode === null) await once(child, "close");
  expect(child.exitCode).toBe(129);
  expect(leftovers()).toEqual([]);
});
