/** Changes of several digital humans at once, and deletion. */
import { describe, expect, test } from "vitest";
import { expectAnswer, expectFault, expectRefusal } from "../support/expect.ts";
import {
  conversationOf,
  makeAgent,
  makeConversations,
  makeDigitalHuman,
  makeSimulation,
} from "../support/make.ts";
import { useService } from "../support/service.ts";

const { acme, rival } = useService();

async function simulation() {
  const { agent_id } = await makeAgent(acme);
  return makeSimulation(acme, { agent_id });
}

describe("POST /v1/create-digital-humans", () => {
  test("creates those that can be created, and says why not of the others", async () => {
    const { id } = await simulation();
    const reply = await acme("POST", "/v1/create-digital-humans", {
      simulation_ids: [id],
      digital_humans: [
        { name: "One" },
        { name: "Two", tag: "workflow", intent: "not allowed here" },
        { name: "Three", intent: "Wants a refund" },
      ],
    });
    expectAnswer("create_digital_humans", reply);
    expect(reply.body).toMatchObject({
      digital_humans: [
        { digital_human: { name: "One" }, simulation_ids: [id] },
        { digital_human: { name: "Three", intent: "Wants a refund" }, simulation_ids: [id] },
      ],
      errors: [{ index: 1, detail: expect.stringMatching(/workflow/) }],
    });
    const { body } = await acme("GET", `/v1/digital-humans-by-simulation/${id}`);
    expect(body.digital_humans.map(({ name }: { name: string }) => name)).toEqual(["One", "Three"]);
  });

  test("refuses all of them for an unknown simulation, and for a fault in one", async () => {
    const { id } = await simulation();
    const create = (body: object, calls = acme) => calls("POST", "/v1/create-digital-humans", body);
    const unknown = { simulation_ids: [id, 999_999], digital_humans: [{ name: "One" }] };
    expectRefusal(await create(unknown), 404, /simulation 999999 not found/);
    expectRefusal(await create({ ...unknown, simulation_ids: [id] }, rival), 404, /not found/);
    const faulty = { simulation_ids: [id], digital_humans: [{ name: "One" }, { creativity: 9 }] };
    expectFault(await create(faulty), ["body", "digital_humans", "1", "creativity"], "less_than_equal");
    expectFault(
      await create({ digital_humans: Array(51).fill({}) }),
      ["body", "digital_humans"],
      "list_too_long",
    );
    const { body } = await acme("GET", `/v1/digital-humans-by-simulation/${id}`);
    expect(body.total).toBe(0);
  });
});

describe("PUT /v1/update-digital-humans", () => {
  test("changes those that can be changed, and says why not of the others", async () => {
    const { id } = await simulation();
    const [one, other] = [await makeDigitalHuman(acme, { name: "One" }), await makeDigitalHuman(acme)];
    const reply = await acme("PUT", "/v1/update-digital-humans", {
      updates: [
        { digital_human_id: one.id, update: { intent: "Wants more", simulation_ids: [id] } },
        { digital_human_id: 999_999, update: { name: "x" } },
        { digital_human_id: other.id, update: { simulation_ids: [999_999] } },
      ],
    });
    expectAnswer("update_digital_humans", reply);
    expect(reply.body.updated).toMatchObject([
      { digital_human: { id: one.id, name: "One", intent: "Wants more" }, simulation_ids: [id] },
    ]);
    expect(reply.body.errors).toEqual([
      { index: 1, digital_human_id: 999_999, detail: "digital human 999999 not found" },
      { index: 2, digital_human_id: other.id, detail: "simulation 999999 not found" },
    ]);
    const foreign = await rival("PUT", "/v1/update-digital-humans", {
      updates: [{ digital_human_id: one.id, update: { name: "Mine" } }],
    });
    expect(foreign.body).toMatchObject({ updated: [], errors: [{ index: 0 }] });
  });
});

describe("GET /v1/digital-human-by-test-name/{test_name}", () => {
  const find = (name: string, calls = acme) =>
    calls("GET", `/v1/digital-human-by-test-name/${encodeURIComponent(name)}`);

  test.each(["Refund, no order", 'Ünïcode "quoted" 100%_/x', "UPPER_case"])(
    "finds %j, in capitals or not",
    async (test_name) => {
      const human = await makeDigitalHuman(acme, { test_name });
      for (const name of [test_name, test_name.toUpperCase(), test_name.toLowerCase()]) {
        const reply = await find(name);
        expectAnswer("get_digital_human_by_test_name", reply);
        expect(reply.body.digital_human.id).toBe(human.id);
      }
      expectRefusal(await find(test_name, rival), 404, /test_name/);
      expectRefusal(await find(test_name.slice(0, -1)), 404, /test_name/);
    },
  );

  test("does not take a text elsewhere for the name of a test", async () => {
    await makeDigitalHuman(acme, { intent: '{"test_name":"elsewhere"}', name: "elsewhere" });
    expectRefusal(await find("elsewhere"), 404, /"elsewhere" not found/);
  });
});

describe("DELETE /v1/digital-human/{digital_human_id}", () => {
  test("deletes it for good; its conversation continues, and its result stays", async () => {
    const { digital_human_id, simulation_id, result_ids } = await makeConversations(acme);
    const [result_id = ""] = result_ids;
    const path = `/v1/digital-human/${digital_human_id}`;
    expectRefusal(await rival("DELETE", path), 404, /not found/);
    const before = (await acme("GET", path)).body.digital_human;
    const reply = await acme("DELETE", path);
    expectAnswer("delete_digital_human", reply);
    expect(reply.body).toEqual(before);
    expectRefusal(await acme("GET", path), 404, /not found/);
    expect((await acme("GET", `/v1/digital-humans-by-simulation/${simulation_id}`)).body.total).toBe(0);
    const said = await acme("POST", "/v1/send-http-text-message", {
      ...{ simulation_result_id: result_id, message: "Goodbye", end_conversation: true },
    });
    expect(said.status).toBe(200);
    await expect.poll(async () => (await conversationOf(acme, result_id)).outcome).not.toBeNull();
  });
});
