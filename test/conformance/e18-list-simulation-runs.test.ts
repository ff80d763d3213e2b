import { describe, expect, test } from "vitest";
import { expectAnswer, expectFault, expectRefusal } from "../support/expect.ts";
import { makeConversations, makeSimulation, startRun } from "../support/make.ts";
import { useStrictService } from "../support/service.ts";

const { acme, rival } = useStrictService();

const list = (simulation_id: number | string) => acme("GET", `/v1/get-simulation-runs/${simulation_id}`);

describe("E18 GET /v1/get-simulation-runs/{simulation_id}", () => {
  test("answers a run with its counts", async () => {
    const { simulation_id, run_id } = await makeConversations(acme, 3);
    const reply = await list(simulation_id);
    expectAnswer("list_simulation_runs", reply);
    expect(reply.body.simulation_runs).toEqual([
      {
        id: run_id,
        experiment_id: simulation_id,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        status: "RUNNING",
        summary: "",
        tests_passed: 0,
        tests_failed: 0,
        total_tests: 3,
        tests_completed: 0,
        tests_incompleted: 0,
        curr_step_id: 0,
        phone_number: "",
      },
    ]);
  });

  test("lists the runs of that simulation only, newest first", async () => {
    await makeConversations(acme);
    const { simulation_id, run_id } = await makeConversations(acme);
    const second = await startRun(acme, { simulation_id });
    const third = await startRun(acme, { simulation_id });
    const { body } = await list(simulation_id);
    expect(body.simulation_runs.map((run: { id: number }) => run.id)).toEqual([
      Number(third.simulation_run_id),
      Number(second.simulation_run_id),
      run_id,
    ]);
  });

  test("answers an empty list for a simulation that never ran", async () => {
    const { id } = await makeSimulation(acme, { agent_id: 101 });
    expect((await list(id)).body).toEqual({ simulation_runs: [] });
  });

  test("answers 404 if the text is not the number of a known simulation, and for another organization's", async () => {
    const own = await makeSimulation(acme, { agent_id: 101 });
    const foreign = await makeSimulation(rival, { agent_id: 202 });
    for (const id of [
      foreign.id,
      "987654",
      "smoke",
      `0${own.id}`,
      `${own.id}.0`,
      "%20",
      "99999999999999999999",
    ])
      expectRefusal(await list(id), 404, /simulation .* not found/);
  });

  test("refuses a query", async () => {
    expectFault(await list("1?limit=5"), ["query", "limit"], "extra_forbidden");
  });
});
