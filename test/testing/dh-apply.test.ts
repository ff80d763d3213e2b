/** `parley dh apply` reads the callers of a test file. */
import { expect, test } from "vitest";
import { useProgram } from "../support/in-process.ts";
import { makeAgent, makeSimulation } from "../support/make.ts";
import { ACME_KEY, useService } from "../support/service.ts";
import { BOB, useFolder } from "../support/testing.ts";

const service = useService();
const parley = useProgram(service);
const files = useFolder();
const AGENT = { http: "http://127.0.0.1:9/agent" };

const apply = (cwd: string, ...flags: string[]) =>
  parley(["dh", "apply", "-f", "desk.parley.yaml", ...flags], { cwd, env: { PARLEY_API_KEY: ACME_KEY } });

async function simulation(): Promise<string> {
  const { agent_id } = await makeAgent(service.acme, {});
  const { id } = await makeSimulation(service.acme, { agent_id });
  return String(id);
}

test("callers become digital humans, once, with their expectations as success criteria", async () => {
  const id = await simulation();
  const cwd = files.write(
    AGENT,
    [
      {
        ...BOB,
        goal: { tool: "issue_refund", facts: { order: "1182" } },
        answers: [{ asked_about: "color", say: "Red." }],
      },
      {
        name: "Eve",
        intent: "Wants to complain.",
        expect: ["The agent apologizes.", "The agent stays friendly."],
      },
    ],
    { defaults: { expect: [] } },
  );
  const first = await apply(cwd, "--simulation", id, "--yes");
  expect(first.code).toBe(0);
  const { body } = await service.acme("GET", `/v1/digital-humans-by-simulation/${id}`);
  expect(body.digital_humans).toMatchObject([
    {
      name: "Bob",
      success_criteria: '@rules\npass when tool issue_refund called\npass when agent says "confirmed"',
      traits: [{}, { trait_name: "order", value: "1182" }],
      scripted_responses: [{ match_phrase: "asks about color", response_value: "Red." }],
    },
    { name: "Eve", success_criteria: "The agent apologizes.\nThe agent stays friendly." },
  ]);
  const again = await apply(cwd, "--simulation", id, "--yes");
  expect(again.stdout).toBe("outcome\tid\tdigital human\tmessage\n");
});

test("a test file names no simulation", async () => {
  const { code, stderr } = await apply(files.write(AGENT), "--yes");
  expect(stderr).toContain(
    "desk.parley.yaml:6:3: callers: a test file names no simulation: add --simulation <id>",
  );
  expect(code).toBe(2);
});

test("what no digital human has is a warning, and what it cannot expect is a mistake, each with its place", async () => {
  const callers = [
    { ...BOB, expect: ["calls x", "The agent stays friendly."] },
    { name: "Turns", turns: [{ say: "Hi.", expect: ["calls x"] }] },
    { name: "Given", given: [{ user: "Hi." }, { agent: "Yes?" }, { user: "Bye." }] },
  ];
  const id = await simulation();
  const { code, stderr } = await apply(
    files.write({ stdio: true, command: "cat" }, callers, { max_turns: 3, repeat: 2, min_pass_rate: 0.5 }),
    ...["--simulation", id, "--yes"],
  );
  expect(stderr).toMatch(
    /warning: desk\.parley\.yaml:\d+:\d+: max_turns: not applied: it belongs to the simulation/,
  );
  expect(stderr).toMatch(/warning: desk\.parley\.yaml:\d+:\d+: repeat: not applied/);
  expect(stderr).toMatch(/warning: desk\.parley\.yaml:\d+:\d+: min_pass_rate: not applied/);
  expect(stderr).toMatch(
    /:14:\d+: callers\.list\.0\.expect\.1: a digital human has clauses or sentences, not both/,
  );
  expect(stderr).toMatch(/callers\.list\.1\.turns\.0\.expect: only `parley test` judges an answer alone/);
  expect(stderr).toMatch(/callers\.list\.2\.given: only `parley test` begins in the middle/);
  expect(code).toBe(2);
  const { body } = await service.acme("GET", `/v1/digital-humans-by-simulation/${id}`);
  expect(body.digital_humans).toEqual([]);
});
