/** A digital human created from a call, by a real service. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { submit } from "../support/evaluations.ts";
import { useProgram } from "../support/in-process.ts";
import { makeSimulation } from "../support/make.ts";
import { useService } from "../support/service.ts";

const service = useService();
const { acme } = service;
const parley = useProgram(service);

const call = () =>
  submit(acme, {
    transcript: [
      { speaker: "AGENT", utterance: "Hello, how can I help?" },
      { speaker: "USER", utterance: "I'd like a table for two on Friday. My name is Ana Diaz." },
      { speaker: "AGENT", utterance: "Booked for Saturday." },
    ],
    tool_calls: [{ name: "book_table", parameters: { day: "saturday" }, output: { booked: true } }],
  });
const humanIn = async (simulation_id: number) =>
  (await acme("GET", `/v1/digital-humans-by-simulation/${simulation_id}`)).body.digital_humans[0];

test("has the caller's words and reason, and expects the call's tool calls", async () => {
  const call_id = await call();
  const { id } = await makeSimulation(acme, { agent_id: 101 });
  const { code, json } = await parley(["dh", "from-call", call_id, "--simulation", String(id), "--json"]);
  expect(code).toBe(0);
  expect(json.digital_human).toMatchObject({
    intent: expect.stringContaining("table for two"),
    replay_mode: "smart",
    expected_tool_calls: [{ name: "book_table", parameters: { day: "saturday" } }],
    formatted_transcript: [{ role: "AGENT" }, { role: "USER" }, { role: "AGENT" }],
    generation: { source: call_id },
  });
  expect((await humanIn(id)).id).toBe(json.digital_human.id);
});

test.each([
  [
    ["--expect", 'book_table={"day":"friday"}', "--expect", "greet"],
    [{ name: "book_table", parameters: { day: "friday" } }, { name: "greet" }],
  ],
  [["--expect-none"], null],
])("%j says what the agent should have done", async (args, expected_tool_calls) => {
  const { json } = await parley([
    "dh",
    "from-call",
    await call(),
    ...args,
    "--name",
    "Ana",
    "--success",
    "A table on Friday",
    "--mode",
    "persona",
    "--json",
  ]);
  expect(json.digital_human).toMatchObject({
    name: "Ana",
    success_criteria: "A table on Friday",
    replay_mode: "persona",
  });
  expect(json.digital_human.expected_tool_calls ?? null).toEqual(expected_tool_calls);
});

test("--out writes a manifest that dh apply takes, and stores nothing", async () => {
  const call_id = await call();
  const { id } = await makeSimulation(acme, { agent_id: 101 });
  const args = ["dh", "from-call", call_id, "--simulation", String(id), "--out", "ana.yaml"];
  expect((await parley(args)).code).toBe(0);
  expect(await humanIn(id)).toBeUndefined();
  expect(readFileSync(join(parley.home, "ana.yaml"), "utf8")).toContain("book_table");
  expect((await parley(["dh", "apply", "-f", "ana.yaml", "--yes"])).code).toBe(0);
  expect(await humanIn(id)).toMatchObject({ expected_tool_calls: [{ name: "book_table" }] });
});

test.each([
  [["--expect", "book=2"], /must be a tool's name/],
  [["--expect", "book", "--expect-none"], /cannot be used together/],
  [["--out", "x.yaml"], /a manifest needs one simulation/],
  [[], /call .* not found/],
])("%j is refused", async (args, reason) => {
  const { code, stderr } = await parley(["dh", "from-call", "8c7dcf0e-51f0-4b1e-9a9a-0d6b7e2f1a01", ...args]);
  expect({ code, stderr }).toEqual({ code: args.length > 0 ? 2 : 5, stderr: expect.stringMatching(reason) });
});
