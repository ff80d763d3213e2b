import { describe, expect, test } from "vitest";
import { expectAnswer, expectFault, expectRefusal } from "../support/expect.ts";
import { makeAgent, makeDigitalHuman, makeSimulation } from "../support/make.ts";
import { type Calls, useStrictService } from "../support/service.ts";

const { acme, rival } = useStrictService();

const create = (calls: Calls, digital_human: object, attached: object = {}) =>
  calls("POST", "/v1/create-digital-human", { digital_human, ...attached });

const DEFAULTS = {
  allow_dtmf_tool: true,
  num_runs: null,
  always_on_mode: null,
  always_on_active: null,
  intent: "",
  success_criteria: "",
  language: "en",
  background_noise: "none",
  voice_speed: "normal",
  background_noise_volume: 0.8,
  allow_silence_tool: false,
  silence_tool_instructions: "default",
  endpointing_delay: 1.5,
  creativity: 0.7,
};

const EVERY_FIELD = {
  intent: "Get a refund",
  success_criteria: "The refund is promised",
  name: "Ada",
  tag: "billing",
  language: "es",
  accent: "mexican",
  gender: "female",
  background_noise: "cafe",
  voice_speed: "fast",
  audio_quality: "low",
  fluency: "native",
  verbosity: "high",
  phone_number: "+14155550123",
  outbound_text_number: "+525555501234",
  background_noise_volume: 0,
  expected_tool_calls: [{ name: "refund", parameters: { order: 1182 }, output: ["any", null] }],
  allow_end_call_tool: true,
  allow_silence_tool: true,
  silence_tool_instructions: "Wait for the clerk",
  endpointing_delay: 0.4,
  creativity: 2,
  hangup_phrases: ["goodbye"],
  hangup_instructions: "Hang up when told to wait",
  silence_timeout: 15,
  role_description: "An impatient customer",
  traits: [{ trait_name: "member", trait_data_type: "BOOLEAN", value: true, is_sip_header: false }],
  interruptions: { type: "none", further: { kept: true } },
  scripted_responses: [
    {
      match_type: "exact",
      match_phrase: "Your name?",
      response_type: "phrase",
      response_value: "Ada",
      occurrence_mode: "always",
      occurrence_n: 1,
      silence_duration: 0.5,
    },
  ],
  speaks_first_config: { speaks_first: true, mode: "custom", message: "Hola" },
  rtc_metadata: { room: "7" },
  workflow_v2_id: "6a0d7d3e-1f5b-4c8e-9a54-3d6a5c1b2e0f",
  workflow_path_index: 3,
};

describe("E4 POST /v1/create-digital-human", () => {
  test("fills in the defaults of a digital human without any fields", async () => {
    const reply = await create(acme, {});
    expectAnswer("create_digital_human", reply);
    expect(reply.body).toEqual({
      digital_human: {
        ...DEFAULTS,
        id: expect.any(Number),
        created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      },
      simulation_ids: [],
      simulation_id: null,
    });
  });

  test("answers with every field as it was given", async () => {
    const reply = await create(acme, EVERY_FIELD);
    expectAnswer("create_digital_human", reply);
    expect(reply.body.digital_human).toMatchObject(EVERY_FIELD);
  });

  test("keeps null where null was given, instead of the default", async () => {
    const nulls = { intent: null, language: null, creativity: null, silence_tool_instructions: null };
    const { body } = await create(acme, nulls);
    expect(body.digital_human).toMatchObject(nulls);
  });

  test("also returns the fields that the specification has only in requests, so that nothing is lost", async () => {
    const given = { num_runs: 3, always_on_mode: false, always_on_active: false };
    const reply = await create(acme, given);
    expectAnswer("create_digital_human", reply);
    expect(reply.body.digital_human).toEqual({ ...reply.body.digital_human, ...DEFAULTS, ...given });
  });

  test("attaches to the simulations named, in either field, each once", async () => {
    const first = await makeSimulation(acme, { agent_id: 101 });
    const second = await makeSimulation(acme, { agent_id: 101 });
    const { body } = await create(
      acme,
      {},
      { simulation_ids: [second.id, second.id], simulation_id: first.id },
    );
    expect(body).toMatchObject({ simulation_ids: [first.id, second.id], simulation_id: first.id });
    const listed = await acme("GET", `/v1/digital-humans-by-simulation/${second.id}`);
    expect(listed.body.digital_humans).toEqual([body.digital_human]);
  });

  test("attaches to none when both fields are null", async () => {
    const { body } = await create(acme, {}, { simulation_ids: null, simulation_id: null });
    expect(body).toMatchObject({ simulation_ids: [], simulation_id: null });
  });

  test("answers 404 for simulations that are unknown or another organization's, and creates nothing", async () => {
    const own = await makeSimulation(acme, { agent_id: 101 });
    const foreign = await makeSimulation(rival, { agent_id: 202 });
    expectRefusal(await create(acme, {}, { simulation_ids: [own.id, 987654] }), 404, /simulation 987654 not/);
    expectRefusal(await create(acme, {}, { simulation_id: foreign.id }), 404, /not found/);
    const listed = await acme("GET", `/v1/digital-humans-by-simulation/${own.id}`);
    expect(listed.body.total).toBe(0);
  });

  test.each(["phone_number", "outbound_text_number"])(
    "refuses a %s that is not in E.164 format",
    async (field) => {
      for (const number of ["4155550123", "+0155550123", "+1 415 555 0123", "+123456", "+1234567890123456"])
        expectRefusal(await create(acme, { [field]: number }), 400, new RegExp(`${field} .* E\\.164`));
      expect((await create(acme, { [field]: "+1234567" })).status).toBe(200);
      expect((await create(acme, { [field]: "+123456789012345" })).status).toBe(200);
      expect((await create(acme, { [field]: "" })).status).toBe(200);
    },
  );

  test("refuses an accent that the language does not have", async () => {
    expectRefusal(await create(acme, { language: "vi", accent: "british" }), 400, /accent british .* vi/);
    expect((await create(acme, { accent: "turkish" })).status).toBe(200);
  });

  test("names every broken rule at once", async () => {
    const reply = await create(acme, { language: "de", accent: "french", phone_number: "123" });
    expectRefusal(reply, 400, /phone_number "123".*; the accent french/);
  });

  test("refuses a SIP header trait in a simulation whose agent has no sip_uri", async () => {
    const sip = await makeAgent(acme, { sip_uri: "sip:desk@example.com", mode: "VOICE" });
    const reached = await makeSimulation(acme, { agent_id: sip.agent_id });
    const unreached = await makeSimulation(acme, { agent_id: 101 });
    const traits = [{ trait_name: "X-Account", value: "7", is_sip_header: true }];
    const refused = await create(acme, { traits }, { simulation_ids: [reached.id, unreached.id] });
    expectRefusal(refused, 400, /missing SIP prerequisites.*"X-Account".*agent 101 \(Front desk\)/);
    expect((await create(acme, { traits }, { simulation_ids: [reached.id] })).status).toBe(200);
    expect((await create(acme, { traits })).status).toBe(200);
  });

  test("reads the transcript of a conversation, and the intent in it", async () => {
    const { body } = await create(acme, {
      original_transcript: "Agent: How can I help?\nUser: I want a refund for order 1182.",
    });
    expect(body.digital_human).toMatchObject({
      formatted_transcript: [
        { role: "AGENT", utterance: "How can I help?" },
        { role: "USER", utterance: "I want a refund for order 1182." },
      ],
      intent: "I want a refund for order 1182.",
    });
  });

  test("keeps an intent that was sent with a transcript", async () => {
    const formatted_transcript = [{ role: "user", utterance: "I want a refund." }];
    const made = await makeDigitalHuman(acme, { intent: "Complain", formatted_transcript });
    expect(made).toMatchObject({ intent: "Complain", formatted_transcript, original_transcript: null });
  });

  test.each([
    [{ digital_human: { creativity: 2.1 } }, ["body", "digital_human", "creativity"], "less_than_equal"],
    [
      { digital_human: { silence_timeout: 14 } },
      ["body", "digital_human", "silence_timeout"],
      "greater_than_equal",
    ],
    [{ digital_human: { num_runs: 0 } }, ["body", "digital_human", "num_runs"], "greater_than_equal"],
    [
      { digital_human: { background_noise_volume: -0.1 } },
      ["body", "digital_human", "background_noise_volume"],
      "greater_than_equal",
    ],
    [{ digital_human: { accent: "klingon" } }, ["body", "digital_human", "accent"], "enum"],
    [{ digital_human: { id: 5 } }, ["body", "digital_human", "id"], "extra_forbidden"],
    [
      { digital_human: { simulation_ids: [] } },
      ["body", "digital_human", "simulation_ids"],
      "extra_forbidden",
    ],
    [{}, ["body", "digital_human"], "missing"],
  ])("refuses %j with the place of the fault", async (body, loc, type) => {
    expectFault(await acme("POST", "/v1/create-digital-human", body), loc, type);
  });
});

describe("E4 with a workflow tag", () => {
  const enriched_playback = [{ any: "turn" }];

  test("takes a playback, in whatever case the tag is written", async () => {
    const reply = await create(acme, { tag: "My-WorkFlow-2", enriched_playback });
    expectAnswer("create_digital_human", reply);
    expect(reply.body.digital_human).toMatchObject({ tag: "My-WorkFlow-2", enriched_playback });
  });

  test.each([
    { intent: "Get a refund" },
    { success_criteria: "Refunded" },
    { role_description: "A customer" },
    { original_transcript: "User: hi" },
    { formatted_transcript: [{ role: "USER", utterance: "hi" }] },
  ])("refuses %j", async (described) => {
    const [field = ""] = Object.keys(described);
    const reply = await create(acme, { tag: "workflow", enriched_playback, ...described });
    expectRefusal(reply, 400, new RegExp(`workflow-tagged: leave ${field} empty$`));
  });

  test("refuses to be without a playback, and names every other fault with it", async () => {
    expectRefusal(await create(acme, { tag: "workflow" }), 400, /enriched_playback must/);
    expectRefusal(
      await create(acme, { tag: "workflow", enriched_playback: [] }),
      400,
      /enriched_playback must/,
    );
    const both = await create(acme, { tag: "workflow", intent: "x", role_description: "y" });
    expectRefusal(both, 400, /leave intent, role_description empty; .*enriched_playback must/);
  });

  test("accepts fields that are present but empty", async () => {
    const empty = { intent: null, original_transcript: "", formatted_transcript: [] };
    expect((await create(acme, { tag: "workflow", enriched_playback, ...empty })).status).toBe(200);
  });
});
