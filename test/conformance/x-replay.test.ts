import { describe, expect, test } from "vitest";
import { expectAnswer, expectRefusal } from "../support/expect.ts";
import { makeConversation, makeDigitalHuman, makeSimulation, startRun } from "../support/make.ts";
import { useService } from "../support/service.ts";

const { acme, rival } = useService();

const replayOf = (id: string) => acme("GET", `/v1/replay-simulation-result/${id}`);
const send = (simulation_result_id: string, body: object) =>
  acme("POST", "/v1/send-http-text-message", { simulation_result_id, ...body });

async function makeCancellations(num_runs: number) {
  const simulation = await makeSimulation(acme, { agent_id: 101 });
  const human = {
    intent: "I want to cancel order A-4471.",
    role_description: "You are Ann Lee.",
    creativity: 2,
  };
  await makeDigitalHuman(acme, { ...human, num_runs }, [simulation.id]);
  return (await startRun(acme, { simulation_id: simulation.id })).simulation_result_ids;
}

describe("GET /v1/replay-simulation-result/{simulation_result_id}", () => {
  test("finds every byte the same, in a conversation that is in progress and in one that has ended", async () => {
    const ids = await makeCancellations(5);
    for (const id of ids) {
      await send(id, { message: "Hello! What is your", end_turn: false });
      await send(id, { message: "order number?" });
      await send(id, { message: "Your order has been cancelled." });
      const going_on = await replayOf(id);
      expectAnswer("replay_simulation_result", going_on);
      expect(going_on.body).toEqual({
        simulation_result_id: id,
        same: true,
        turns: 3,
        first_difference: null,
        recording: null,
        world: null,
        rules_version: expect.any(Number),
        current_rules_version: going_on.body.rules_version,
      });
      await send(id, { message: "Goodbye!" });
      expect((await replayOf(id)).body).toMatchObject({ same: true, turns: 4 });
    }
  });

  test("has nothing to play where the conversation waits", async () => {
    const simulation = await makeSimulation(acme, { agent_id: 101, max_concurrent: 1 });
    await makeDigitalHuman(acme, { num_runs: 2 }, [simulation.id]);
    const [, waiting = ""] = (await startRun(acme, { simulation_id: simulation.id })).simulation_result_ids;
    expect((await replayOf(waiting)).body).toMatchObject({ same: true, turns: 0 });
  });

  test("answers 404 for ids that are unknown or of another organization", async () => {
    for (const id of [await makeConversation(rival), "987654", "first"])
      expectRefusal(await replayOf(id), 404, /simulation result .* not found/);
  });
});
