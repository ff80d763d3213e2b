import { describe, expect, test } from "vitest";
import { expectAnswer, expectFault, expectRefusal } from "../support/expect.ts";
import { makeDigitalHuman, makeSimulation } from "../support/make.ts";
import { useService } from "../support/service.ts";

const { acme, rival } = useService();

describe("GET /v1/digital-human/{digital_human_id}", () => {
  test("answers the digital human and its simulations", async () => {
    const first = await makeSimulation(acme, { agent_id: 101 });
    const second = await makeSimulation(acme, { agent_id: 101 });
    const made = await makeDigitalHuman(acme, { name: "Ada" }, [second.id, first.id]);
    const reply = await acme("GET", `/v1/digital-human/${made.id}`);
    expectAnswer("get_digital_human", reply);
    expect(reply.body).toEqual({
      digital_human: made,
      simulation_ids: [first.id, second.id],
      simulation_id: first.id,
    });
  });

  test("answers 404 for a digital human that is unknown or another organization's", async () => {
    const { id } = await makeDigitalHuman(acme);
    expectRefusal(await rival("GET", `/v1/digital-human/${id}`), 404, /digital human \d+ not found/);
    expectRefusal(await acme("GET", "/v1/digital-human/987654"), 404, /digital human 987654 not found/);
  });

  test("refuses a path that is not a number", async () => {
    expectFault(await acme("GET", "/v1/digital-human/ada"), ["path", "digital_human_id"], "int_type");
  });
});
