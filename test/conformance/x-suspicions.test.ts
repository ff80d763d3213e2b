/** What a proposed policy would say is in the answers for a conversation and for its run. */
import { expect, test } from "vitest";
import { makeAgent, makeDigitalHuman, makeSimulation, PATIENT, startRun } from "../support/make.ts";
import { useStrictService } from "../support/service.ts";
import { until } from "../support/until.ts";

const { acme } = useStrictService();

const SENTENCE = 'Never say "sure thing".';

async function answersOn(message: string) {
  const { agent_id, path } = await makeAgent(acme);
  await acme("POST", `${path}/prompts/versions`, { prompt_text: SENTENCE, labels: ["production"] });
  const simulation = await makeSimulation(acme, { agent_id });
  const caller = { intent: "Book a visit.", ...PATIENT };
  await makeDigitalHuman(acme, caller, [simulation.id]);
  const { simulation_run_id, simulation_result_ids } = await startRun(acme, { simulation_id: simulation.id });
  const [simulation_result_id = ""] = simulation_result_ids;
  await acme("POST", "/v1/send-http-text-message", { simulation_result_id, message });
  await acme("POST", "/v1/end-conversations", { test_result_ids: [simulation_result_id] });
  const result = await until(async () => {
    const { body } = await acme("GET", `/v1/retrieve-simulation-result/${simulation_result_id}`);
    return body.simulation_result.evaluation && body.simulation_result;
  });
  const { body } = await acme("GET", `/v1/retrieve-simulation-results/${simulation_run_id}`);
  return { result, listed: body.simulation_results[0] };
}

test("a suspicion is listed, and fails nothing", async () => {
  const { result, listed } = await answersOn("Sure thing, what is your name?");
  expect(result.evaluation.suspicions).toMatchObject([{ sentence: SENTENCE }]);
  expect(listed.suspicions).toEqual(result.evaluation.suspicions);
  expect(listed.outcome).not.toBe("failed");
  expect(listed.criteria?.failed ?? []).toEqual([]);
});

test("without a suspicion, there is no list of them", async () => {
  const { result, listed } = await answersOn("What is your name?");
  expect([result.suspicions, listed.suspicions]).toEqual([undefined, undefined]);
});
