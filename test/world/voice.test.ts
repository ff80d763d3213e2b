/** A voice agent finds the world of its conversation in the first message of the call. */
import { expect, test } from "vitest";
import { makeAgent, makeDigitalHuman, makeSimulation } from "../support/make.ts";
import { useService } from "../support/service.ts";
import { callAll, saying, useVoiceAgents } from "../support/voice-agent.ts";

const { acme } = useService();
const agents = useVoiceAgents();

test("its calls are recorded and its tables judged", async () => {
  const { agent_id } = await makeAgent(acme, { mode: "VOICE" });
  const world = {
    tables: { bookings: { key: "id", columns: ["id", "day"] } },
    tools: [
      {
        name: "book",
        input: { type: "object", properties: { day: { type: "string" } }, required: ["day"] },
        steps: "insert booking into bookings {day: input.day}",
        answer: "{reference: booking.id}",
      },
    ],
  };
  const { id: simulation_id } = await makeSimulation(acme, { agent_id, world });
  const human = {
    intent: "Wants a check-up on Tuesday.",
    creativity: 0,
    success_criteria: "@rules\npass when state bookings has {day: tuesday} once",
  };
  const { id } = await makeDigitalHuman(acme, human, [simulation_id]);
  const answers: { readonly status: number; readonly body: unknown }[] = [];
  let told: { readonly type?: string; readonly data?: { readonly world_url?: string } } = {};
  const speak = saying(["Which day would you like?", "You're booked for Tuesday. Goodbye."]);
  const websocket_url = await agents.serve((socket) => {
    socket.once("message", async (first) => {
      told = JSON.parse(String(first));
      const response = await fetch(`${told.data?.world_url}/tools/book`, {
        method: "POST",
        body: JSON.stringify({ day: "tuesday" }),
      });
      answers.push({ status: response.status, body: await response.json() });
    });
    speak(socket);
  });
  const [result] = await callAll(acme, { simulation_id, digital_human_ids: [id], websocket_url });
  expect(told).toMatchObject({
    type: "session.started",
    data: { world_url: expect.stringMatching(/^http/) },
  });
  expect(answers).toEqual([{ status: 200, body: { reference: 1 } }]);
  expect(result.tool_calls).toMatchObject([{ name: "book" }]);
  expect(result.evaluation.end_state).toMatchObject([
    { table: "bookings", change: "added", after: { id: 1, day: "tuesday" } },
  ]);
  expect(result.evaluation.verdicts).toContainEqual(
    expect.objectContaining({ name: "Success criteria", status: "EVALUATED", value: true }),
  );
});
