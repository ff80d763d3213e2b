/** `parley sim shrink`, against agents of test files. */
import { spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { useProgram } from "../support/in-process.ts";
import { BOB, useFolder } from "../support/testing.ts";
import { mutants, scripted, source } from "./mutants.ts";

const parley = useProgram();
const files = useFolder();
const BIN = resolve(import.meta.dirname, "../../bin/parley.js");
const swapped = mutants.find(({ what }) => what === "refund: first calls swapped")?.source ?? "";

function desk(code: string, caller: object): string {
  const cwd = files.write({ module: "desk.mjs" }, [caller]);
  writeFileSync(join(cwd, "desk.mjs"), code);
  return cwd;
}

const shrink = (cwd: string, ...flags: string[]) =>
  parley(["sim", "shrink", "Bob", "--test", "desk.parley.yaml", ...flags], { cwd });

test("a caller of eight lines shrinks to the two that make the agent fail", async () => {
  const cwd = desk(swapped, scripted("refund"));
  const { code, json } = await shrink(cwd, "--json");
  expect(code).toBe(0);
  expect(json).toMatchObject({
    reason: "Success criteria: fail when tool check_policy called before tool lookup_order called",
    kept: ["line: It's about the refund that we spoke of.", "line: The number is 1182."],
    turns: 3,
    stopped: null,
  });
  expect(json.taken).toContain("background noise");
  expect(existsSync(join(cwd, "smallest.yaml.journal"))).toBe(false);
  const from = { list: [{ from: "smallest.yaml" }] };
  const again = JSON.parse(readFileSync(join(cwd, "desk.parley.yaml"), "utf8"));
  writeFileSync(join(cwd, "desk.parley.yaml"), JSON.stringify({ ...again, callers: from }));
  expect(await parley(["test"], { cwd })).toMatchObject({ code: 9 });
  writeFileSync(join(cwd, "desk.mjs"), source);
  expect(await parley(["test"], { cwd })).toMatchObject({ code: 0 });
});

test("a caller that does not fail is not shrunk, and nothing is written", async () => {
  const cwd = desk(source, scripted("refund"));
  const { code, stderr } = await shrink(cwd);
  expect(code).toBe(9);
  expect(stderr).toContain("Bob did not fail in 1 conversation");
  expect(existsSync(join(cwd, "smallest.yaml"))).toBe(false);
});

test("the bound on conversations holds, and the output says that it ended the search", async () => {
  const cwd = desk(swapped, scripted("refund"));
  const { code, stdout } = await shrink(cwd, "--max-conversations", "3");
  expect(code).toBe(0);
  expect(stdout).toContain("stopped after 3 conversations: more may be left out\n");
});

test("an interrupted search continues where it stopped", async () => {
  const cwd = desk(swapped, scripted("refund"));
  const flags = ["sim", "shrink", "Bob", "--test", "desk.parley.yaml"];
  const child = spawn(process.execPath, [BIN, ...flags], { cwd });
  for await (const said of child.stderr)
    if (String(said).includes("conversation 3 of")) child.kill("SIGKILL");
  const { stderr, stdout } = await shrink(cwd);
  expect(stderr).not.toContain("conversation 1 of");
  expect(stderr).not.toContain("conversation 2 of");
  const whole = await shrink(desk(swapped, scripted("refund")));
  expect(stdout).toBe(whole.stdout);
});

test("mistakes are refused before anything runs", async () => {
  const cwd = desk(source, BOB);
  expect(await parley(["sim", "shrink", "Bob"], { cwd })).toMatchObject({ code: 2 });
  expect(await parley(["sim", "shrink", "12", "--seed", "2"], { cwd })).toMatchObject({ code: 2 });
  expect(await parley(["sim", "shrink", "Al", "--test", "desk.parley.yaml"], { cwd })).toMatchObject({
    code: 2,
  });
  expect(await shrink(cwd, "--at-least", "2")).toMatchObject({ code: 2 });
  writeFileSync(join(cwd, "smallest.yaml"), "mine");
  expect(await shrink(cwd)).toMatchObject({ code: 2 });
  expect(readFileSync(join(cwd, "smallest.yaml"), "utf8")).toBe("mine");
  expect((await shrink(cwd)).stderr).toContain(
    "hint: name another file with `--out`, or delete smallest.yaml; nothing was sent",
  );
});
