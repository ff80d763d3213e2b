/** Twilio's own client, which nobody here wrote, creates a call at the service and follows it. */
import { execFile } from "node:child_process";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { installApart } from "../support/install-apart.ts";
import { makeAgent, makeDigitalHuman, makeSimulation } from "../support/make.ts";
import { ACME_KEY, useService } from "../support/service.ts";
import { BOOKER, useVoiceAgents } from "../support/voice-agent.ts";

const service = useService();
const { acme } = service;
const agents = useVoiceAgents();
const NUMBER = "+14155550123";

test("Twilio's client creates, follows, lists and ends calls, and accepts every signature", async ({
  skip,
}) => {
  const cwd = await installApart(["twilio@5"]);
  if (cwd === undefined) return skip("the registry cannot be reached");
  copyFileSync(join(import.meta.dirname, "../support/twilio-client.mjs"), join(cwd, "client.mjs"));
  const env = { PARLEY_BASE_URL: service.url(), PARLEY_API_KEY: ACME_KEY };
  const webhook = await agents.fixture([], env, "twilio-voice-agent.mjs");
  // One auth token is used for requests and signatures, as at Twilio.
  const { agent_id } = await makeAgent(acme, { mode: "VOICE", websocket_password: ACME_KEY });
  const { id } = await makeSimulation(acme, { agent_id, opening_patience_ms: null });
  const always_on = { phone_number: NUMBER, always_on_mode: true, always_on_active: true };
  const expected_tool_calls = [{ name: "book_appointment" }];
  await makeDigitalHuman(acme, { ...BOOKER, ...always_on, expected_tool_calls }, [id]);

  const words = ["client.mjs", service.url(), ACME_KEY, NUMBER, webhook];
  const { stdout } = await promisify(execFile)("node", words, { cwd });
  const told = JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
  expect(told).toMatchObject({
    statuses: ["initiated", "ringing", "in-progress", "completed"],
    created: expect.stringMatching(/^CA[\da-f]{32}$/),
    ended: {
      sid: told.created,
      status: "completed",
      direction: "outbound-api",
      duration: expect.stringMatching(/^[1-9]\d*$/),
      dates: [true, true, true],
    },
    listed: [told.created],
    hung_up: "completed",
    refusals: {
      unknown: { status: 400, code: 21_214, moreInfo: "https://www.twilio.com/docs/errors/21214" },
      stranger: { status: 401, code: 20_003 },
      missing: { status: 404, code: 20_404 },
      other: { status: 400, code: 12_100 },
    },
  });
  const call = { CallSid: told.created, CallStatus: "in-progress", Direction: "outbound-api" };
  expect(told.asked[0]).toMatchObject(call);
  expect(told.seen.slice(-2)).toEqual(["in-progress", "completed"]);
  expect(told.signatures.length).toBeGreaterThanOrEqual(5);
  expect(told.signatures).not.toContain(false);

  const conversation = Number.parseInt(told.created.slice(18), 16);
  const result = async () =>
    (await acme("GET", `/v1/retrieve-simulation-result/${conversation}`)).body.simulation_result;
  await expect
    .poll(result)
    .toMatchObject({ outcome: "passed", goal_completed: true, call: { dialect: "twilio" } });
});
