import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { useProgram } from "../support/in-process.ts";
import { AGENTS, BOB, useFolder } from "../support/testing.ts";

const parley = useProgram();
const files = useFolder();
const python = { command: `python3 ${join(AGENTS, "order-desk.py")}`, stdio: true };
const TRANSCRIPT = `Customer: I want a refund for my order.
Agent: May I have your order number?
Customer: It is 1182.
Agent: Done.
`;

test("callers of a folder: a manifest with a matrix, and a transcript", async () => {
  const cwd = files.write(python, [{ from: "callers", expect: ["calls issue_refund"] }]);
  mkdirSync(join(cwd, "callers"));
  const eve = { name: "Eve", intent: BOB["intent"], matrix: { verbosity: ["low", "high"] } };
  writeFileSync(
    join(cwd, "callers/a.yaml"),
    JSON.stringify({ kind: "DigitalHumans", digital_humans: [eve] }),
  );
  writeFileSync(join(cwd, "callers/lost refund.txt"), TRANSCRIPT);
  writeFileSync(join(cwd, "callers/notes.md"), "not a caller");
  const { json, code } = await parley(["test", "--json"], { cwd });
  const { callers } = json.files[0];
  expect(callers.map(({ name, outcome }: { name: string; outcome: string }) => [name, outcome])).toEqual([
    ["Eve (low)", "passed"],
    ["Eve (high)", "passed"],
    ["lost refund", "passed"],
  ]);
  expect(callers[2].transcript[0].message).toBe("I want a refund for my order.");
  expect(code).toBe(0);
});

test("faults of what is named have their places", async () => {
  const refused = async (from: string, more: object = {}) => {
    const cwd = files.write(python, [{ from, ...more }]);
    mkdirSync(join(cwd, "empty"));
    writeFileSync(
      join(cwd, "bad.yaml"),
      "kind: DigitalHumans\ndigital_humans:\n  - name: Eve\n    intnt: x\n",
    );
    const { code, stderr } = await parley(["test"], { cwd });
    expect(code).toBe(2);
    return stderr;
  };
  expect(await refused("empty")).toMatch(
    /desk\.parley\.yaml:\d+:\d+: callers\.list\.0\.from: no manifests or transcripts in the folder empty/,
  );
  expect(await refused("no.txt")).toContain("callers.list.0.from: file not found: no.txt");
  expect(await refused("../..")).toContain("callers.list.0.from: ");
  expect(await refused("bad.yaml")).toMatch(/bad\.yaml:4:5: .*intnt/);
  expect(await refused("bad.yaml", { turns: [{ say: "x" }] })).toContain(
    "a caller with turns says only what is written",
  );
});
