/** Customer personas and customer traits. */
import { describe, expect, test } from "vitest";
import { expectAnswer, expectFault, expectRefusal } from "../support/expect.ts";
import { makeAgent } from "../support/make.ts";
import { useService } from "../support/service.ts";

const { acme, rival } = useService();

describe("customer personas", () => {
  const given = { name: "Ann", description: "Busy parent", goal: "Book an appointment" };

  test("belong to one agent or to all, and go with their agent", async () => {
    const { agent_id } = await makeAgent(acme);
    const reply = await acme("POST", "/v1/create-customer-persona", { ...given, agent_id });
    expectAnswer("create_customer_persona", reply);
    expect(reply.body).toMatchObject({ ...given, agent_id });
    const shared = await acme("POST", "/v1/create-customer-persona", { ...given, name: "Everybody" });
    const list = (agent: number, calls = acme) => calls("GET", `/v1/customer-personas-by-agent/${agent}`);
    expectAnswer("list_customer_personas", await list(agent_id));
    expect((await list(agent_id)).body).toEqual([reply.body, shared.body]);
    expect((await list(101)).body).toEqual([shared.body]);
    expect((await list(202, rival)).body).toEqual([]);

    const path = `/v1/update-customer-persona/${reply.body.id}`;
    const updated = await acme("PUT", path, { goal: "Cancel it", name: null });
    expectAnswer("update_customer_persona", updated);
    expect(updated.body).toEqual({ ...reply.body, goal: "Cancel it" });
    const shown = await acme("GET", `/v1/customer-persona/${reply.body.id}`);
    expectAnswer("get_customer_persona", shown);
    expect(shown.body).toEqual(updated.body);

    await acme("DELETE", `/v1/agent/${agent_id}`);
    expectRefusal(await acme("GET", `/v1/customer-persona/${reply.body.id}`), 404, /persona .* not found/);
    expectAnswer("delete_customer_persona", await acme("DELETE", `/v1/customer-persona/${shared.body.id}`));
    expectRefusal(await acme("DELETE", `/v1/customer-persona/${shared.body.id}`), 404, /not found/);
  });

  test("refuse incomplete requests, an unknown agent, and another organization", async () => {
    const create = (body: object) => acme("POST", "/v1/create-customer-persona", body);
    expectFault(await create({ name: "Ann", goal: "x" }), ["body", "description"], "missing");
    expectRefusal(await create({ ...given, agent_id: 202 }), 404, /agent 202 not found/);
    const { id } = (await create(given)).body;
    for (const [method, path, body] of [
      ["GET", `/v1/customer-persona/${id}`],
      ["PUT", `/v1/update-customer-persona/${id}`, {}],
      ["DELETE", `/v1/customer-persona/${id}`],
      ["GET", `/v1/customer-trait/${id}`],
    ] as const)
      expectRefusal(await rival(method, path, body), 404, /not found/);
    expectRefusal(await acme("GET", `/v1/customer-trait/${id}`), 404, /customer trait .* not found/);
  });
});

describe("customer traits", () => {
  test("are what an agent's customers differ in", async () => {
    const { agent_id } = await makeAgent(acme);
    const given = { agent_id, name: "vip", data_type: "BOOLEAN" };
    const reply = await acme("POST", "/v1/create-customer-trait", given);
    expectAnswer("create_customer_trait", reply);
    expect(reply.body).toMatchObject({ ...given, default_value: null });
    const { id } = reply.body;
    const updated = await acme("PUT", `/v1/update-customer-trait/${id}`, { default_value: true, name: null });
    expectAnswer("update_customer_trait", updated);
    expect(updated.body).toEqual({ ...reply.body, default_value: true });
    expectAnswer("get_customer_trait", await acme("GET", `/v1/customer-trait/${id}`));
    const list = await acme("GET", `/v1/customer-traits?agent_id=${agent_id}`);
    expectAnswer("list_customer_traits", list);
    expect(list.body).toEqual({ traits: [updated.body], total_count: 1 });
    expect((await acme("GET", "/v1/customer-traits")).body.traits).toContainEqual(updated.body);
    expect((await rival("GET", "/v1/customer-traits")).body.traits).toEqual([]);
    expectRefusal(await rival("GET", `/v1/customer-traits?agent_id=${agent_id}`), 404, /agent \d+ not found/);
    for (const [method, path, body] of [
      ["PUT", `/v1/update-customer-trait/${id}`, {}],
      ["DELETE", `/v1/customer-trait/${id}`],
    ] as const)
      expectRefusal(await rival(method, path, body), 404, /customer trait .* not found/);
    const deleted = await acme("DELETE", `/v1/customer-trait/${id}`);
    expectAnswer("delete_customer_trait", deleted);
    expect(deleted.body.deleted_trait_id).toBe(id);
    const bare = { name: "vip", data_type: "BOOLEAN" };
    expectFault(await acme("POST", "/v1/create-customer-trait", bare), ["body", "agent_id"], "missing");
  });
});
