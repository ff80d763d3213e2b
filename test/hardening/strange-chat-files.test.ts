/**
 * Unexpected inputs of `parley chat` and `parley listen`: scripts, standard input, the output of a bot,
 * stored webhooks.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { useConversation } from "../support/conversation.ts";
import { useProgram } from "../support/in-process.ts";
import { useRecorder } from "../support/recorder.ts";

const recorder = useRecorder();
const parley = useProgram(recorder);
const played = useConversation(recorder);
const at = (name: string) => join(parley.home, name);
let count = 0;
const BUG = /bug in parley|fault of parley|\n\s+at /;

describe("chat --script", () => {
  test.each([
    [
      "a pipe that nobody writes to",
      (file: string) => execFileSync("mkfifo", [file]),
      /a pipe that no program writes to/,
    ],
    ["a device that never ends", (file: string) => symlinkSync("/dev/zero", file), /a device, not a file/],
    [
      "NUL in its text",
      (file: string) => writeFileSync(file, "kind: Script\nsteps:\n  - say: a\0b\n"),
      /binary/,
    ],
    [
      "bytes that are not UTF-8",
      (file: string) => writeFileSync(file, Buffer.from([0x6b, 0xff, 0xfe])),
      /not UTF-8/,
    ],
    [
      "a line of 10 MB",
      (file: string) => writeFileSync(file, `kind: Script\nsteps:\n  - say: ${"x".repeat(10_000_000)}\n`),
      /steps\.0\.say: must have at most 1000000 characters/,
    ],
    [
      "100,000 steps",
      (file: string) => writeFileSync(file, `kind: Script\nsteps:\n${"  - say: x\n".repeat(100_000)}`),
      /steps: must have at most 10000 items/,
    ],
    [
      "100,000 lists in one another",
      (file: string) => writeFileSync(file, `kind: Script\nsteps: ${"[".repeat(100_000)}\n`),
      /nested too deeply/,
    ],
  ])("refuses %s, and sends nothing", async (what, plant, said) => {
    const file = at(`script-${++count}.yaml`);
    plant(file);
    const { code, stdout, stderr } = await parley(["chat", "12", "--script", file]);
    expect(code, `${what}: ${stderr.slice(0, 500)}`).toBe(2);
    expect(stderr).toMatch(said);
    expect(stdout + stderr).not.toMatch(BUG);
    expect(recorder.requests).toEqual([]);
  });
});

describe("messages that come line by line", () => {
  test("a line without an end is refused at 4 MiB, and what came before it was sent", async () => {
    const stdin = `Hello\n${"x".repeat(5 * 2 ** 20)}`;
    const { code, stderr } = await parley(["chat", "12", "--wait", "0"], { stdin });
    expect(code, stderr).toBe(2);
    expect(stderr).toContain("line 2 of standard input is longer than 4 MiB");
    expect(played.messages()).toMatchObject([{ message: "Hello" }]);
  });

  test("a bot that writes without end is refused and stopped", async () => {
    const bot = `"${process.execPath}" -e 'const more = () => { while (process.stdout.write("x".repeat(1e6))); process.stdout.once("drain", more); }; process.stdout.on("error", () => process.exit()); more()'`;
    const { code, stderr } = await parley(["chat", "12", "--wait", "0", "--bot", bot]);
    expect(code, stderr).toBe(2);
    expect(stderr).toContain("line 1 of the bot's output is longer than 4 MiB");
    expect(stderr).not.toMatch(BUG);
    expect(played.messages()).toEqual([]);
  });
});

describe("the webhooks that listen has kept", () => {
  const PLANTED: readonly (readonly [string, (file: string) => void, RegExp])[] = [
    ["a pipe", (file) => execFileSync("mkfifo", [file]), /this is a pipe, not a file/],
    ["a device that never ends", (file) => symlinkSync("/dev/zero", file), /this is a device, not a file/],
  ];
  test.each(PLANTED)("are not read from %s", async (_, plant, said) => {
    const file = at(".local/share/parley/webhooks.jsonl");
    execFileSync("rm", ["-f", file]);
    mkdirSync(dirname(file), { recursive: true });
    plant(file);
    for (const args of [
      ["--listen", "127.0.0.1:0"],
      ["--replay", "x"],
    ]) {
      const { code, stderr } = await parley(["listen", ...args], { env: { PARLEY_WEBHOOK_SECRET: "whsec" } });
      expect(code, stderr).toBe(2);
      expect(stderr).toMatch(said);
      expect(stderr).toContain("webhooks.jsonl");
      expect(stderr).not.toMatch(BUG);
    }
  });
});
