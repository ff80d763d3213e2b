import { describe, expect, test } from "vitest";
import { LIST_MAXIMUM } from "../../src/contract/limits.ts";
import { expectAnswer, expectFault, expectRefusal } from "../support/expect.ts";
import { makeAgent, makeDigitalHuman, makeSimulation } from "../support/make.ts";
import { useStrictService } from "../support/service.ts";

const { acme, rival } = useStrictService();

const create = (body: object) => acme("POST", "/v1/create-simulation", body);

describe("POST /v1/create-simulation", () => {
  test("answers the simulation with its digital humans, each once and by id", async () => {
    const first = await makeDigitalHuman(acme);
    const second = await makeDigitalHuman(acme);
    const reply = await create({
      name: "Smoke",
      description: "Before each release",
      agent_id: 101,
      digital_human_ids: [second.id, first.id, second.id],
      max_concurrent: 5,
      max_turns: 12,
      opening_patience_ms: 500,
    });
    expectAnswer("create_simulation", reply);
    expect(reply.body).toEqual({
      simulation_id: reply.body.id,
      status: "200",
      id: expect.any(Number),
      name: "Smoke",
      description: "Before each release",
      agent_id: 101,
      digital_human_ids: [first.id, second.id],
      max_concurrent: 5,
      max_turns: 12,
      opening_patience_ms: 500,
      settings: {},
      type: "max_concurrent",
      max_call_duration: null,
      ringing_timeout: null,
      tags: null,
      pinned: null,
      always_on: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    });
  });

  test.each([{}, { name: null }])("needs only an agent, and has its name (%j)", async (named) => {
    const { body } = await create({ ...named, agent_id: "101" });
    expect(body).toMatchObject({
      name: "Front desk",
      description: null,
      digital_human_ids: [],
      max_concurrent: null,
      max_turns: null,
      opening_patience_ms: null,
    });
  });

  test("answers 404 for an agent or digital humans that are unknown or another organization's", async () => {
    const own = await makeDigitalHuman(acme);
    const foreign = await makeDigitalHuman(rival);
    expectRefusal(await create({ name: "Smoke", agent_id: 202 }), 404, /agent 202 not found/);
    const digital_human_ids = [own.id, foreign.id, 987654];
    const reply = await create({ name: "Smoke", agent_id: 101, digital_human_ids });
    expectRefusal(reply, 404, new RegExp(`^digital human ${foreign.id}, 987654 not found`));
  });

  test("refuses a digital human with a SIP header trait when the agent has no sip_uri", async () => {
    const traits = [{ trait_name: "X-Account", is_sip_header: true }];
    const { id } = await makeDigitalHuman(acme, { traits });
    const body = { name: "Smoke", digital_human_ids: [id] };
    expectRefusal(await create({ ...body, agent_id: 101 }), 400, /missing SIP prerequisites/);
    const sip = await makeAgent(acme, { sip_uri: "sip:desk@example.com" });
    expect((await create({ ...body, agent_id: sip.agent_id })).status).toBe(200);
  });

  test("takes as many digital humans as a list may have", async () => {
    const digital_human_ids = Array.from({ length: LIST_MAXIMUM }, (_, index) => 1_000_000 + index);
    const reply = await create({ name: "Smoke", agent_id: 101, digital_human_ids });
    expectRefusal(
      reply,
      404,
      new RegExp(`^digital human 1000000, .*, 1000009 and ${LIST_MAXIMUM - 10} more not found$`),
    );
  });

  test.each([
    [{ name: "Smoke" }, ["body", "agent_id"], "missing"],
    [{ name: "", agent_id: 101 }, ["body", "name"], "string_too_short"],
    [{ name: "Smoke", agent_id: 0 }, ["body", "agent_id"], "greater_than"],
    [{ name: "Smoke", agent_id: 101, max_concurrent: 0 }, ["body", "max_concurrent"], "greater_than_equal"],
    [{ name: "Smoke", agent_id: 101, max_turns: 1001 }, ["body", "max_turns"], "less_than_equal"],
    [{ name: "Smoke", agent_id: 101, id: 7 }, ["body", "id"], "extra_forbidden"],
  ])("refuses %j with the place of the fault", async (body, loc, type) => {
    expectFault(await create(body), loc, type);
  });
});

describe("GET /v1/get-all-simulations and GET /v1/simulation/{simulation_id}", () => {
  test("list the simulations of the organization by id, and show each as it is listed", async () => {
    const { agent_id } = await makeAgent(rival);
    const {
      simulation_id: _,
      status: __,
      ...empty
    } = await makeSimulation(rival, { agent_id, name: "Empty" });
    const { simulation_id, status, ...full } = await makeSimulation(rival, { agent_id, name: "Full" });
    const { id } = await makeDigitalHuman(rival, {}, [full.id]);
    const reply = await rival("GET", "/v1/get-all-simulations");
    expectAnswer("list_simulations", reply);
    expect(reply.body).toEqual({ simulations: [empty, { ...full, digital_human_ids: [id] }], total: 2 });
    const shown = await rival("GET", `/v1/simulation/${full.id}`);
    expectAnswer("get_simulation", shown);
    expect(shown.body).toEqual(reply.body.simulations[1]);
  });

  test("answer 404 for a simulation that is unknown or another organization's", async () => {
    const { id } = await makeSimulation(acme, { agent_id: 101 });
    expectRefusal(await rival("GET", `/v1/simulation/${id}`), 404, /simulation \d+ not found/);
    expectRefusal(await acme("GET", "/v1/simulation/987654"), 404, /simulation 987654 not found/);
  });

  test("refuse a path that is not a number", async () => {
    expectFault(await acme("GET", "/v1/simulation/smoke"), ["path", "simulation_id"], "int_type");
  });
});
