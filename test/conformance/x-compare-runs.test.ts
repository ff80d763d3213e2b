import { expect, test } from "vitest";
import { expectAnswer, expectFault, expectRefusal } from "../support/expect.ts";
import { makeAgent, makeDigitalHuman, makeMetric, makeSimulation, runOf, startRun } from "../support/make.ts";
import { useService } from "../support/service.ts";

const { acme, rival } = useService();

/** A run of two digital humans. The agent greets only those named, and then ends the conversation. */
async function run(simulation_id: number, greeted: readonly number[]) {
  const { simulation_run_id, simulation_result_ids } = await startRun(acme, { simulation_id });
  const { body } = await acme("GET", `/v1/retrieve-simulation-results/${simulation_run_id}`);
  const humans: number[] = body.simulation_results.map(
    (simulation_result: { digital_human_id: number }) => simulation_result.digital_human_id,
  );
  for (const [at, simulation_result_id] of simulation_result_ids.entries()) {
    const message = greeted.includes(humans[at] ?? 0) ? "Hello" : "What?";
    await acme("POST", "/v1/send-http-text-message", {
      simulation_result_id,
      message,
      end_conversation: true,
    });
  }
  await expect.poll(async () => (await runOf(acme, simulation_id))?.status).toBe("COMPLETED");
  return Number(simulation_run_id);
}

test("POST /v1/compare-experiment-runs reports what was fixed, broke, and still fails, with the paired test", async () => {
  const { agent_id } = await makeAgent(acme);
  const { id } = await makeSimulation(acme, { agent_id });
  await makeMetric(acme, { agent_ids: [agent_id], scoring_guidance: '@rules\npass when agent says "hello"' });
  const [ann, bob, cy] = [
    (await makeDigitalHuman(acme, { name: "Ann" }, [id])).id,
    (await makeDigitalHuman(acme, { name: "Bob" }, [id])).id,
    (await makeDigitalHuman(acme, { name: "Cy" }, [id])).id,
  ];
  const before = await run(id, [ann]);
  const after = await run(id, [bob]);
  // Ids are numbers or text.
  const reply = await acme("POST", "/v1/compare-experiment-runs", {
    experiment_run_ids: [before, String(after)],
  });
  expectAnswer("compare_experiment_runs", reply);
  expect(reply.body).toEqual({
    summary: `run ${after} against run ${before}: 1 fixed, 1 broken, 1 still failing, 0 still passing; p = 1: no difference was shown`,
    status: "200",
    comparisons: [
      {
        before,
        after,
        fixed: [{ digital_human_id: bob, repetition: 1 }],
        broken: [{ digital_human_id: ann, repetition: 1 }],
        still_failing: [{ digital_human_id: cy, repetition: 1 }],
        still_passing: [],
        not_compared: [],
        p: 1,
        significant: false,
      },
    ],
  });
  const two = { experiment_run_ids: [before, after] };
  expectRefusal(await rival("POST", "/v1/compare-experiment-runs", two), 404, /simulation run/);
  const unknown = { experiment_run_ids: [before, 987654] };
  expectRefusal(
    await acme("POST", "/v1/compare-experiment-runs", unknown),
    404,
    /simulation run 987654 not found/,
  );
  const one = await acme("POST", "/v1/compare-experiment-runs", { experiment_run_ids: [before] });
  expectFault(one, ["body", "experiment_run_ids"], "list_too_short");
});
