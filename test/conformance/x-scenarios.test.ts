import { describe, expect, test } from "vitest";
import { expectAnswer, expectFault, expectRefusal } from "../support/expect.ts";
import { makeAgent } from "../support/make.ts";
import { useService } from "../support/service.ts";

const { acme, rival } = useService();

const says = (id: string, data: object) => ({ id, type: "single", position: { x: 0, y: 1 }, data });
const edge = (source: string, target: string, sourceHandle?: string) => ({
  source,
  target,
  ...(sourceHandle && { sourceHandle }),
});

const MENU = {
  nodes: [
    { id: "start", type: "start" },
    says("menu", { type: "exact", speaker: "agent", message: "Press 1 for support or say billing" }),
    {
      id: "choice",
      type: "options",
      data: {
        branch_options: [
          { id: "support", type: "dtmf", digits: "1" },
          { id: "billing", type: "exact", message: "Billing" },
        ],
      },
    },
    says("help", { type: "contextual", message: "Asks what does not work" }),
    says("bill", { type: "contextual", message: "Asks for the account" }),
  ],
  edges: [
    edge("start", "menu"),
    edge("menu", "choice"),
    edge("choice", "help", "support"),
    edge("choice", "bill", "billing"),
  ],
  viewport: { x: 1, y: 1, zoom: 2 },
};

const create = (body: object, calls = acme) => calls("POST", "/v1/scenario", { name: "Menu", ...body });

describe("/v1/scenario", () => {
  test("keeps a graph with everything in it, for several agents, and changes it in part", async () => {
    const one = await makeAgent(acme);
    const other = await makeAgent(acme);
    const reply = await create({ agent_ids: [one.agent_id, String(other.agent_id)], definition: MENU });
    expectAnswer("create_scenario", reply);
    const { id } = reply.body;
    const agent_ids = [one.agent_id, other.agent_id].toSorted((a, b) => a - b);
    expect(reply.body).toMatchObject({ name: "Menu", description: null, agent_ids, definition: MENU });

    const path = `/v1/scenario/${id}`;
    const renamed = await acme("PUT", path, { name: "Front desk", description: "By day" });
    expectAnswer("update_scenario", renamed);
    expect(renamed.body).toEqual({ ...reply.body, name: "Front desk", description: "By day" });
    const definition = { nodes: MENU.nodes.slice(0, 2), edges: MENU.edges.slice(0, 1) };
    const replaced = await acme("PUT", path, { definition, agent_ids: [one.agent_id], name: null });
    expect(replaced.body).toEqual({ ...renamed.body, definition, agent_ids: [one.agent_id] });

    const listed = await acme("GET", `/v1/scenario?agent_id=${one.agent_id}`);
    expectAnswer("list_scenarios", listed);
    expect(listed.body).toEqual({ workflows: [replaced.body], total_count: 1 });
    expect((await acme("GET", `/v1/scenario?agent_id=${other.agent_id}`)).body.total_count).toBe(0);
    expect((await acme("PUT", path, { agent_ids: null })).body.agent_ids).toEqual([]);

    const deleted = await acme("DELETE", path);
    expectAnswer("delete_scenario", deleted);
    expect(deleted.body.deleted_workflow_id).toBe(id);
    expectRefusal(await acme("GET", path), 404, /scenario .* not found/);
  });

  test("loses an agent that is deleted", async () => {
    const { agent_id } = await makeAgent(acme);
    const { id } = (await create({ agent_ids: [agent_id], definition: {} })).body;
    expect((await acme("DELETE", `/v1/agent/${agent_id}`)).status).toBe(200);
    const shown = await acme("GET", `/v1/scenario/${id}`);
    expectAnswer("get_scenario", shown);
    expect(shown.body).toMatchObject({ agent_ids: [], definition: {} });
  });

  test("refuses a graph that no conversation can follow, and keeps the one before", async () => {
    const circle = { ...MENU, edges: [...MENU.edges, edge("help", "menu")] };
    expectRefusal(await create({ definition: circle }), 400, /"menu", "choice", "help"/);
    const { id, definition } = (await create({ definition: MENU })).body;
    const loose = { ...MENU, edges: [...MENU.edges, edge("bill", "nowhere")] };
    expectRefusal(
      await acme("PUT", `/v1/scenario/${id}`, { definition: loose }),
      400,
      /an edge names "nowhere", which is not a node/,
    );
    expect((await acme("GET", `/v1/scenario/${id}`)).body.definition).toEqual(definition);
  });

  test("answers 422 with the place of a fault, and 404 for another organization's", async () => {
    const unnamed = { nodes: [{ type: "start" }] };
    expectFault(await create({ definition: unnamed }), ["body", "definition", "nodes", "0", "id"], "missing");
    const { id } = (await create({ definition: MENU })).body;
    expectRefusal(await rival("GET", `/v1/scenario/${id}`), 404, /scenario .* not found/);
    expectRefusal(await create({ definition: MENU, agent_ids: [202] }), 404, /agent 202 not found/);
    expectRefusal(await acme("GET", "/v1/scenario?agent_id=202"), 404, /agent 202 not found/);
  });
});

describe("digital humans from a scenario", () => {
  const generate = (agent_id: number, body: object) =>
    acme("POST", "/v1/generate-digital-humans", { agent_id: String(agent_id), ...body });

  test("follow a path each", async () => {
    const { agent_id } = await makeAgent(acme);
    const { id } = (await create({ agent_ids: [agent_id], definition: MENU })).body;
    const reply = await generate(agent_id, { workflow_adherence_v2: { [id]: 10 } });
    expectAnswer("generate_digital_humans", reply);
    const [support, billing] = reply.body.digital_humans;
    expect(reply.body.digital_humans).toHaveLength(2);
    expect(support).toMatchObject({
      tag: "workflow_adherence_v2",
      workflow_v2_id: id,
      workflow_path_index: 0,
      intent: "",
      enriched_playback: [
        { turn: 1, role: "AGENT", node: "menu", utterance: "Press 1 for support or say billing" },
        { turn: 2, role: "USER", node: "choice", branch: "support", digits: "1" },
        { turn: 3, role: "AGENT", node: "help", description: "Asks what does not work" },
      ],
    });
    expect(billing.generation.source).toBe("menu > choice (billing) > bill");
    expect(reply.body.test_scenarios[0].metric).toMatchObject({
      description: expect.stringContaining("no rule checks: help: Asks what does not work"),
      scoring_guidance: expect.stringContaining('pass when agent says "Press 1 for support or say billing"'),
    });
  });

  test("belong to the agents of the scenario, or to any if it has none", async () => {
    const { agent_id } = await makeAgent(acme);
    const other = await makeAgent(acme);
    const { id } = (await create({ agent_ids: [agent_id], definition: MENU })).body;
    expectRefusal(
      await generate(other.agent_id, { workflow_adherence_v2: { [id]: 1 } }),
      400,
      /has no workflow or scenario/,
    );
    await acme("PUT", `/v1/scenario/${id}`, { agent_ids: [] });
    const made = await generate(other.agent_id, { workflow_adherence: { [id]: 1 } });
    expect(made.body.digital_humans).toMatchObject([{ tag: "workflow_adherence", workflow_path_index: 0 }]);
  });

  test("are not made of a draft", async () => {
    const { agent_id } = await makeAgent(acme);
    const definition = { nodes: [{ id: "start", type: "start" }] };
    const { id } = (await create({ name: "Later", definition })).body;
    expectRefusal(
      await generate(agent_id, { workflow_adherence_v2: { [id]: 1 } }),
      400,
      /the scenario "Later" is a draft/,
    );
  });
});
