/** `parley test` with a world: real agents in processes of their own, and what became of the tables. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { useProgram } from "../support/in-process.ts";

const parley = useProgram();
const FIXTURES = resolve(import.meta.dirname, "../../fixtures");

let folders = 0;
/** A folder with the restaurant, its world, and a test file that may be changed. */
function restaurant(change: (text: string) => string = (text) => text): string {
  const folder = join(parley.home, `restaurant-${++folders}`);
  mkdirSync(folder);
  cpSync(join(FIXTURES, "agents"), join(folder, "agents"), { recursive: true });
  cpSync(join(FIXTURES, "restaurant-world.yaml"), join(folder, "restaurant-world.yaml"));
  const text = readFileSync(join(FIXTURES, "restaurant.parley.yaml"), "utf8");
  writeFileSync(join(folder, "restaurant.parley.yaml"), change(text));
  return folder;
}

const CAREFUL = ["--", "node", "agents/restaurant.mjs"];

test("an agent that reports nothing is judged by the tables that it leaves", async () => {
  const cwd = restaurant();
  const failed = await parley(["test"], { cwd });
  expect(failed.code).toBe(9);
  expect(failed.stdout).toContain(
    'pass when state bookings has {day: friday, name: "Jordan Lee", people: 2} once → condition never met',
  );
  expect(failed.stdout).toContain('tool   reserve_table({"day":"saturday","people":2,"name":"Jordan Lee"})');
  expect(failed.stdout).toMatch(
    / tables:\n.*slots: changed row id 2: seats 2 → 0 by tool call 1 after turn \d\n.*bookings: added .*"saturday"/,
  );
  const passed = await parley(["test", ...CAREFUL], { cwd });
  expect(passed).toMatchObject({ code: 0 });
});

test("the JSON has the calls and the rows", async () => {
  const cwd = restaurant();
  const ran = await parley(["test", "--reporter", "json", ...CAREFUL], { cwd });
  expect(ran.code).toBe(0);
  const [caller] = ran.json.files[0].callers;
  expect(caller.tool_calls).toMatchObject([
    { name: "reserve_table", output: { reference: 1, day: "friday" } },
  ]);
  expect(caller.end_state).toMatchObject([
    { table: "slots", change: "changed", after: { seats: 2 } },
    { table: "bookings", change: "added", after: { id: 1, day: "friday", name: "Jordan Lee", people: 2 } },
  ]);
});

test("the steps of its tools that ran are counted, and those that did not are a gate", async () => {
  const cwd = restaurant();
  const told = await parley(["test", ...CAREFUL], { cwd });
  expect(told.stdout).toContain(" met: tools 1 of 2, world steps 5 of 8\n");
  const gate = ["test", "--min-coverage", "world_steps=0.9", ...CAREFUL];
  const { code, stdout } = await parley(gate, { cwd });
  expect(code).toBe(9);
  expect(stdout).toContain("world steps: 5 of 8 met (62.5%); 90% required\n");
  expect(stdout).toContain(
    'never met: reserve_table 2 fails: require slot or fail with "no table for {input.people} on {input.day}" — ' +
      "needs a call in which `slot` doesn't hold\n",
  );
  expect(stdout).toContain("needs a call of list_bookings\n");
  const enough = ["test", "--min-coverage", "world_steps=0.6", ...CAREFUL];
  expect(await parley(enough, { cwd })).toMatchObject({ code: 0 });
});

test("many callers at once each have tables of their own", async () => {
  const caller = (name: string) => `
    - name: ${name}
      goal: { tool: reserve_table, facts: { day: friday, people: 4, full_name: ${name} Lee } }
      expect: ['state bookings has {name: "${name} Lee", id: 1}', 'state changed only {bookings: [{}], slots: [{id: 1}]}']`;
  const callers = ["Al", "Bea", "Cy", "Di", "Eve", "Flo"].map(caller).join("");
  const cwd = restaurant((text) => text.replace(/ {4}- name: Jordan[\s\S]*/, callers));
  const ran = await parley(["test", ...CAREFUL], { cwd });
  expect(ran.stdout).toContain("6 passed");
});

test("PARLEY_WORLD_URL opens the world of the conversation that a header names", async () => {
  const cwd = restaurant();
  const file = join(cwd, "agents", "restaurant.mjs");
  const text = readFileSync(file, "utf8");
  const url = "$" + "{world_url}/tools/reserve_table";
  expect(text).toContain(url);
  writeFileSync(
    file,
    text
      .replace(url, "$" + "{process.env.PARLEY_WORLD_URL}/tools/reserve_table")
      .replace('"content-type"', '"x-simulation-result-id": simulation_result_id, "content-type"'),
  );
  expect(await parley(["test", ...CAREFUL], { cwd })).toMatchObject({ code: 0 });
});

describe("mistakes are found before anything runs", () => {
  test.each([
    [
      "state bookings has",
      "state bokings has",
      "bokings is not a table of the world; did you mean bookings?",
    ],
    ["world: restaurant-world.yaml", "", "expects something of the table bookings; name the file's world"],
    ["restaurant-world.yaml", "missing.yaml", "file not found: missing.yaml"],
    ["state bookings has {day", "state bookings hsa {day", "did you mean `has`?"],
  ])("%s → %s", async (before, after, message) => {
    const ran = await parley(["test"], { cwd: restaurant((text) => text.replace(before, after)) });
    expect(ran.code).toBe(2);
    expect(ran.stderr.replaceAll(/\s+/g, " ")).toContain(message);
  });

  test("a mistake of the world has its own file, line and column", async () => {
    const cwd = restaurant();
    const file = join(cwd, "restaurant-world.yaml");
    writeFileSync(
      file,
      readFileSync(file, "utf8").replace("update slot set {seats:", "update slot set {seat:"),
    );
    const ran = await parley(["test"], { cwd });
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain("restaurant-world.yaml:29:24");
  });
});
