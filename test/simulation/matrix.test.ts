/** `parley sim start --matrix`: calls under different conditions, and what each costs. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { expectFault, expectRefusal } from "../support/expect.ts";
import { useProgram } from "../support/in-process.ts";
import { makeAgent, makeDigitalHuman, makeSimulation } from "../support/make.ts";
import { useService } from "../support/service.ts";
import { BOOKER, saying, useVoiceAgents } from "../support/voice-agent.ts";

const service = useService();
const { acme } = service;
const parley = useProgram(service);
const agents = useVoiceAgents();

const ASKS = ["Hello, how can I help you?", "What is your order number, please?"];
const AXES = ["audio_quality=high,low", "background_noise=none"];

const folder = mkdtempSync(join(tmpdir(), "parley-matrix-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let simulation = 0;
let human = 0;
/** How often the agent was called. Every second time, it mishears the number. */
let calls = 0;

beforeAll(async () => {
  const websocket_url = await agents.serve((socket) => {
    const number = calls++ % 2 === 0 ? "KX-4471" : "KX-4417";
    saying([...ASKS, `Your order number is ${number}. It is on its way.`])(socket);
  });
  const connection_type = "WEBSOCKET";
  const { agent_id } = await makeAgent(acme, { mode: "VOICE", connection_type, websocket_url });
  ({ id: simulation } = await makeSimulation(acme, { agent_id }));
  ({ id: human } = await makeDigitalHuman(
    acme,
    {
      intent: "Wants to know where the order is. The order number is KX-4471.",
      creativity: 0,
      traits: [{ trait_name: "order_number", value: "KX-4471" }],
      audio_quality: "medium",
      background_noise_file: "office.wav",
      success_criteria: '@rules\npass when agent says "KX-4471"',
    },
    [simulation],
  ));
});
beforeEach(() => {
  calls = 0;
});

const start = (...words: string[]) => parley(["sim", "start", String(simulation), ...words]);
const runs = async () => (await acme("GET", `/v1/get-simulation-runs/${simulation}`)).body.simulation_runs;

test("a run for each combination, one after the other, and what each costs", {
  timeout: 180_000,
}, async () => {
  const page = join(folder, "grid.html");
  const matrix = ["--matrix", ...AXES, "--poll", "0.2"];
  const { code, stdout, stderr } = await start(...matrix, "--report", `html=${page}`);
  const [first, second] = (await runs()).toSorted((a: { id: number }, b: { id: number }) => a.id - b.id);
  expect(first.conditions).toEqual({ audio_quality: "high", background_noise: "none" });
  expect(second.conditions).toEqual({ audio_quality: "low", background_noise: "none" });
  const lines = stdout.trimEnd().split("\n");
  expect(lines[0]).toMatch(/^audio_quality {2}background_noise {2}passed +facts right +latency +run$/);
  expect(lines[1]).toMatch(
    /^high +none +1 of 1, 100% \(20\.7–100%\) +1 of 1, 100% \(20\.7–100%\) +[\d.]+ m?s +\d+$/,
  );
  expect(lines[2]).toMatch(/^low +none +0 of 1, 0% \(0–79\.3%\) +0 of 1, 0% \(0–79\.3%\) +[\d.]+ m?s +\d+$/);
  expect(lines[3]).toMatch(
    /^not passed: 1 of 2 combinations: audio_quality=low background_noise=none: 0 of 1 passed/,
  );
  expect(stderr).toContain("combination 2 of 2: audio_quality=low background_noise=none\n");
  expect(code).toBe(9);
  expect(readFileSync(page, "utf8")).toContain('"audio_quality":"low"');
  // The callers say the same in both, and neither hears the noise of the record.
  const seeds = await Promise.all(
    [first, second].map(async ({ id }) => {
      const { body } = await acme("GET", `/v1/retrieve-simulation-results/${id}`);
      expect(body.simulation_run.conditions).toEqual(id === first.id ? first.conditions : second.conditions);
      return body.simulation_results[0].seed;
    }),
  );
  expect(seeds[1]).toBe(seeds[0]);
  const { body: record } = await acme("GET", `/v1/digital-human/${human}`);
  expect(record.digital_human ?? record).toMatchObject({
    audio_quality: "medium",
    background_noise_file: "office.wav",
  });

  // With its runs, the same command starts nothing again.
  const again = await start(...matrix, "--run", String(first.id), "--run", String(second.id), "--json");
  expect(again.code).toBe(9);
  expect(await runs()).toHaveLength(2);
  expect(JSON.parse(again.stdout)).toMatchObject({
    simulation_id: simulation,
    passed: false,
    cells: [
      {
        simulation_run_id: first.id,
        passed: true,
        entity_accuracy: { part: 1, of: 1 },
        latency_ms: { n: 1 },
      },
      { simulation_run_id: second.id, passed: false, entity_accuracy: { part: 0, of: 1 } },
    ],
  });
  const other = await start("--matrix", "audio_quality=medium,low", "--run", String(first.id));
  expect([other.code, other.stderr]).toEqual([2, expect.stringContaining("which the matrix does not have")]);
  const foreign = await start("--matrix", "audio_quality=medium,low", "--run", "999999");
  expect([foreign.code, foreign.stderr]).toEqual([2, expect.stringContaining("is not a run of simulation")]);
});

test("a run that does not end in time ends the matrix, and nothing of it passes", {
  timeout: 60_000,
}, async () => {
  const before = (await runs()).length;
  const { code, stdout, stderr } = await start("--matrix", ...AXES, "--max-wait", "0", "--json");
  expect(code).toBe(9);
  const [first, second] = JSON.parse(stdout).cells;
  expect(first).toMatchObject({
    passed: false,
    pass_rate: null,
    reason: expect.stringContaining("did not finish"),
  });
  expect(second).toMatchObject({
    passed: false,
    pass_rate: null,
    simulation_run_id: null,
    reason: "not started",
  });
  expect(stderr).toBe("");
  expect(await runs()).toHaveLength(before + 1);
  const { simulation_results } = (
    await acme("GET", `/v1/retrieve-simulation-results/${first.simulation_run_id}`)
  ).body;
  await acme("POST", "/v1/end-conversations", {
    test_result_ids: simulation_results.map(({ id }: { id: number }) => String(id)),
  });
});

test.each([
  [["--matrix", "audio_qualty=high"], "did you mean audio_quality?"],
  [["--matrix", "audio_quality=hgh"], 'must be one of high, medium, low, horrible, not "hgh"'],
  [["--matrix", "background_noise_volume=2"], "must be a number from 0 to 1"],
  [["--matrix", "audio_quality=high,high"], "names high twice"],
  [["--matrix", "audio_quality=high", "audio_quality=low"], "names audio_quality twice"],
  [
    ["--matrix", "audio_quality=high", "--bot-url", "http://127.0.0.1:9/"],
    "--matrix cannot be used with --bot-url",
  ],
  [["--run", "1"], "--run requires --matrix"],
])("%j is refused before anything starts", async (words, why) => {
  const before = (await runs()).length;
  const { code, stderr } = await start(...words);
  expect([code, stderr]).toEqual([2, expect.stringContaining(why)]);
  expect(await runs()).toHaveLength(before);
});

describe("conditions of a run, over HTTP", () => {
  const queue = (conditions: unknown, path = "/v1/queue-simulation-run") =>
    acme("POST", path, { simulation_id: simulation, conditions });

  test("must be known, and go with the digital humans", async () => {
    expectRefusal(
      await queue({ audio_quality: "hgh" }),
      400,
      /conditions\.audio_quality must be one of high, /,
    );
    expectFault(
      await queue({ background_noise_volume: 2 }),
      ["body", "conditions", "background_noise_volume"],
      "less_than_equal",
    );
    expectRefusal(await queue({ gender: "male" }), 400, /conditions\.gender is not a condition of a call/);
    const { id } = await makeDigitalHuman(acme, { ...BOOKER, language: "de" }, [simulation]);
    expectRefusal(
      await queue({ accent: "british", background_noise: "none" }),
      400,
      /digital human \d+: the accent british does not go with the language de/,
    );
    await acme("DELETE", `/v1/digital-human/${id}`);
  });
});
