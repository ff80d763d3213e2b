/** The skills that `parley init --skills` writes. Every command in them does what the skill says. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { useCli } from "../support/cli.ts";
import { useReader } from "../support/reader.ts";

const SKILLS = resolve(import.meta.dirname, "../../examples/skills");
const names = readdirSync(SKILLS).filter((name) => !name.includes("."));
const parley = useCli();
const reader = useReader();
const folder = (name: string) => {
  const path = join(parley.home, name);
  mkdirSync(path);
  return path;
};

describe("parley init --skills", () => {
  test("writes each skill where agents look, with the front matter that they read", async () => {
    const cwd = folder("new");
    const { code, json } = await parley(["init", "--skills", "--json"], { cwd });
    expect(code).toBe(0);
    expect(json).toHaveLength(2 * names.length + 1);
    for (const place of [".agents/skills", ".claude/skills"])
      for (const name of names) {
        const text = readFileSync(join(cwd, place, name, "SKILL.md"), "utf8");
        const [, front = ""] = /^---\n([\s\S]*?)\n---\n/.exec(text) ?? [];
        const { name: said, description } = parse(front);
        expect(said).toBe(name);
        expect(description.length).toBeGreaterThan(50);
        expect(description.length).toBeLessThanOrEqual(1024);
      }
  });

  test("leaves the rest of AGENTS.md as it is, and is the same when it runs again", async () => {
    const cwd = folder("again");
    const file = join(cwd, "AGENTS.md");
    writeFileSync(file, "# Ours\n\nRun the tests.\n");
    await parley(["init", "--skills"], { cwd });
    const once = readFileSync(file, "utf8");
    expect(once).toMatch(/^# Ours\n\nRun the tests\.\n\n<!-- parley: begin/);
    writeFileSync(file, `${once.replace("`parley doctor`", "`parley old`")}\nMore of ours.\n`);
    const { json } = await parley(["init", "--skills", "--json"], { cwd });
    expect(json).toContainEqual({ file: "AGENTS.md", state: "written" });
    expect(json).toContainEqual({ file: `.agents/skills/${names[0]}/SKILL.md`, state: "kept" });
    expect(readFileSync(file, "utf8")).toBe(`${once}\nMore of ours.\n`);
    const third = await parley(["init", "--skills", "--json"], { cwd });
    expect(third.json).toContainEqual({ file: "AGENTS.md", state: "kept" });
  });

  test("names in AGENTS.md the skills that there are", () => {
    const text = readFileSync(join(SKILLS, "AGENTS.md"), "utf8");
    for (const name of names) expect(text).toContain(`\`${name}\``);
  });
});

/** The commands of all `sh` blocks, which share their variables. */
const scriptOf = (name: string) =>
  [...readFileSync(join(SKILLS, name, "SKILL.md"), "utf8").matchAll(/```sh\n([\s\S]*?)```/g)]
    .map(([, block = ""]) => block)
    .join("\n");

describe("the commands of", () => {
  test.for(names)(
    "%s run as written over the seeded service",
    // A dozen commands and several runs each.
    async (name, context) => {
      const { serves, types } = reader(context);
      await serves({ agent: true, memory: true });
      if (name === "triage-failures") {
        const before = await types("parley sim start 7 -q && parley sim wait 7");
        expect(before.code, before.lines.join("\n")).toBe(0);
      }
      if (name === "repair-a-failure") {
        const breaks = "parley prompts show 1 --agent 101 | sed 's/Clinic front desk/Good day./' >broken.md";
        const pushes = "parley prompts push broken.md --agent 101 --json --query id --raw";
        const before = await types(`${breaks} && parley sim start 7 --wait --prompt "$(${pushes})"`);
        expect(before.code, before.lines.join("\n")).toBe(9);
      }
      const { code, lines } = await types(`set -euo pipefail\n${scriptOf(name)}`);
      expect(code, lines.join("\n")).toBe(0);
      expect(lines.join("\n")).not.toMatch(/^(?:error|usage):/m);
    },
  );
});
