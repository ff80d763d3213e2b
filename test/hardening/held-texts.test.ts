/**
 * Texts that are crafted to take long, at the places where a conversation and a call read them: the main thread, which
 * answers everybody, stays free.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { useCli } from "../support/cli.ts";
import { HELD_MS, heldMs, PROBE } from "../support/held.ts";
import { type Served, startServiceIn } from "../support/served.ts";
import { type Calls, callsWith } from "../support/service.ts";

const parley = useCli();
let service: Served;
let calls: Calls;

const ORDER = {
  name: "place_order",
  parameters: { type: "object", required: ["size"], properties: { size: { type: "string" } } },
};
/** A caller with an errand, whose deed is looked for in everything that the agent says. */
const ERRAND = Object.entries({ goal_tool: "place_order", size: "large" }).map(([trait_name, value]) => ({
  ...{ trait_name, trait_data_type: "STRING", value },
}));

beforeAll(async () => {
  const agents = [
    { id: 101, name: "Desk", mode: "TEXT", tools: [ORDER] },
    { id: 102, name: "Discreet", mode: "TEXT", redact_pii: true },
  ];
  const simulations = [
    { id: 7, name: "Orders", agent_id: 101, opening_patience_ms: 0, max_turns: 1000, digital_humans: [] },
  ];
  const organizations = [{ name: "acme", api_key: "pk_acme", agents, simulations }];
  writeFileSync(join(parley.home, "seed.json"), JSON.stringify({ kind: "Seed", organizations }));
  const env = { NODE_OPTIONS: `--import=${PROBE}`, SOAK_HELD: join(parley.home, "held") };
  service = await startServiceIn(env, parley, "--memory", "--seed", "seed.json");
  calls = callsWith(service.url, "pk_acme");
});

afterAll(() => service.stop("SIGKILL"));

const since = () => heldMs(service.process, join(parley.home, "held"));

/** A request that must be accepted. */
async function ask(method: string, path: string, body?: unknown) {
  const answer = await calls(method as never, path as never, body as never);
  expect(answer.status, JSON.stringify(answer.body).slice(0, 500)).toBe(200);
  return answer.body;
}

/**
 * How long some work holds the main thread. The first time loads and compiles what it needs. What a text makes long is
 * long each time.
 */
async function heldBy(work: () => Promise<unknown>): Promise<number> {
  let least = Infinity;
  for (let tries = 0; tries < 3 && least > HELD_MS; tries++) {
    await since();
    await work();
    least = Math.min(least, await since());
  }
  return least;
}

const text = (part: string, length: number) => part.repeat(Math.ceil(length / part.length)).slice(0, length);

const RECORDS = {
  "short sentences": text(". ", 900_000),
  "one sentence": text("you and has ", 900_000),
  facts: text("Your order number is A-17. ", 900_000),
  names: text("Dr Chen ", 900_000),
  questions: text("Which day? ", 900_000),
};

async function opened(digital_human: object) {
  const { digital_human: made } = await ask("POST", "/v1/create-digital-human", {
    simulation_ids: [7],
    digital_human: { name: "A", intent: "I want to cancel my order.", ...digital_human },
  });
  const { simulation_result_ids } = await ask("POST", "/v1/queue-http-text-simulation-run", {
    simulation_id: 7,
    digital_human_ids: [made.id],
  });
  return String(simulation_result_ids[0]);
}
const say = (simulation_result_id: string, message: string, more: object = {}) =>
  ask("POST", "/v1/send-http-text-message", { simulation_result_id, message, ...more });

test.each(Object.entries(RECORDS))(
  "a run of a digital human with a record of %s",
  async (_, role_description) => {
    const held = await heldBy(async () => {
      const id = await opened({ role_description });
      await say(id, "What is your order number?");
      await say(id, "And your name?", { end_conversation: true });
    });
    expect(held).toBeLessThanOrEqual(HELD_MS);
  },
);

test.each(["的", "e\u0301", "A1-"])(
  "the first words of a recording that is one long line of %j",
  async (part) => {
    const held = await heldBy(async () => {
      const fact = { trait_name: "size", trait_data_type: "STRING", value: text(part, 9000) };
      const id = await opened({ original_transcript: text(part, 90_000), traits: [fact] });
      await say(id, "Which size?", { end_conversation: true });
    });
    expect(held).toBeLessThanOrEqual(HELD_MS);
  },
);

const MESSAGES = [
  "No. ",
  "Which day? ",
  "| a |\n",
  "5 p.m. ",
  "for Which day? 9",
  "Dr Chen or ",
  "12:30 ",
  "1.",
];

test.each(MESSAGES)("messages of %j", async (part) => {
  const role_description = "Your order number is A-17. Your name is Ann Smith.";
  const held = await heldBy(async () => {
    const id = await opened({ role_description });
    for (let turn = 0, over = false; turn < 6 && !over; turn++)
      over = (await say(id, text(part, 100_000))).end_conversation;
  });
  expect(held).toBeLessThanOrEqual(HELD_MS);
});

test.each(["Dr Chen or "])("many messages of %j in one turn", async (part) => {
  const held = await heldBy(async () => {
    const id = await opened({});
    const message = text(part, 3000);
    for (let at = 0; at < 60; at++) await say(id, message, { end_turn: false });
    await say(id, "Goodbye.", { end_conversation: true });
  });
  expect(held).toBeLessThanOrEqual(HELD_MS);
});

test.each(["No. ", "5 p.m. "])("the evaluation of a conversation with many sentences of %j", async (part) => {
  const held = await heldBy(async () => {
    const id = await opened({ traits: ERRAND });
    await say(id, "Which size?");
    await say(id, "A large one. Shall I place the order?");
    const message = text(part, 3000);
    for (let at = 0; at < 15; at++) await say(id, message, { end_turn: false });
    await say(id, "Goodbye.", { end_conversation: true });
    // It is evaluated at once, or in a process that others go before.
    await new Promise((resolve) => setTimeout(resolve, 3000));
  });
  expect(held).toBeLessThanOrEqual(HELD_MS);
});

const call = (agent_id: string, transcript: readonly object[]) => ({
  agent_id,
  start_time_utc: "2026-11-01T12:00:00Z",
  participants: [{ role: "AGENT" }, { role: "USER" }],
  transcript,
});

test("a change of a large call", async () => {
  const transcript = Array.from({ length: 10_000 }, (_, at) => ({
    speaker: at % 2 ? "AGENT" : "USER",
    utterance: text(`call 415 555 ${at} `, 300),
  }));
  const { call_id } = await ask("POST", "/v1/evaluate", call("101", transcript));
  const path = `/v1/update-log/${call_id}`;
  const held = await heldBy(() => ask("PUT", path, { metadata: { customer: "Dana" } }));
  expect(held).toBeLessThanOrEqual(HELD_MS);
});

test.each(["No. ", "\n- a", "5 p.m. "])("the policies of a prompt of %j", async (part) => {
  const prompt_text = `Never say hello.\n${text(part, 99_000)}`;
  const { version } = await ask("POST", "/v1/agents/101/prompts/versions", { prompt_text });
  const path = `/v1/agents/101/prompts/versions/${version}/policies`;
  const policies = [
    { sentence: "Never say hello.", status: "accepted", rule: 'fail when agent says "hello"' },
  ];
  expect(await heldBy(() => ask("PUT", path, { policies }))).toBeLessThanOrEqual(HELD_MS);
  expect(await heldBy(() => ask("GET", path))).toBeLessThanOrEqual(HELD_MS);
});

test.each(["1", "1.", "my name is ", "No. ", "5 p.m. "])(
  "the evaluation of small calls with %j, masked",
  async (part) => {
    const held = await heldBy(async () => {
      const { call_id } = await ask(
        "POST",
        "/v1/evaluate",
        call("102", [
          { speaker: "AGENT", utterance: text(part, 30_000) },
          { speaker: "USER", utterance: text(part, 30_000) },
        ]),
      );
      await expect
        .poll(async () => (await ask("GET", `/v1/retrieve-call-log?call_id=${call_id}`)).call_log.status)
        .not.toMatch(/QUEUED|PROGRESS/);
    });
    expect(held).toBeLessThanOrEqual(HELD_MS);
  },
);

const FACTS = {
  email: ["b at example dot com. ", (at: number) => `a${at}@example.com`],
  address: ["12 High Street. ", (at: number) => `${at} High Street, London`],
  order_number: ["double five oh one. ", (at: number) => `118${at}2`],
} as const;

test.each(Object.entries(FACTS))(
  "the evaluation of a call with fifty facts like %s",
  async (name, [part, value]) => {
    const facts = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`${name}_${at}`, value(at)]));
    const tool_calls = Array.from({ length: 100 }, (_, at) => ({
      ...{ name: "f", start_offset_ms: 1, output: 1 },
      parameters: { [`${name}_1`]: value(at + 51) },
    }));
    const held = await heldBy(async () => {
      const transcript = ["AGENT", "USER"].map((speaker) => ({ speaker, utterance: text(part, 2000) }));
      const { call_id } = await ask("POST", "/v1/evaluate", {
        ...call("101", transcript),
        ...{ tool_calls, metadata: { facts } },
      });
      await expect
        .poll(async () => (await ask("GET", `/v1/retrieve-call-log?call_id=${call_id}`)).call_log.status)
        .not.toMatch(/QUEUED|PROGRESS/);
    });
    expect(held).toBeLessThanOrEqual(HELD_MS);
  },
);
