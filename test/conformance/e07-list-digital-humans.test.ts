import { describe, expect, test } from "vitest";
import { expectAnswer, expectFault, expectRefusal } from "../support/expect.ts";
import { makeDigitalHuman, makeSimulation } from "../support/make.ts";
import { useService } from "../support/service.ts";

const { acme, rival } = useService();

const list = (simulation_id: number | string, calls = acme) =>
  calls("GET", `/v1/digital-humans-by-simulation/${simulation_id}`);

describe("E7 GET /v1/digital-humans-by-simulation/{simulation_id}", () => {
  test("answers the digital humans of the simulation and no others, by id", async () => {
    const simulation = await makeSimulation(acme, { agent_id: 101 });
    const other = await makeSimulation(acme, { agent_id: 101 });
    const first = await makeDigitalHuman(acme, { name: "Ada", num_runs: 2 }, [simulation.id, other.id]);
    await makeDigitalHuman(acme, { name: "Grace" }, [other.id]);
    const last = await makeDigitalHuman(acme, { name: "Edsger" }, [simulation.id]);
    const reply = await list(simulation.id);
    expectAnswer("list_digital_humans", reply);
    expect(reply.body).toEqual({
      digital_humans: [first, last],
      total: 2,
      simulation_id: simulation.id,
    });
  });

  test("orders by id, in whatever order they were attached", async () => {
    const first = await makeDigitalHuman(acme);
    const second = await makeDigitalHuman(acme);
    const digital_human_ids = [second.id, first.id];
    const simulation = await makeSimulation(acme, { agent_id: 101, digital_human_ids });
    expect((await list(simulation.id)).body.digital_humans).toEqual([first, second]);
  });

  test("answers an empty list for a simulation without digital humans", async () => {
    const { id } = await makeSimulation(acme, { agent_id: 101 });
    expect((await list(id)).body).toEqual({ digital_humans: [], total: 0, simulation_id: id });
  });

  test("answers 404 for a simulation that is unknown or another organization's", async () => {
    const { id } = await makeSimulation(rival, { agent_id: 202 });
    expectRefusal(await list(id), 404, /simulation \d+ not found/);
    expectRefusal(await list(987654), 404, /simulation 987654 not found/);
    expect((await list(id, rival)).status).toBe(200);
  });

  test("refuses a path that is not a number", async () => {
    expectFault(await list("smoke"), ["path", "simulation_id"], "int_type");
  });
});
