import { describe, expect, test } from "vitest";
import { expectAnswer, expectFault, expectRefusal } from "../support/expect.ts";
import { makeAgent } from "../support/make.ts";
import { useService } from "../support/service.ts";

const { acme, rival } = useService();

const GRAPH = { nodes: [{ id: "ask" }, { id: "pay" }], edges: [{ from: "ask", to: "pay" }] };
const OTHER = { nodes: [{ id: "hello" }], edges: [] };

async function makeWorkflow(name = "Refund") {
  const { agent_id } = await makeAgent(acme);
  const { body } = await acme("POST", "/v1/workflow", { agent_id, name, ...GRAPH });
  return { agent_id, id: body.id as string, made: body };
}

describe("workflows", () => {
  test("are listed, all or those of an agent", async () => {
    const { agent_id, made } = await makeWorkflow();
    await makeWorkflow("Another's");
    const reply = await acme("GET", `/v1/workflow?agent_id=${agent_id}`);
    expectAnswer("list_all_workflows", reply);
    expect(reply.body).toEqual({ workflows: [made], total_count: 1 });
    expect((await acme("GET", "/v1/workflow")).body.workflows).toContainEqual(made);
    expect((await rival("GET", "/v1/workflow")).body.total_count).toBe(0);
    expectRefusal(await rival("GET", `/v1/workflow?agent_id=${agent_id}`), 404, /agent \d+ not found/);
  });

  test("are changed field by field, and never to a graph that no conversation can follow", async () => {
    const { id, made } = await makeWorkflow();
    const other = await makeAgent(acme);
    const update = (body: object, calls = acme) => calls("PUT", `/v1/workflow/${id}`, body);
    const reply = await update({ name: "Refunds", agent_ids: [other.agent_id], definition: null });
    expectAnswer("update_workflow", reply);
    expect(reply.body).toMatchObject({ ...GRAPH, name: "Refunds", agent_id: other.agent_id });
    expect((await update({ definition: OTHER, name: null })).body).toMatchObject({
      ...OTHER,
      name: "Refunds",
    });
    const endless = { nodes: [{ id: "a" }], edges: [{ from: "a", to: "a" }] };
    expectRefusal(await update({ definition: endless }), 400, /no conversation can end/);
    expectRefusal(await update({ agent_ids: [202] }), 404, /agent 202 not found/);
    expectRefusal(await update({ agent_ids: [] }), 400, /exactly one agent/);
    expectRefusal(await update({ name: "x" }, rival), 404, /workflow .* not found/);
    expectFault(await update({ definition: { nodes: [] } }), ["body", "definition", "edges"], "missing");
    const { body } = await acme("GET", `/v1/workflow/${id}`);
    expect(body).toMatchObject({ ...OTHER, name: "Refunds", created_at: made.created_at });
  });

  test("are copied, and deleted for good", async () => {
    const { id, made } = await makeWorkflow();
    const copy = await acme("POST", `/v1/workflow/${id}/duplicate`, {});
    expectAnswer("duplicate_workflow", copy);
    expect(copy.body).toMatchObject({ ...GRAPH, name: "Refund (copy)", agent_id: made.agent_id });
    expect(copy.body.id).not.toBe(id);
    expect((await acme("POST", `/v1/workflow/${id}/duplicate`, { name: "Trial" })).body.name).toBe("Trial");
    for (const [method, path, body] of [
      ["POST", `/v1/workflow/${id}/duplicate`, {}],
      ["DELETE", `/v1/workflow/${id}`],
    ] as const)
      expectRefusal(await rival(method, path, body), 404, /workflow .* not found/);
    const reply = await acme("DELETE", `/v1/workflow/${id}`);
    expectAnswer("delete_workflow", reply);
    expectRefusal(await acme("GET", `/v1/workflow/${id}`), 404, /not found/);
    expect((await acme("GET", `/v1/workflow/${copy.body.id}`)).status).toBe(200);
  });
});
