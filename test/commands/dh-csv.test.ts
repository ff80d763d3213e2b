/** Digital humans in the published form of CSV, as a spreadsheet exports it. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { useProgram } from "../support/in-process.ts";
import { makeAgent, makeSimulation } from "../support/make.ts";
import { useService } from "../support/service.ts";

const service = useService();
const { acme } = service;
const parley = useProgram(service);
let simulation: string;
beforeAll(async () => {
  const { agent_id } = await makeAgent(acme);
  simulation = String((await makeSimulation(acme, { agent_id })).id);
});

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
const csv = (...rows: readonly (readonly string[])[]) =>
  rows.map((row) => row.map(quoted).join(",")).join("\r\n");
const run = (text: string, ...words: string[]) => {
  writeFileSync(join(parley.home, "population.csv"), text);
  return parley(["dh", ...words, "-f", "population.csv", "--simulation", simulation, "--json"], {
    env: { PARLEY_BASE_URL: service.url() },
  });
};

const responses = [
  { match_type: "context", match_phrase: "asks to wait", response_type: "silence", silence_duration: 8 },
  {
    match_phrase: "Enter your PIN",
    response_type: "dtmf",
    response_value: "1,2,3,4",
    occurrence_mode: "first_n",
    occurrence_n: 1,
  },
];
const WHOLE: Readonly<Record<string, string>> = {
  " name ": "Ada",
  Intent: "Wants a refund,\nat once",
  "Success Criteria": "The refund is promised",
  "ROLE DESCRIPTION": "A loyal customer",
  "Scripted Responses": JSON.stringify(responses),
  Creativity: "0.3",
  Patience: "2",
  "No Response Timeout": "20",
  Voice: "en_british_feminine",
  "Voice Speed": "slow",
  "Background Noise": "hospital",
  "Background Noise Volume": "0.5",
  "Audio Quality": "low",
  Verbosity: "high",
  Fluency: "beginner",
  Interruptions:
    '{"interruptions_type":"keyword","keyword_responses":{"refund":{"response":"Yes!","probability":0.8}}}',
  "Speaks First": '{"speaks_first":true,"mode":"custom","message":"Hi"}',
  TC_lookup_account: "account_lookup_completed",
  TC_verify: '{"output":["ok"],"parameters":{"id":"12345"}}',
  TC_refund: '{"order":7}',
  CT_customer_tier: "gold",
  CT_orders: "3",
  CT_vip: "true",
  "My notes": "for Tuesday",
};
const MADE = {
  name: "Ada",
  intent: "Wants a refund,\nat once",
  success_criteria: "The refund is promised",
  role_description: "A loyal customer",
  scripted_responses: [
    { ...responses[0], occurrence_mode: "always" },
    { ...responses[1], match_type: "exact", response_value: "1234" },
  ],
  creativity: 0.3,
  endpointing_delay: 2,
  silence_timeout: 20,
  language: "en",
  accent: "british",
  gender: "female",
  voice_speed: "slow",
  background_noise: "hospital",
  background_noise_volume: 0.5,
  audio_quality: "low",
  verbosity: "high",
  fluency: "beginner",
  interruptions: {
    type: "keywords",
    keyword_responses: [{ keyword: "refund", response: "Yes!", probability: 0.8 }],
  },
  speaks_first_config: { speaks_first: true, mode: "custom", message: "Hi" },
  expected_tool_calls: [
    { name: "lookup_account", output: "account_lookup_completed" },
    { name: "verify", parameters: { id: "12345" }, output: ["ok"] },
    { name: "refund", parameters: { order: 7 } },
  ],
  traits: [
    { trait_name: "customer_tier", trait_data_type: "STRING", value: "gold" },
    { trait_name: "orders", trait_data_type: "NUMBER", value: 3 },
    { trait_name: "vip", trait_data_type: "BOOLEAN", value: true },
  ],
};

describe("dh with a published CSV", () => {
  test("creates what each column says, and the same file then changes nothing", async () => {
    const text = csv(
      Object.keys(WHOLE),
      Object.values(WHOLE),
      Object.keys(WHOLE).map(() => ""),
      Object.keys(WHOLE).map((name) => (name === "Intent" ? "Asks for the opening hours" : "")),
    );
    const applied = await run(text, "apply", "--yes");
    expect([applied.code, applied.stderr]).toEqual([0, expect.not.stringContaining("warning")]);
    const { body } = await acme("GET", `/v1/digital-humans-by-simulation/${simulation}`);
    expect(body.digital_humans).toMatchObject([
      MADE,
      { test_name: "row 2", intent: "Asks for the opening hours" },
    ]);
    const { json } = await run(text, "plan");
    expect(json.summary).toMatchObject({ create: 0, update: 0, unchanged: 2 });
  });

  test.each([
    ["Voice", "en_british", /Voice: must be a language, an accent/],
    ["Scripted Responses", "[{", /not valid JSON/],
    ["Interruptions", '{"interruptions_type":"often"}', /none, probabilistic, keyword or llm/],
    ["Creativity", "much", /"Creativity: must be a number"/],
    ["Patience", "low", /"Patience: must be a number"/],
    ["TC_refund", "{order: 7}", /TC_refund: not valid JSON/],
  ])("refuses %s %j before anything is sent, and says where it is", async (column, cell, message) => {
    const { code, stderr } = await run(
      csv(["Name", "Intent", column], ["Bea", "Wants", cell]),
      "apply",
      "--yes",
    );
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
    expect(stderr).toContain("population.csv:2:");
  });

  test.each([
    [0, "none"],
    [0.2, "low"],
    [0.5, "medium"],
    [1, "high"],
  ])("reads a probability of %d as the rate %s", async (probability_of_default_interrupt, type) => {
    const cell = JSON.stringify({ interruptions_type: "probabilistic", probability_of_default_interrupt });
    const { json } = await run(
      csv(["Name", "Intent", "Interruptions"], [`P ${type}`, "Wants", cell]),
      "plan",
    );
    expect(JSON.stringify(json.steps)).toContain(`{"type":"${type}"}`);
  });

  test("leaves a CSV with the names of fields as it was", async () => {
    const { json } = await run("name,intent,traits.0.trait_name\nCyd,Wants,vip\n", "plan");
    expect(json.summary).toMatchObject({ create: 1 });
  });
});
