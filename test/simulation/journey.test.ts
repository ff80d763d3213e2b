/** Customer journeys: several calls of one digital human, each after the previous one has passed. */
import { expect, test } from "vitest";
import { expectRefusal } from "../support/expect.ts";
import { conversationOf, makeAgent, makeDigitalHuman, makeSimulation, startRun } from "../support/make.ts";
import { useService } from "../support/service.ts";

const { acme } = useService();
const says = (word: string) => `@rules\npass when agent says "${word}"`;

const journey = {
  name: "Ann",
  intent: "Wants nothing of this",
  journey_steps: [
    { step: 2, intent: "Wants to move the booking to Friday" },
    { step: 1, intent: "Wants to book a table for two", success_criteria: says("booked") },
    { step: 3, intent: "Wants to cancel the booking", success_criteria: says("cancelled") },
  ],
  success_criteria: says("never asked"),
  expected_tool_calls: [{ name: "cancel" }],
};

async function queued(digital_human: object, request: object = {}) {
  const { agent_id } = await makeAgent(acme);
  const simulation = await makeSimulation(acme, { agent_id });
  await makeDigitalHuman(acme, digital_human, [simulation.id]);
  const run = await startRun(acme, { simulation_id: simulation.id, ...request });
  return { ...run, simulation };
}

const send = (simulation_result_id: string, message: string, more: object = {}) =>
  acme("POST", "/v1/send-http-text-message", { simulation_result_id, message, ...more });

async function play(id: string, message: string) {
  await expect.poll(async () => (await conversationOf(acme, id)).status).toBe("RUNNING");
  await send(id, "Hello, how can I help?");
  await expect.poll(async () => (await conversationOf(acme, id)).transcript.length).toBeGreaterThan(1);
  await send(id, message, { end_conversation: true });
  await expect.poll(async () => (await conversationOf(acme, id)).outcome).not.toBeNull();
  return conversationOf(acme, id);
}

const firstWords = ({ transcript }: Awaited<ReturnType<typeof conversationOf>>) =>
  transcript.find(({ role }: { role: string }) => role === "USER")?.message;

test("each call has its step's intent and criteria, and begins when the one before has passed", async () => {
  const { simulation_result_ids, simulation_run_id } = await queued({
    ...journey,
    journey_steps: journey.journey_steps.map((journey_step) => ({
      success_criteria: says("moved"),
      ...journey_step,
    })),
    expected_tool_calls: undefined,
  });
  const [one = "", two = "", three = ""] = simulation_result_ids;
  expect(simulation_result_ids).toHaveLength(3);
  for (const waiting of [two, three]) {
    expect((await conversationOf(acme, waiting)).status).toBe("QUEUED");
    expect((await send(waiting, "Hello")).status).toBe(409);
  }
  const first = await play(one, "Your table is booked.");
  expect(first).toMatchObject({ outcome: "passed", journey_step: 1, repetition: 1 });
  expect(firstWords(first)).toMatch(/book a table/i);
  expect((await conversationOf(acme, three)).status).toBe("QUEUED");
  const second = await play(two, "Your booking is moved.");
  expect(second).toMatchObject({
    outcome: "passed",
    journey_step: 2,
    digital_human_id: first.digital_human_id,
  });
  expect(firstWords(second)).toMatch(/move the booking/i);
  const third = await play(three, "Your booking is cancelled.");
  expect(third).toMatchObject({ outcome: "passed", journey_step: 3 });
  const { body } = await acme("GET", `/v1/retrieve-simulation-results/${simulation_run_id}`);
  expect(body.simulation_run).toMatchObject({ total_tests: 3, tests_passed: 3, status: "COMPLETED" });
  const replayed = await acme("GET", `/v1/replay-simulation-result/${two}`);
  expect(replayed.body).toMatchObject({ same: true });
});

test("a call that does not pass ends the journey, and the rest is not a pass", async () => {
  const { simulation_result_ids, simulation_run_id } = await queued(journey);
  const [one = "", two = "", three = ""] = simulation_result_ids;
  expect(await play(one, "No.")).toMatchObject({ outcome: "failed", journey_step: 1 });
  for (const stopped of [two, three])
    expect(await conversationOf(acme, stopped)).toMatchObject({
      outcome: "incompleted",
      end_reason: "journey_stopped",
      outcome_reason: expect.stringMatching(/did not pass/),
      start_time: null,
      transcript: [],
    });
  const { body } = await acme("GET", `/v1/retrieve-simulation-results/${simulation_run_id}`);
  expect(body.simulation_run).toMatchObject({ tests_passed: 0, tests_failed: 1, tests_incompleted: 2 });
  expect(body.simulation_run.status).toBe("COMPLETED");
});

test("a digital human that is run twice makes two journeys, side by side", async () => {
  const { simulation_run_id } = await queued({ ...journey, num_runs: 2 });
  const { body } = await acme("GET", `/v1/retrieve-simulation-results/${simulation_run_id}`);
  const told = body.simulation_results as { journey_step: number; status: string; tool_calls: unknown[] }[];
  expect(told.map(({ journey_step, status }) => [journey_step, status])).toEqual([
    [1, "RUNNING"],
    [2, "QUEUED"],
    [3, "QUEUED"],
    [1, "RUNNING"],
    [2, "QUEUED"],
    [3, "QUEUED"],
  ]);
  // The expectations for the whole journey apply to the last call.
  expect(told.map(({ tool_calls }) => tool_calls.length)).toEqual([0, 0, 1, 0, 0, 1]);
});

test("steps are numbered from 1 without gaps", async () => {
  const gap = {
    ...journey,
    journey_steps: [
      { step: 1, intent: "a" },
      { step: 3, intent: "b" },
    ],
  };
  const reply = await acme("POST", "/v1/create-digital-human", { digital_human: gap });
  expectRefusal(reply, 400, /journey_steps must be numbered from 1 without gaps, not 1, 3/);
});
