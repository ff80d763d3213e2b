import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { useProgram } from "../support/in-process.ts";

const parley = useProgram();
const folder = (name: string) => {
  const path = join(parley.home, name);
  mkdirSync(path);
  return path;
};

describe("parley init", () => {
  test("writes a project file, an example and the schemas that its editor line names", async () => {
    const cwd = folder("new");
    const { code, json } = await parley(["init", "--agent", "101", "--json"], { cwd });
    expect(code).toBe(0);
    for (const { file, state } of json) {
      expect(state).toBe("written");
      expect(existsSync(join(cwd, file))).toBe(true);
    }
    const [, schema = ""] =
      /\$schema=(\S+)/.exec(readFileSync(join(cwd, "digital-humans.yaml"), "utf8")) ?? [];
    expect(JSON.parse(readFileSync(join(cwd, schema), "utf8")).properties.kind).toEqual({
      type: "string",
      const: "DigitalHumans",
    });
  });

  test("creates files that the other commands read: the agent is in force, the example is a valid manifest", async () => {
    const cwd = folder("used");
    await parley(["init", "--agent", "101"], { cwd });
    const env = { PARLEY_API_KEY: "pk_1" };
    const status = await parley(["auth", "status", "--offline", "--json"], { cwd, env });
    expect(status.json).toMatchObject({ agent: "101", agent_source: "project" });
    const valid = await parley(["validate", "digital-humans.yaml", "--json"], { cwd, env });
    expect(valid.json).toEqual([{ file: "digital-humans.yaml", kind: "DigitalHumans", items: 5 }]);
  });

  test("keeps files that are there, unless --force", async () => {
    const cwd = folder("old");
    writeFileSync(join(cwd, "digital-humans.yaml"), "mine\n");
    const { json } = await parley(["init", "--json"], { cwd });
    expect(json).toContainEqual({ file: "digital-humans.yaml", state: "kept" });
    expect(readFileSync(join(cwd, "digital-humans.yaml"), "utf8")).toBe("mine\n");
    await parley(["init", "--force"], { cwd });
    expect(readFileSync(join(cwd, "digital-humans.yaml"), "utf8")).toContain("kind: DigitalHuman");
  });
});
