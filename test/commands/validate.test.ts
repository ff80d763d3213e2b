import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { useCli } from "../support/cli.ts";

const parley = useCli();
const write = (name: string, text: string) => {
  writeFileSync(join(parley.home, name), text);
  return name;
};
const fixture = (name: string) => resolve(import.meta.dirname, "../../fixtures", name);

describe("parley validate", () => {
  test("says what is in good files, the fixtures among them", async () => {
    const files = ["digital-human.yaml", "digital-humans.yaml", "evaluations.yaml", "seed.yaml"].map(fixture);
    const { code, json, stderr } = await parley(["validate", ...files, "--json"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(json).toMatchObject([
      { kind: "DigitalHuman", items: 1 },
      { kind: "DigitalHumans", items: 5 },
      { kind: "Evaluations", items: 3 },
      { kind: "Seed", items: 1 },
    ]);
  });

  test("tells every fault of every file at once: place, field, what was expected, a near miss, a frame", async () => {
    const first = write(
      "first.yaml",
      `kind: DigitalHumans
simulation_ids: [7]
digital_humans:
  - { name: A, intnet: x }
  - { name: B, language: enn, creativity: 5 }
  - { name: 3 }
`,
    );
    const second = write("second.yaml", `kind: DigitalHuman\ndigital_human:\n  intent: \${NOT_SET}\n`);
    const { code, stdout, stderr } = await parley(["validate", first, second]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/first\.yaml:4:16: digital_humans\.0\.intnet: .*did you mean.*intent/);
    expect(stderr).toMatch(/first\.yaml:5:26: digital_humans\.1\.language: .*did you mean en/);
    expect(stderr).toMatch(/first\.yaml:5:43: digital_humans\.1\.creativity: must be at most 2/);
    expect(stderr).toMatch(/first\.yaml:6:13: digital_humans\.2\.name: .*quote/);
    expect(stderr).toMatch(/second\.yaml:3:11: digital_human\.intent: .*NOT_SET is not set/);
    expect(stderr).toContain("    > 4 |   - { name: A, intnet: x }");
  });

  test("reads rows: JSON lines and CSV", async () => {
    const lines = write(
      "callers.jsonl",
      '{"name":"A","simulation_ids":[7]}\n{"name":"B","simulation_ids":[7],"creativity":3}\n',
    );
    expect((await parley(["validate", lines])).stderr).toMatch(/callers\.jsonl:2:\d+/);
    const csv = write("callers.csv", "name,intent,simulation_ids\nA,Wants x,[7]\n");
    expect((await parley(["validate", csv, "--json"])).json).toMatchObject([
      { kind: "DigitalHumans", items: 1 },
    ]);
  });

  test.each([
    [
      "an alias bomb",
      `a: &a [x,x,x,x,x,x,x,x,x]\n${"bcdefgh"
        .split("")
        .map((c, i) => `${c}: &${c} [${`*${"abcdefgh"[i]},`.repeat(9)}]`)
        .join("\n")}\n`,
    ],
    ["a cycle", "kind: DigitalHumans\ndigital_humans: &a [*a]\n"],
    ["a binary file", "kind: \0\0"],
    ["broken YAML", "kind: [\n"],
    ["an unknown kind", "kind: DigitalHuman s\n"],
  ])("refuses %s quickly", async (_, text) => {
    const { code, stderr } = await parley(["validate", write("bad.yaml", text)]);
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining("bad.yaml") });
  });
});
