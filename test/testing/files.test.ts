import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { useProgram } from "../support/in-process.ts";
import { AGENTS, BOB, useFolder } from "../support/testing.ts";

const parley = useProgram();
const files = useFolder();

/** What `parley test` says about a file that it does not run. */
async function refused(yaml: string, ...args: string[]) {
  const cwd = files.write({ http: "http://127.0.0.1:9/" });
  writeFileSync(join(cwd, "desk.parley.yaml"), yaml);
  const { code, stdout, stderr } = await parley(["test", ...args], { cwd });
  expect(stdout).toBe("");
  expect(code).toBe(2);
  return stderr;
}

test.each(["", "# nothing but a comment\n"])(
  "a file without a test (%j) is an error, and its neighbours do not run",
  async (yaml) => {
    const cwd = files.write(undefined, []);
    writeFileSync(join(cwd, "desk.parley.yaml"), yaml);
    writeFileSync(join(cwd, "good.parley.yaml"), WITH("calls a"));
    for (const args of [[], ["desk.parley.yaml", "good.parley.yaml"], ["--list"]]) {
      const { code, stdout, stderr } = await parley(["test", ...args], { cwd });
      expect(stderr).toContain("  desk.parley.yaml: the file is empty: it has no test\n");
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    }
  },
);

const WITH = (expectation: string, agent = "http: http://127.0.0.1:9/") => `kind: Test
agent: { ${agent} }
callers:
  list:
    - name: Bob
      expect:
        - ${expectation}
`;

test("a mistake in an expectation has its line, column and excerpt", async () => {
  const stderr = await refused(WITH("calls book_appointment twise"));
  expect(stderr).toContain("desk.parley.yaml:7:11: callers.list.0.expect.0: expected ");
  expect(stderr).toContain(
    "found `twise`; did you mean `twice`? (read as `pass when tool book_appointment called twise`)",
  );
  expect(stderr).toMatch(/> 7 \|\s+- calls book_appointment twise\n/);
  expect(stderr).toContain("hint: no test was run");
  expect(await refused(WITH("respnse_latency.p95 < 2s"))).toContain("did you mean `response_latency.p95`?");
});

test.each([
  ["call book_table", "write `calls`, not `call`"],
  ["never call book_table", "write `calls`, not `call`"],
  ['say "yes"', "write `says`, not `say`"],
  [
    "calls pay before refund",
    "not a clause; write `calls pay before tool refund called`; a sentence for a judge",
  ],
  ["never calls pay before calling find", "not a clause; write `never calls pay before tool find called`"],
  ["calls pay after user", "expected "],
  ["says see you soon", 'not a clause; write `says "see you soon"`; a sentence for a judge'],
  ['never says the word "free"', 'not a clause; write `never says "free"`'],
])("%s is a mistake, not a sentence for a judge", async (expectation, said) => {
  expect(await refused(WITH(expectation))).toContain(
    `desk.parley.yaml:7:11: callers.list.0.expect.0: ${said}`,
  );
});

test("a sentence about what to call somebody is still one for a judge", async () => {
  const cwd = files.write(undefined, []);
  writeFileSync(join(cwd, "desk.parley.yaml"), WITH("Call the guest by name, and say goodbye."));
  const { code, stdout } = await parley(["test", "--list"], { cwd });
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringContaining("Call the guest by name, and say goodbye."),
  });
});

test("a caller without expectations is listed with what then decides", async () => {
  const wish = { name: "Ana", intent: "I'd like a refund." };
  const script = { name: "Ben", turns: [{ say: "Hello" }] };
  const cwd = files.write({ command: "node a.js", stdio: true }, [wish, script]);
  const { stdout } = await parley(["test", "--list"], { cwd });
  expect(stdout).toContain("\tAna\tthe caller gets what it has come for\n");
  expect(stdout).toContain("\tBen\t\n");
});

test("one expectation alone is shown as a list", async () => {
  const alone = WITH("x").replace(/expect:\n.*/, "expect: calls book_table");
  expect(await refused(alone)).toContain(
    'callers.list.0.expect: must be a list, such as ["calls book_table"]',
  );
});

test.each([
  [
    "an agent that is not reached at all",
    WITH("calls a", "command: node a.js"),
    "2:8: agent: say how the agent is reached",
  ],
  [
    "one that is reached in two ways",
    WITH("calls a", "http: http://a/, stdio: true, command: a"),
    "give http or stdio, not both",
  ],
  ["lines without a command", WITH("calls a", "stdio: true"), "agent.stdio: needs a command"],
  [
    "a URL without http",
    WITH("calls a", "http: localhost"),
    "agent.http: must be a URL with http:// or https://",
  ],
  [
    "a port that cannot be",
    WITH("calls a", 'http: "http://localhost:99999/"'),
    "agent.http: must be a URL: its host or its port (up to 65535) cannot be right",
  ],
  ["a time without a unit", WITH("calls a", "http: http://a/, ready_within: 10"), "agent.ready_within"],
  [
    "a module that does not exist",
    WITH("calls a", "module: missing.mjs"),
    "agent.module: file not found: missing.mjs",
  ],
  ["a module elsewhere", WITH("calls a", "module: ../../../etc/hostname"), "agent.module: "],
  ["an unknown field", WITH("calls a", "http: http://a/, comand: x"), "did you mean command?"],
  ["another kind", "kind: Tset", "must be Test"],
  ["no callers", "kind: Test\nagent: { http: http://a/ }\ncallers: { list: [] }\n", "callers.list"],
  [
    "callers as a list",
    "kind: Test\nagent: { http: http://a/ }\ncallers:\n  - name: Bob\n",
    "4:3: callers: must be an object; put the list into its field `list`",
  ],
  [
    "a caller without a name",
    "kind: Test\nagent: { http: http://a/ }\ncallers: { list: [{ intent: x }] }\n",
    "field required, unless there is a `from`",
  ],
  [
    "two callers with one name",
    "kind: Test\nagent: { http: http://a/ }\ncallers: { list: [{ name: a }, { name: a }] }\n",
    'another caller is named "a"',
  ],
  [
    "a manifest that does not exist",
    "kind: Test\nagent: { http: http://a/ }\ncallers: { list: [{ from: no.yaml }] }\n",
    "file not found: no.yaml",
  ],
  ["broken YAML", "kind: [", "desk.parley.yaml:1"],
])("%s is a fault of the file", async (_, yaml, words) => {
  expect(await refused(yaml)).toContain(words);
});

test("a tool with almost the name of one of the agent's gets a warning, and any other does not", async () => {
  const cwd = files.write({ module: "agent.mjs", tools: "tools.json" }, [
    { name: "Ann", intent: "Wants a slot.", expect: ["agent says result of find_slto"] },
    { name: "Ben", intent: "Wants a slot.", expect: ["never calls delete_everything", "calls find_slot"] },
    { name: "Cleo", intent: "Wants a slot.", goal: { tool: "book_slots" } },
    { name: "Dan", intent: "Wants a slot.", expected_tool_calls: [{ name: "bok_slot" }] },
  ]);
  writeFileSync(join(cwd, "agent.mjs"), "export default () => 'Hello.';\n");
  const tools = ["find_slot", "book_slot"].map((name) => ({ name, parameters: { type: "object" } }));
  writeFileSync(join(cwd, "tools.json"), JSON.stringify(tools));
  const { code, stderr } = await parley(["validate", "desk.parley.yaml"], { cwd });
  const warned = [...stderr.matchAll(/^warning: desk\.parley\.yaml:\S+ (callers.*)$/gm)].map(
    ([, text]) => text,
  );
  expect(warned).toEqual([
    'callers.list.0: "find_slto" is not one of the agent\'s tools; did you mean find_slot?',
    'callers.list.2: "book_slots" is not one of the agent\'s tools; did you mean book_slot?',
    'callers.list.3: "bok_slot" is not one of the agent\'s tools; did you mean book_slot?',
  ]);
  expect(code).toBe(0);
});

test("a goal that needs a tool that the agent does not have gets a warning if the agent's tools are listed", async () => {
  const callers = [
    { name: "Ann", intent: "Wants a refund.", goal: { tool: "give_refund" } },
    { name: "Ben", intent: "Wants a slot.", goal: { tool: "find_slot" } },
    { name: "Cleo", intent: "Wants a slot.", expect: ["never calls delete_everything"] },
  ];
  const warnings = async (agent: object) => {
    const cwd = files.write(agent, callers);
    writeFileSync(join(cwd, "agent.mjs"), "export default () => 'Hello.';\n");
    const { code, stderr } = await parley(["validate", "desk.parley.yaml"], { cwd });
    expect(code).toBe(0);
    return [...stderr.matchAll(/^warning: desk\.parley\.yaml:\S+ (.*)$/gm)].map(([, text]) => text);
  };
  const tools = [{ name: "find_slot" }, { name: "book_slot" }];
  expect(await warnings({ module: "agent.mjs", tools })).toEqual([
    "callers.list.0: goal.tool: the agent has no tool give_refund; it has find_slot, book_slot",
  ]);
  expect(await warnings({ module: "agent.mjs" })).toEqual([]);
});

test("there is nothing to run", async () => {
  const cwd = files.write(undefined);
  expect(await parley(["test", "no.parley.yaml"], { cwd })).toMatchObject({ code: 2 });
  const empty = join(cwd, "empty");
  mkdirSync(empty);
  const none = await parley(["test"], { cwd: empty });
  expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining("no test files in this folder") });
  const fit = WITH("calls a");
  expect(await refused(fit, "-t", "Eve")).toContain('no caller has "Eve" in its name');
  expect(await refused(fit, "--last-failed")).toContain("no last run in this folder");
  expect(await refused(fit, "--")).toContain("no command after --");
});

test("a fact that is still to be filled in is refused before anybody calls", async () => {
  const agent = { command: `python3 ${join(AGENTS, "order-desk.py")}`, stdio: true };
  const cwd = files.write(agent, [
    { name: "Eve", intent: BOB["intent"], goal: { tool: "issue_refund", facts: { order_number: null } } },
  ]);
  expect(await parley(["test"], { cwd })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("order_number"),
  });
});

test("validate checks test files, and schema describes them", async () => {
  const cwd = files.write({ http: "http://127.0.0.1:9/" }, [{ ...BOB, expect: ["calls a twise"] }]);
  const checked = await parley(["validate", "desk.parley.yaml"], { cwd });
  expect(checked).toMatchObject({ code: 2, stderr: expect.stringContaining("found `twise`") });
  const schema = await parley(["schema", "Test"], { cwd });
  expect(schema.json.properties.agent.properties.command.description).toContain("starts the agent");
});

test("the run is kept beside the tests, ignored by Git, and never through a link", async () => {
  const agent = { command: `python3 ${join(AGENTS, "order-desk.py")}`, stdio: true };
  const cwd = files.write(agent);
  await parley(["test"], { cwd });
  expect(readFileSync(join(cwd, ".parley/test/.gitignore"), "utf8")).toBe("*\n");
  expect(JSON.parse(readFileSync(join(cwd, ".parley/test/last-run.json"), "utf8")).counts.passed).toBe(1);
  expect(await parley(["test", "--last-failed"], { cwd })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("no caller of the last run has failed"),
  });
  const [elsewhere, linked] = [files.write(agent), files.write(agent)];
  symlinkSync(elsewhere, join(linked, ".parley"));
  expect(await parley(["test"], { cwd: linked })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("this is a link"),
  });
});
