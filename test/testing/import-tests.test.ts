/** Tests of other frameworks become a test file. The shapes are those of the projects' own published files. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { useProgram } from "../support/in-process.ts";

const parley = useProgram();

let folders = 0;
function folderWith(files: Readonly<Record<string, unknown>>): string {
  const folder = join(parley.home, `tests-${++folders}`);
  mkdirSync(folder);
  for (const [name, content] of Object.entries(files))
    writeFileSync(
      join(folder, name),
      typeof content === "string" ? content : JSON.stringify(content, null, 1),
    );
  return folder;
}

/** Imports all files, and reads what was written. */
async function imported(files: Readonly<Record<string, unknown>>, named = Object.keys(files)) {
  const cwd = folderWith(files);
  const ran = await parley(["import", "tests", ...named, "--out", "calls.parley.yaml", "--json"], { cwd });
  expect(ran.stderr).toBe("");
  const read = await parley(["validate", "calls.parley.yaml"], { cwd });
  expect(read.code).toBe(0);
  const text = readFileSync(join(cwd, "calls.parley.yaml"), "utf8");
  const states = (state: string): string[] =>
    ran.json.report.flatMap((one: { state: string; where: string; message: string }) =>
      one.state === state ? [`${one.where.replace(/:\d+$/, "")} ${one.message}`] : [],
    );
  return { cwd, text, data: ran.json, states };
}

/** As promptfoo's examples/getting-started and examples/simple-test. */
const PROMPTFOO = `prompts:
  - file://prompts.txt
providers:
  - id: openai:chat:gpt-4.1-mini
    config: { apiKey: sk-secret, tools: [{ type: function, function: { name: lookup, parameters: { type: object } } }] }
defaultTest:
  vars: { tone: kind }
  assert:
    - { type: latency, threshold: 2000 }
tests:
  - vars: { wish: [a refund, "a \${HOME}"] }
    assert:
      - { type: icontains, value: "{{wish}}?" }
      - { type: not-contains-any, value: [a/b, "(c)"] }
      - $ref: "#/assertionTemplates/polite"
      - { type: javascript, value: output.length }
  - description: logic
    vars: { wish: "{% if x %}" }
    assert: [{ type: regex, value: "(?=look)" }, { type: trajectory:tool-args-match, value: { name: look up, args: { a: 1 } } }]
  - description: code only
    vars: { wish: x }
    threshold: 0.5
    assert: [{ type: similar, value: y }]
  - description: another prompt
    vars: { tone: kind }
    assert: [{ type: contains, value: z }]
assertionTemplates:
  polite: { type: llm-rubric, value: 'says "please" to {{wish}}' }
`;

test("promptfoo: tests, variables, defaults, templates, and a reason for all that is not taken over", async () => {
  const files = { "config.yaml": PROMPTFOO, "prompts.txt": "I want {{wish}}. Be {{tone}}.\n---\nOther\n" };
  const { text, data, states } = await imported(files, ["config.yaml"]);
  expect(text).toContain("api_key_env: OPENAI_API_KEY");
  expect(text).not.toContain("sk-secret");
  expect(text).toContain("say: I want a refund. Be kind.");
  expect(text).toContain("- says /a refund\\?/i");
  expect(text).toContain("- never says /a\\/b|\\(c\\)/");
  expect(text).toContain("- response_latency.max < 2000ms");
  expect(text).toContain('calls "look up" with {\\"a\\":1}'.replaceAll("\\", ""));
  // A sentence must not be taken for a clause, and a variable of theirs not for one of ours.
  expect(text).toContain('must satisfy: says \\"please\\" to a refund');
  expect(text).toContain("$${HOME}");
  expect({ tests: data.tests, callers: data.callers }).toEqual({ tests: 5, callers: 4 });
  expect(states("no_caller")).toEqual([
    "config.yaml:24 another prompt: {{wish}} of the prompt cannot be filled in",
  ]);
  expect(states("no_counterpart").map((one) => one.slice(0, 60))).toEqual([
    "config.yaml:16 javascript has no counterpart",
    expect.stringContaining("config.yaml:19 cannot be expressed: "),
    "config.yaml:22 every expectation must hold",
    "config.yaml:23 similar has no counterpart",
  ]);
  expect(states("needs_model")).toHaveLength(1);
});

test("what was imported runs: a passing and a failing caller, and one that was not evaluated", async () => {
  const config = `prompts: ["{{wish}}"]
providers: [echo]
tests:
  - { description: good, vars: { wish: hello }, assert: [{ type: contains, value: hello }] }
  - { description: bad, vars: { wish: hello }, assert: [{ type: contains, value: Hello }] }
  - { description: open, vars: { wish: hello }, assert: [{ type: llm-rubric, value: Is nice }] }
`;
  const { cwd, data } = await imported({ "c.yaml": config });
  expect(data.has_agent).toBe(false);
  writeFileSync(
    join(cwd, "agent.mjs"),
    `import { createInterface } from "node:readline";
for await (const line of createInterface({ input: process.stdin }))
  console.log(JSON.stringify({ message: JSON.parse(line).message }));`,
  );
  const { json } = await parley(["test", "calls.parley.yaml", "--json"], { cwd });
  const outcomes = json.files[0].callers.map(({ name, outcome }: { name: string; outcome: string }) => [
    name,
    outcome,
  ]);
  expect(outcomes).toEqual([
    ["good", "passed"],
    ["bad", "failed"],
    ["open", "not_evaluated"],
  ]);
});

test("Rasa: turns with their own expectations; the domain has the texts of responses", async () => {
  // As RasaHQ/rasa-calm-demo, e2e_tests and domain.
  const tests = `test_cases:
  - test_case: transfers
    fixtures: [premium]
    steps:
      - user: send money
        assertions:
          - slot_was_set: [{ name: to, value: John }]
          - bot_uttered: { utter_name: utter_ask_amount, text_matches: "How much" }
      - user: "50"
      - utter: utter_done
      - bot: Anything else?
  - test_case: only flows
    steps:
      - user: hello
        assertions: [{ flow_started: greet }, { bot_uttered: { utter_name: utter_unknown } }]
`;
  const domain = `responses:
  utter_ask_amount: [{ text: "How much do you want to send to {name}?" }, { text: "What amount?" }]
  utter_done: [{ text: "Done: {amount} was sent." }]
`;
  const { text, states } = await imported({ "tests.yml": tests, "domain.yml": domain });
  expect(text).toContain("- says /How much do you want to send to|What amount\\?/");
  expect(text).toMatch(/say: "50"\n\s+expect:\n\s+- says \/was sent\\\.\/\n\s+- says \/Anything else\\\?\//);
  expect(states("no_caller")).toEqual(["tests.yml:12 only flows: nothing that it expects has a counterpart"]);
  expect(states("no_counterpart")).toHaveLength(4);
});

test("ADK: an evalset, and the older list of queries", async () => {
  // As google/adk-python, tests/integration/fixture.
  const said = (text: string) => ({ parts: [{ text, function_call: null }], role: "user" });
  const invocation = {
    user_content: said("Turn off the lamp."),
    final_response: said("It is off."),
    intermediate_data: { tool_uses: [{ id: null, name: "set_device", args: { id: "lamp", on: false } }] },
  };
  const set = {
    eval_set_id: "s",
    eval_cases: [
      { eval_id: "one", conversation: [invocation, { user_content: said("Thanks.") }], session_input: null },
      {
        eval_id: "planned",
        conversation_scenario: { starting_prompt: "Hi", conversation_plan: "Ask for the lamp." },
        session_input: { app_name: "a", user_id: "u", state: { room: "hall" } },
      },
    ],
  };
  const old = [
    { query: "Roll", expected_tool_use: [{ tool_name: "roll", tool_input: { sides: 6 } }], reference: "4" },
  ];
  const { text, data, states } = await imported({ "set.json": set, "old.test.json": old });
  expect(text).toContain('- calls set_device with {"id":"lamp","on":false}');
  expect(text).toContain('- calls roll with {"sides":6}');
  expect(text).toContain("role_description: Ask for the lamp.");
  expect(data).toMatchObject({ format: "ADK evalset", tests: 3, callers: 3, has_agent: false });
  expect(states("no_counterpart")).toHaveLength(3);
});

test("OpenAI's Evals: an eval, its runs, output items and rows, in one file or in several", async () => {
  // As the API reference shows these objects.
  const criteria = [
    { type: "string_check", input: "{{ sample.output_text }}", reference: "{{item.label}}", operation: "eq" },
    { type: "string_check", input: "{{item.text}}", reference: "x", operation: "eq" },
    {
      type: "label_model",
      input: [{ role: "user", content: "Polite? {{sample.output_text}}" }],
      passing_labels: ["yes"],
    },
    { type: "python", source: "def grade(): pass" },
  ];
  const template = [
    { role: "developer", content: "Classify tickets." },
    { type: "message", role: "user", content: { type: "input_text", text: "{{item.text}}" } },
  ];
  const item = (text: string) => ({ text, label: "Hardware" });
  const evals = { object: "list", data: [{ object: "eval", id: "eval_1", testing_criteria: criteria }] };
  const runs = {
    object: "list",
    data: [
      {
        object: "eval.run",
        id: "run_1",
        eval_id: "eval_1",
        data_source: {
          type: "responses",
          model: "gpt-4.1",
          input_messages: { type: "template", template },
          source: { type: "file_content", content: [{ item: item("No picture") }] },
        },
      },
    ],
  };
  const items = {
    object: "list",
    data: ["No sound", "No picture"].map((text) => ({
      object: "eval.run.output_item",
      eval_id: "eval_1",
      run_id: "run_1",
      datasource_item: item(text),
      sample: { input: [] },
    })),
  };
  const rows = `${JSON.stringify({ item: item("No light") })}\n`;
  const files = { "evals.json": evals, "runs.json": runs, "items.json": items, "rows.jsonl": rows };
  const { cwd, text, data, states } = await imported(files);
  expect(data).toMatchObject({ tests: 3, callers: 3, has_agent: true });
  expect(readFileSync(join(cwd, "calls.prompt.md"), "utf8")).toBe("Classify tickets.\n");
  expect(text).toContain("say: No light");
  expect(text).toContain("- says /^\\s*Hardware\\s*$/");
  expect(text).toContain("This is answered with yes: Polite?");
  expect(states("no_counterpart")).toHaveLength(2);
  const only = await parley(["import", "tests", "evals.json"], { cwd });
  expect(only).toMatchObject({ code: 2, stderr: expect.stringContaining("its data is not in these files") });
});

test("Cekura and LiveKit: callers that rules and a model can follow", async () => {
  const cekura = {
    results: [
      {
        name: "Refund",
        instructions: "Demand a refund.",
        first_message: "Hi, I want a refund.",
        expected_outcome_prompt:
          "- The main agent should stay calm.\n- The main agent should offer a refund.",
        conditional_actions: {
          conditions: [
            { id: 1, condition: "asked for the order number", action: "It is 1182.", fixed_message: true },
            { id: 2, condition: "told no", action: "get angry", fixed_message: false },
          ],
        },
        test_profile_data: { name: "Ana Diaz" },
        metrics: [7],
      },
      { name: "Empty", expected_outcome_prompt: "The main agent should answer." },
    ],
  };
  const one = await imported({ "cekura.json": cekura });
  expect(one.text).toContain("asked_about: asked for the order number");
  expect(one.text).toContain("- The main agent should offer a refund.");
  expect(one.states("no_caller")).toEqual([expect.stringContaining("Empty: it has no instructions")]);
  // As livekit/agents, examples/hotel_receptionist.
  const scenarios = `name: Desk
scenarios:
- label: Books
  instructions: |
    PERSONA: Ana, in a hurry.
    OPENING LINE (fast): "I need a room."
    FACTS (reveal each only when asked):
    - email: ana@example.com
    - two adults
    DO, IN ORDER:
    1. Ask for the price.
    2. Somewhere mid-call, ask: "is breakfast in there?"
    3. Curveball: push once - "I come late. Can you hold it?" - accept an honest no.
    4. When asked for a card, ask: "is that safe?"
    5. Do not ask: "may I smoke?"
    REACTIONS:
    - if the agent offers a suite: "No, thanks, only
      a room."
  agent_expectations: >
    Books a room.
  tags: { feature: booking }
  userdata: { expected_state: ["INSERT"] }
`;
  const two = await imported({ "scenarios.yaml": scenarios });
  expect(two.text).toContain("opening: I need a room.");
  expect(two.text.replace(/\s+/g, " ")).toContain(
    "intent: \"I need a room. I'd also like to ask: is breakfast in there? I'd also like to ask: I come late - Can you hold it?\"",
  );
  expect(two.text).toContain("email: ana@example.com");
  expect(two.text).toContain("say: is that safe?");
  expect(two.text).not.toContain("ask: may I smoke");
  expect(two.text).toContain("say: No, thanks, only a room.");
  expect(two.text).toContain("- feature:booking");
  expect(two.states("needs_model")).toContain("scenarios.yaml:4 4 of 10 instructions: two adults");
  expect(two.states("no_counterpart")).toHaveLength(1);
});

test("bad input: another format, several formats, a file that exists, a name that no test is found by", async () => {
  const cwd = folderWith({
    "a.yaml": "kind: Test\n",
    "b.yaml": "test_cases: []\n",
    "c.json": { eval_cases: [] },
    "x.parley.yaml": "x",
    "broken.yaml": "a: [",
  });
  const refused = async (...words: string[]) => {
    const { code, stderr } = await parley(["import", "tests", ...words], { cwd });
    expect(code).toBe(2);
    return stderr;
  };
  expect(await refused("a.yaml")).toContain("not a format of tests that Parley reads");
  expect(await refused("b.yaml", "c.json")).toContain("several formats: Rasa end-to-end tests, ADK evalset");
  expect(await refused("b.yaml", "--out", "x.yaml")).toContain("must end with .parley.yaml");
  expect(await refused("b.yaml", "--out", "x.parley.yaml")).toContain("x.parley.yaml");
  expect(await refused("broken.yaml")).toContain("broken.yaml:1:");
  expect(await refused("b.yaml")).toContain("no test could be turned into a caller");
});

test("hostile texts of 100,000 characters end", async () => {
  const long = (piece: string) => piece.repeat(Math.ceil(100_000 / piece.length));
  const pieces = ["{{", "{{a ", "{", "“", '"', "- if ", "\\/", "a:", "(", "{%"];
  const scenarios = pieces.flatMap((piece) => [
    { label: long(piece), instructions: `FACTS: x\n- ${long(piece)}`, agent_expectations: "Good." },
    { label: piece, instructions: `- if ${long(piece)}: "x"`, agent_expectations: long(piece) },
  ]);
  const tests = pieces.map((piece) => ({
    vars: { wish: long(piece) },
    assert: [
      { type: "contains", value: long(piece) },
      { type: "regex", value: long(piece) },
      { type: "contains", value: "a" },
    ],
  }));
  const files = { "s.json": { scenarios }, "p.json": { prompts: ["{{wish}}"], providers: ["echo"], tests } };
  const cwd = folderWith(files);
  const one = await parley(["import", "tests", "s.json", "--json"], { cwd });
  expect(one.json).toMatchObject({ tests: 20 });
  const two = await parley(["import", "tests", "p.json", "--json"], { cwd });
  expect(two.json).toMatchObject({ tests: 10, callers: 10 });
});

test.each([["test"], ["dh", "plan", "-f"]])(
  "%s names the import for a file of another framework",
  async (...words) => {
    const scenarios = [{ label: "Books a room", instructions: "You want a room." }];
    const cwd = folderWith({ "scenarios.yaml": { scenarios }, "other.yaml": { rooms: [] } });
    const refused = await parley([...words, "scenarios.yaml"], { cwd });
    expect(refused.stderr).toContain(
      "`parley import tests scenarios.yaml --out calls.parley.yaml` makes a test file of it (LiveKit scenarios)",
    );
    expect(refused.code).toBe(2);
    expect((await parley([...words, "other.yaml"], { cwd })).stderr).not.toContain("import tests");
  },
);
