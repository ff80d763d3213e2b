/** The telephone agent that people can try, and its faults. */
import { describe, expect, test } from "vitest";
import { makeAgent, makeDigitalHuman, makeSimulation } from "../support/make.ts";
import { ACME_KEY, useService } from "../support/service.ts";
import { BOOKER, callAll, useVoiceAgents } from "../support/voice-agent.ts";

const service = useService();
const { acme } = service;
const agents = useVoiceAgents();

async function call(flags: readonly string[], fields: object = {}) {
  const env = { PARLEY_BASE_URL: service.url(), PARLEY_API_KEY: ACME_KEY };
  const websocket_url = await agents.fixture(flags, env, "twilio-voice-agent.mjs");
  const { agent_id } = await makeAgent(acme, { mode: "VOICE" });
  const { id: simulation_id } = await makeSimulation(acme, { agent_id, opening_patience_ms: null });
  await makeDigitalHuman(acme, { ...BOOKER, ...fields }, [simulation_id]);
  const [result] = await callAll(acme, { simulation_id, websocket_url, dialect: "twilio" });
  return result;
}

test.concurrent("it books the appointment, over noise and a telephone line", async () => {
  const result = await call([], {
    background_noise: "office",
    audio_quality: "medium",
    expected_tool_calls: [{ name: "book_appointment" }],
  });
  expect(result).toMatchObject({ end_reason: "goal_reached", outcome: "passed", goal_completed: true });
  expect(result.call).toMatchObject({ dialect: "twilio", words_from: "report" });
});

describe("its faults are ends with a name, and never a pass", () => {
  test.concurrent.each([
    ["closes", "connection_lost"],
    ["drops", "connection_lost"],
    ["hangs-up", "hung_up_by_agent"],
    ["rejects", "rejected"],
    ["flood", "flooded"],
  ])("%s: %s", async (fault, end_reason) => {
    const result = await call(["--fault", fault]);
    expect(result).toMatchObject({ end_reason, outcome: "incompleted" });
  });
});
