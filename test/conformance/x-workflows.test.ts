import { describe, expect, test } from "vitest";
import { expectAnswer, expectFault, expectRefusal } from "../support/expect.ts";
import { makeAgent } from "../support/make.ts";
import { seedOf, useServices } from "../support/seeds.ts";
import { callsWith, useService } from "../support/service.ts";

const { acme, rival } = useService();

const GRAPH = {
  nodes: [
    { id: "greet", says: "How can I help?" },
    { id: "book", tool_calls: [{ name: "book_appointment", parameters: { day: "Tuesday" } }] },
    { id: "cancel", tool_calls: [{ name: "cancel_appointment" }] },
    { id: "bye" },
  ],
  edges: [
    { from: "greet", to: "book", condition: "the caller wants to book" },
    { from: "greet", to: "cancel", condition: "the caller wants to cancel", utterance: "Cancel it, please." },
    { from: "book", to: "bye", condition: "the caller thanks" },
    { from: "cancel", to: "bye", condition: "the caller thanks" },
    { from: "cancel", to: "greet", condition: "the caller wants something else" },
  ],
};

async function makeWorkflow(name = "Front desk") {
  const { agent_id } = await makeAgent(acme);
  const reply = await acme("POST", "/v1/workflow", { agent_id, name, ...GRAPH });
  return { agent_id, reply, id: reply.body.id as string };
}

const generate = (agent_id: number, body: object) =>
  acme("POST", "/v1/generate-digital-humans", { agent_id: String(agent_id), ...body });

describe("POST /v1/workflow (extension)", () => {
  test("creates a workflow, which is shown and listed", async () => {
    const { agent_id, reply, id } = await makeWorkflow();
    expectAnswer("create_workflow", reply);
    expect(reply.body).toMatchObject({ agent_id, name: "Front desk", ...GRAPH });
    const shown = await acme("GET", `/v1/workflow/${id}`);
    expectAnswer("get_workflow", shown);
    expect(shown.body).toEqual(reply.body);
    const listed = await acme("GET", `/v1/agents/${agent_id}/workflows`);
    expectAnswer("list_workflows", listed);
    expect(listed.body).toEqual({ workflows: [reply.body], total: 1 });
  });

  test("takes the graph as a definition too, and one agent of a list", async () => {
    const { agent_id } = await makeAgent(acme);
    const body = { agent_ids: [agent_id], name: "Desk", description: "By day", definition: GRAPH };
    const reply = await acme("POST", "/v1/workflow", body);
    expectAnswer("create_workflow", reply);
    expect(reply.body).toMatchObject({ ...body, agent_id, ...GRAPH });
    const several = await acme("POST", "/v1/workflow", { ...body, agent_ids: [agent_id, 101] });
    expectRefusal(several, 400, /a workflow belongs to one agent/);
  });

  test("refuses a graph that no conversation can follow, naming every fault", async () => {
    const { agent_id } = await makeAgent(acme);
    const broken = {
      agent_id,
      name: "x",
      nodes: [{ id: "a" }, { id: "a" }],
      edges: [{ from: "a", to: "b" }],
    };
    expectRefusal(
      await acme("POST", "/v1/workflow", broken),
      400,
      /the node "a" appears twice; an edge names "b", which is not a node/,
    );
    const endless = { agent_id, name: "x", nodes: [{ id: "a" }], edges: [{ from: "a", to: "a" }] };
    expectRefusal(await acme("POST", "/v1/workflow", endless), 400, /no conversation can end/);
  });

  test("answers 404 for an agent or a workflow that is unknown or another organization's", async () => {
    const { id } = await makeWorkflow();
    expectRefusal(await rival("GET", `/v1/workflow/${id}`), 404, /workflow .* not found/);
    expectRefusal(await acme("GET", "/v1/agents/202/workflows"), 404, /agent 202 not found/);
    expectRefusal(
      await acme("POST", "/v1/workflow", { agent_id: 202, name: "x", ...GRAPH }),
      404,
      /agent 202 not found/,
    );
  });

  test("answers 422 with the place of the fault", async () => {
    const { agent_id } = await makeAgent(acme);
    const faulty = { agent_id, name: "x", nodes: [{ id: "" }], edges: [] };
    expectFault(await acme("POST", "/v1/workflow", faulty), ["body", "nodes", "0", "id"], "string_too_short");
  });
});

describe("E5 workflow_adherence", () => {
  test("creates a digital human for each path, then walks over the edges that lead back", async () => {
    const { agent_id, id } = await makeWorkflow();
    const reply = await generate(agent_id, { workflow_adherence_v2: { [id]: 3 } });
    expectAnswer("generate_digital_humans", reply);
    const made = reply.body.digital_humans;
    expect(made.map(({ generation }: { generation: { source: string } }) => generation.source)).toEqual([
      "greet > book > bye",
      "greet > cancel > bye",
      "greet > cancel > greet > book > bye",
    ]);
    expect(made[0]).toMatchObject({
      name: "Front desk: path 1",
      tag: "workflow_adherence_v2",
      intent: "",
      success_criteria: "",
      workflow_v2_id: id,
      workflow_path_index: 0,
      expected_tool_calls: [{ name: "book_appointment", parameters: { day: "Tuesday" } }],
    });
    expect(made[1].enriched_playback[1]).toEqual({
      turn: 2,
      role: "USER",
      utterance: "Cancel it, please.",
      condition: "the caller wants to cancel",
    });
  });

  test("finds a workflow by its name as well; the older kind carries no workflow_v2_id", async () => {
    const { agent_id } = await makeWorkflow("By name");
    const { body } = await generate(agent_id, { workflow_adherence: { "By name": 1 } });
    expect(body.digital_humans).toMatchObject([{ tag: "workflow_adherence", workflow_path_index: 0 }]);
    expect(body.digital_humans[0]).not.toHaveProperty("workflow_v2_id");
  });

  test("says so when a workflow has fewer paths than were asked for", async () => {
    const { agent_id, id } = await makeWorkflow();
    const { body } = await generate(agent_id, { workflow_adherence_v2: { [id]: 9_007_199_254_740_991 } });
    expect(body.digital_humans).toHaveLength(3);
    expect(body.warning).toMatch(/made 3: there are no more paths in a workflow/);
  });

  test("refuses a workflow that the agent does not have, and takes one with the count 0", async () => {
    const { agent_id, id } = await makeWorkflow();
    const reply = await generate(agent_id, { workflow_adherence: { other: 1 } });
    expectRefusal(
      reply,
      400,
      /workflow_adherence: agent \d+ has no workflow or scenario "other"; it has "Front desk"/,
    );
    const stranger = await makeAgent(acme);
    const foreign = await generate(stranger.agent_id, { workflow_adherence_v2: { [id]: 1 } });
    expectRefusal(foreign, 400, /it has none/);
    const counted = await generate(agent_id, { workflow_adherence: { other: 0 }, load_testing: 1 });
    expect(counted.status).toBe(200);
  });
});

describe("a seed", () => {
  const { start } = useServices();

  test("brings workflows along, and loaded twice brings them once", async () => {
    const WORKFLOW = "5f0c0000-0000-4000-8000-00000000000a";
    const organization = {
      name: "acme",
      api_key: "pk_acme",
      agents: [{ id: 101, name: "Desk", mode: "TEXT" as const }],
      workflows: [
        { id: WORKFLOW.toUpperCase(), agent_id: 101, name: "Front desk", ...GRAPH },
        { agent_id: 101, name: "Other", ...GRAPH },
      ],
    };
    const seed = seedOf(organization);
    const { url } = await start([seed, seed]);
    const { body } = await callsWith(url, "pk_acme")("GET", "/v1/agents/101/workflows");
    expect(body.workflows.map(({ name }: { name: string }) => name).toSorted()).toEqual([
      "Front desk",
      "Other",
    ]);
    expect(body.workflows.some(({ id }: { id: string }) => id === WORKFLOW)).toBe(true);
  });
});
