import { describe, expect, test } from "vitest";
import { expectAnswer, expectFault, expectRefusal } from "../support/expect.ts";
import { makeAgent, makeKnowledgeBases, makePrompts, makeSimulation } from "../support/make.ts";
import { type Calls, type Reply, useStrictService } from "../support/service.ts";

const { acme, rival } = useStrictService();

const generate = (body: object, calls: Calls = acme) =>
  calls("POST", "/v1/generate-digital-humans", { agent_id: "101", ...body });

const field = (reply: Reply, name: string) =>
  reply.body.digital_humans.map((made: Record<string, unknown>) => made[name]);

describe("E5 POST /v1/generate-digital-humans", () => {
  test("creates a digital human for each call of a goal, with readable and distinct names", async () => {
    const reply = await generate({
      goal_adherence: [
        { goal: "Refund order 1182", num_calls: 3 },
        { goal: "Book a table", num_calls: 1 },
        { goal: "Never asked for", num_calls: 0 },
      ],
    });
    expectAnswer("generate_digital_humans", reply);
    expect(reply.body).toMatchObject({ status: "200", success: true, warning: null });
    expect(field(reply, "name")).toEqual([
      "Refund order 1182 (1 of 3)",
      "Refund order 1182 (2 of 3)",
      "Refund order 1182 (3 of 3)",
      "Book a table",
    ]);
    expect(reply.body.digital_humans[0]).toMatchObject({
      intent: "Refund order 1182",
      success_criteria: expect.stringMatching(/^The caller gets what they came for: Refund order 1182\./),
      language: "en",
      allow_silence_tool: false,
      silence_tool_instructions: "default",
    });
  });

  test("stores what it generates", async () => {
    const reply = await generate({ goal_adherence: [{ goal: "Refund", num_calls: 1 }] });
    const [made] = reply.body.digital_humans;
    const stored = await acme("GET", `/v1/digital-human/${made.id}`);
    expect(stored.body).toEqual({ digital_human: made, simulation_ids: [], simulation_id: null });
  });

  test("makes customers from personas", async () => {
    const reply = await generate({
      customer_personas: [
        { name: "Ada", description: "Impatient, on a train", goal: "Rebook a ticket", num_calls: 2 },
      ],
    });
    expect(field(reply, "name")).toEqual(["Ada (1 of 2)", "Ada (2 of 2)"]);
    expect(reply.body.digital_humans[1]).toMatchObject({
      role_description: expect.stringMatching(/^Impatient, on a train\nYour name is /),
      intent: "Rebook a ticket",
    });
  });

  test("spreads load over the goals of the agent", async () => {
    const { agent_id } = await makeAgent(acme, { goals: ["Refund", "Book"] });
    const reply = await generate({ agent_id: String(agent_id), load_testing: 3 });
    expect(field(reply, "intent")).toEqual(["Refund", "Refund", "Book"]);
    expect(field(reply, "name")).toEqual([1, 2, 3].map((number) => `Load test (${number} of 3)`));
  });

  test("gives all of them the traits and the number of runs", async () => {
    const simulation = await makeSimulation(acme, { agent_id: 101 });
    const traits = [{ trait_name: "member", trait_data_type: "BOOLEAN", value: true }];
    const reply = await generate({
      simulation_id: String(simulation.id),
      goal_adherence: [{ goal: "Refund", num_calls: 1 }],
      load_testing: 1,
      traits,
      num_runs: 2,
    });
    const shown = traits.map((trait) => ({ ...trait, is_sip_header: false }));
    expect(field(reply, "traits")).toEqual([shown, shown]);
    const run = await acme("POST", "/v1/queue-http-text-simulation-run", { simulation_id: simulation.id });
    expect(run.body.simulation_result_ids).toHaveLength(4);
  });

  test("attaches them to the simulation", async () => {
    const simulation = await makeSimulation(acme, { agent_id: 101 });
    const reply = await generate({ simulation_id: String(simulation.id), load_testing: 2 });
    const listed = await acme("GET", `/v1/digital-humans-by-simulation/${simulation.id}`);
    expect(listed.body.digital_humans).toEqual(reply.body.digital_humans);
  });

  test("accepts a prompt and a knowledge base of the agent", async () => {
    const { agent_id, path } = await makeAgent(acme);
    const [prompt] = await makePrompts(acme, path, []);
    const [knowledge_base] = await makeKnowledgeBases(acme, path, []);
    const body = { agent_id: String(agent_id), load_testing: 1 };
    const versions = { prompt_id: prompt?.id, knowledge_base_id: knowledge_base?.id };
    expect((await generate({ ...body, ...versions })).status).toBe(200);
    for (const [name, id] of Object.entries(versions))
      expectRefusal(await generate({ load_testing: 1, [name]: id }), 404, new RegExp(`${id} not found`));
  });

  test("says which version it read if that is not the latest", async () => {
    const { agent_id, path } = await makeAgent(acme);
    const versions = await makePrompts(acme, path, ["production"], []);
    const body = { agent_id: String(agent_id), load_testing: 1 };
    const chosen = await generate(body);
    expectAnswer("generate_digital_humans", chosen);
    // A warning would say that the request was modified.
    expect(chosen.body).toMatchObject({
      warning: null,
      notes: ["read version 1 of the prompt, which is in production, not 2, the latest"],
    });
    for (const { id: prompt_id } of versions)
      expect((await generate({ ...body, prompt_id })).body).not.toHaveProperty("notes");
  });

  test("trims what exceeds the maximum of 100, and says so", async () => {
    const goal_adherence = [
      { goal: "Refund", num_calls: 99 },
      { goal: "Book", num_calls: 9_007_199_254_740 },
    ];
    const reply = await generate({ goal_adherence });
    expectAnswer("generate_digital_humans", reply);
    expect(field(reply, "name").slice(98)).toEqual(["Refund (99 of 99)", "Book"]);
    expect(reply.body.warning).toMatch(/^asked for 9007199254839 digital humans; made the first 100,/);
  });

  test("makes as many as an answer has room for, and says so", async () => {
    const value = "v".repeat(900_000);
    const { body } = await acme("POST", "/v1/generate-digital-humans", {
      agent_id: "101",
      preview: true,
      load_testing: 100,
      traits: [{ trait_name: "long", value }],
    });
    expect(body.warning).toMatch(
      /^asked for 100 digital humans; made the first 11 and left out 89: an answer has room for 10000000 characters of them$/,
    );
    expect(body.digital_humans).toHaveLength(11);
  });

  test("reads so much of a long prompt, and says so", async () => {
    const agent_id = (await acme("POST", "/v1/add-agent", { name: "Talker" })).body.id;
    const prompt_text = "Be kind. ".repeat(20_000);
    await acme("POST", `/v1/agents/${agent_id}/prompts/versions`, { prompt_text });
    const { body } = await acme("POST", "/v1/generate-digital-humans", { agent_id, load_testing: 1 });
    expect(body.warning).toBe("read only the first 100000 of 180000 characters of the prompt");
  });

  test("makes exactly 100 without a warning", async () => {
    const { body } = await generate({ load_testing: 100 });
    expect(body.digital_humans).toHaveLength(100);
    expect(body.warning).toBeNull();
  });

  test("answers 404 for an agent or a simulation that is unknown or another organization's", async () => {
    const foreign = await makeSimulation(rival, { agent_id: 202 });
    for (const agent_id of ["202", "987654", "front-desk"])
      expectRefusal(await generate({ agent_id, load_testing: 1 }), 404, /agent .* not found/);
    for (const simulation_id of [String(foreign.id), "987654", "smoke"])
      expectRefusal(await generate({ simulation_id, load_testing: 1 }), 404, /simulation .* not found/);
  });

  test("refuses the simulation of another agent", async () => {
    const other = await makeAgent(acme);
    const simulation = await makeSimulation(acme, { agent_id: other.agent_id });
    const reply = await generate({ simulation_id: String(simulation.id), load_testing: 1 });
    expectRefusal(reply, 400, /tests agent \d+, not agent 101/);
  });

  test("gives each digital human of a request its own manner and its own name", async () => {
    const { body } = await generate({ goal_adherence: [{ goal: "Refund", num_calls: 40 }] });
    const manner = ({ verbosity, fluency, traits, speaks_first_config, language }: Record<string, unknown>) =>
      JSON.stringify([verbosity, fluency, traits, speaks_first_config, language]);
    expect(new Set(body.digital_humans.map(manner)).size).toBe(40);
    expect(new Set(field({ status: 200, body } as Reply, "role_description")).size).toBe(40);
  });

  test("says how each was made, and shows a scenario for each", async () => {
    const reply = await generate({
      goal_adherence: [{ goal: "Refund", num_calls: 1 }],
      red_teaming: 1,
      seed: "s",
    });
    expectAnswer("generate_digital_humans", reply);
    const [goal, attack] = reply.body.digital_humans;
    expect(goal.generation).toEqual({
      generated_by: "rules",
      kind: "goal_adherence",
      seed: "s",
      source: "Refund",
      manner: "begins with its wish",
    });
    expect(attack.generation).toMatchObject({ kind: "red_teaming", category: "prompt_extraction" });
    expect(reply.body.test_scenarios).toMatchObject([
      { digital_human_id: goal.id, name: "Refund", generation: goal.generation },
      { digital_human_id: attack.id, success_criteria: attack.success_criteria },
    ]);
  });

  test("makes the same for the same seed, and others for another", async () => {
    const body = { goal_adherence: [{ goal: "Refund", num_calls: 5 }], red_teaming: 9, load_testing: 3 };
    const without = async (seed?: string) => {
      const { body: answer } = await generate({ ...body, seed });
      return JSON.stringify(answer.digital_humans, (key, value) =>
        key === "id" || key === "created_at" ? undefined : value,
      );
    };
    const first = await without("a");
    expect(await without("a")).toBe(first);
    expect(await without("b")).not.toBe(first);
    expect(await without("1")).toBe(await without());
  });

  test("preview shows what would be made and stores nothing", async () => {
    const simulation = await makeSimulation(acme, { agent_id: 101 });
    const body = { simulation_id: String(simulation.id), load_testing: 2, num_runs: 3 };
    const preview = await generate({ ...body, preview: true });
    expectAnswer("generate_digital_humans", preview);
    expect(preview.body.digital_humans).toMatchObject([{ num_runs: 3 }, { num_runs: 3 }]);
    expect(preview.body.digital_humans[0]).not.toHaveProperty("id");
    const listed = await acme("GET", `/v1/digital-humans-by-simulation/${simulation.id}`);
    expect(listed.body.total).toBe(0);
    const made = await generate(body);
    expect(field(made, "intent")).toEqual(field(preview, "intent"));
    expectRefusal(await generate({ ...body, simulation_id: "987654", preview: true }), 404, /simulation/);
  });

  test("what preview shows is what E4 takes", async () => {
    const { body } = await generate({ load_testing: 1, red_teaming: 1, preview: true });
    for (const digital_human of body.digital_humans)
      expect((await acme("POST", "/v1/create-digital-human", { digital_human })).status).toBe(200);
  });

  test("staggers the starts of load callers", async () => {
    const { body } = await generate({ load_testing: 3 });
    const starts = body.digital_humans.map(
      (made: { generation: { start_offset_ms: number } }) => made.generation.start_offset_ms,
    );
    expect(starts.map((start: number) => Math.floor(start / 1000))).toEqual([0, 1, 2]);
  });

  test("refuses to generate nothing", async () => {
    expectRefusal(await generate({}), 400, /nothing to generate/);
    const zero = {
      goal_adherence: [{ goal: "Refund", num_calls: 0 }],
      load_testing: null,
      red_teaming: null,
    };
    expectRefusal(await generate(zero), 400, /nothing to generate/);
  });

  test("generates all or none", async () => {
    const simulation = await makeSimulation(acme, { agent_id: 101 });
    const traits = [{ trait_name: "X-Account", is_sip_header: true }];
    const reply = await generate({ simulation_id: String(simulation.id), load_testing: 3, traits });
    expectRefusal(reply, 400, /missing SIP prerequisites/);
    expect((await acme("GET", `/v1/digital-humans-by-simulation/${simulation.id}`)).body.total).toBe(0);
  });

  test.each([
    [{ load_testing: -1 }, ["body", "load_testing"], "greater_than_equal"],
    [{ load_testing: 1, num_runs: 0 }, ["body", "num_runs"], "greater_than_equal"],
    [{ goal_adherence: [{ goal: "Refund" }] }, ["body", "goal_adherence", "0", "num_calls"], "missing"],
    [{ load_testing: 1, allow_silence_tool: true }, ["body", "allow_silence_tool"], "extra_forbidden"],
    [
      { load_testing: 1, silence_tool_instructions: "x" },
      ["body", "silence_tool_instructions"],
      "extra_forbidden",
    ],
    [{ load_testing: 1, agent_id: 1.5 }, ["body", "agent_id"], "string_type"],
  ])("refuses %j with the place of the fault", async (body, loc, type) => {
    expectFault(await generate(body), loc, type);
  });
});
