import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import YAML from "yaml";
import { sentenceFinder } from "../../src/engine/policies/has-sentence.ts";
import { statements } from "../../src/engine/policies/read/statements.ts";
import { useProgram } from "../support/in-process.ts";
import { useRecorder } from "../support/recorder.ts";

const service = useRecorder();
const parley = useProgram(service);

const POLICY = {
  sentence: 'Never say "sure thing".',
  reads: 'the agent never says "sure thing"',
  rule: 'fail when agent says "sure thing"',
  status: "accepted",
};
const write = (name: string, text: string) => writeFileSync(join(parley.home, name), text);
const policies = (fields: object = {}) =>
  write("policies.json", JSON.stringify({ kind: "Policies", policies: [{ ...POLICY, ...fields }] }));
const PUSH = ["prompts", "push", "prompt.md", "--policies", "policies.json", "--agent", "101"];
const push = () => parley(PUSH);
const VERSIONS = "/v1/agents/101/prompts/versions";
const version = { version: 3, agent_id: 101, id: "0b9e0000-0000-4000-8000-000000000003", labels: ["latest"] };

test("prompts push --policies stores the decisions with the new version", async () => {
  write("prompt.md", POLICY.sentence);
  policies();
  const stored = { version: 3, policies: [POLICY], dropped: [] };
  service.answer({ body: [] }, { body: version }, { body: stored });
  const { code, stderr } = await push();
  expect({ code, stderr }).toMatchObject({ code: 0 });
  expect(service.requests.map(({ method, path }) => `${method} ${path.split("?")[0]}`)).toEqual([
    `GET ${VERSIONS}`,
    `POST ${VERSIONS}`,
    `PUT ${VERSIONS}/3/policies`,
  ]);
  expect(service.requests.at(-1)?.body).toEqual({ policies: [POLICY] });
});

test.each([
  ["has no rule", { rule: null }, "policies.0.status: an accepted policy needs a rule"],
  [
    "fails its own example",
    { keeps: ["agent: sure thing"] },
    "policies.0.keeps: the rule fails on this exchange",
  ],
])("nothing is sent if an accepted policy %s", async (_, fields, place) => {
  write("prompt.md", POLICY.sentence);
  policies(fields);
  for (const run of [push, () => parley(["policies", "apply", "policies.json", "--agent", "101"])]) {
    const { code, stderr } = await run();
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(place) });
  }
  expect(service.requests).toEqual([]);
});

test("nothing is sent with a text that lacks the sentence of an accepted policy, unless that is allowed", async () => {
  write("prompt.md", 'Never ever say "sure thing".\nBe kind.');
  policies();
  const { code, stderr } = await push();
  expect(code).toBe(2);
  expect(stderr).toContain("1 of 1 policies would not apply");
  expect(stderr).toContain(
    'the prompt has no sentence "Never say \\"sure thing\\"."; it has "Never ever say \\"sure thing\\"."',
  );
  expect(stderr).toContain("--allow-missing stores the decisions all the same");
  expect(service.requests).toEqual([]);
  service.answer(
    { body: [] },
    { body: version },
    { body: { version: 3, policies: [], dropped: [POLICY.sentence] } },
  );
  const allowed = await parley([...PUSH, "--allow-missing"]);
  expect(allowed).toMatchObject({ code: 0, stderr: expect.stringContaining("so its policy doesn't apply") });
});

test("validate finds what policies review finds, each mistake in its place", async () => {
  write(
    "bad.yaml",
    `kind: Policies
policies:
  - sentence: Never say "sure thing".
    rule: fail when agent says "sure thing"
    keeps: ["agent: sure thing"]
    status: accepted
  - { sentence: Be kind., rule: null, status: accepted }
`,
  );
  const { code, stderr } = await parley(["validate", "bad.yaml"]);
  expect(code).toBe(2);
  expect(stderr).toContain("bad.yaml:5:12: policies.0.keeps: the rule fails on this exchange");
  expect(stderr).toMatch(/bad\.yaml:7:\d+: policies\.1\.status: an accepted policy needs a rule/);
  write("good.yaml", "kind: Policies\npolicies:\n  - { sentence: Be kind., rule: null, status: proposed }\n");
  expect((await parley(["validate", "good.yaml", "--json"])).json).toMatchObject([
    { kind: "Policies", items: 1 },
  ]);
  expect(service.requests).toEqual([]);
});

test("a draft from a file knows the tools that it is told, and an agent has its own", async () => {
  write("orders.md", "Call cancel_order only after find_order.\n");
  const tools = ["find_order", "cancel_order"].map((name) => ({ type: "function", function: { name } }));
  write("tools.json", JSON.stringify(tools));
  const draft = ["policies", "draft", "--prompt-file", "orders.md", "--tools", "tools.json"];
  const { json } = await parley([...draft, "--json"]);
  expect(json.policies).toMatchObject([{ rule: expect.stringContaining("cancel_order") }]);
  const refused = await parley([...draft, "--agent", "101"]);
  expect(refused).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("an agent's record has its tools"),
  });
  write("tools.json", "{}");
  expect(await parley(draft)).toMatchObject({ code: 2, stderr: expect.stringContaining("tools.json") });
  expect(service.requests).toEqual([]);
});

test("an exchange written as one text is told to be a list, once, with what to write", async () => {
  write(
    "text.yaml",
    `kind: Policies
policies:
  - sentence: Never say "sure thing".
    rule: fail when agent says "sure thing"
    keeps: |
      user: Can you do it?
      agent: I can.
    status: accepted
`,
  );
  const { code, stderr } = await parley(["validate", "text.yaml"]);
  expect(code).toBe(2);
  expect(stderr).toContain(
    'policies.0.keeps: must be a list; write each line as an item: - "user: Can you do it?"',
  );
  expect(stderr).not.toContain("characters");
});

test.each([1, 2])(
  "the policies of version %i of the sample prompt have sentences of that version",
  (version) => {
    const read = (name: string) =>
      YAML.parse(readFileSync(join(import.meta.dirname, "../../fixtures", name), "utf8"), { merge: true });
    const [{ agents }] = read("seed.yaml").organizations;
    const { prompts } = agents.find(({ id }: { id: number }) => id === 101);
    const { prompt_text } = prompts[version - 1];
    const has = sentenceFinder(statements(prompt_text));
    const sentences = read(`policies-${version}.yaml`).policies.map(
      ({ sentence }: { sentence: string }) => sentence,
    );
    expect(sentences.length).toBeGreaterThan(0);
    expect(sentences.filter((sentence: string) => !has(sentence))).toEqual([]);
  },
);
