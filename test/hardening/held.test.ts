/** Large contents with personal data to mask: the main thread, which answers everybody, does not do that work. */
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { useCli } from "../support/cli.ts";
import { HELD_MS, heldMs, PROBE } from "../support/held.ts";
import { type Served, startServiceIn } from "../support/served.ts";
import { type Calls, callsWith } from "../support/service.ts";

const parley = useCli();
/** What the agent answers to a turn of the digital human. */
let reply = "{}";
/** The conversation of each turn that the agent has received. */
const turns: string[] = [];
const agent = createServer(async (request, response) => {
  turns.push(JSON.parse(await text(request)).simulation_result_id);
  response.end(reply);
});
let service: Served;
let calls: Calls;

beforeAll(async () => {
  await new Promise<void>((resolve) => agent.listen(0, "127.0.0.1", resolve));
  const agents = [
    {
      id: 101,
      name: "Discreet",
      mode: "TEXT",
      redact_pii: true,
      http_webhook: `http://127.0.0.1:${(agent.address() as AddressInfo).port}/`,
    },
  ];
  const digital_humans = [{ id: 501, name: "Ann", intent: "I want to cancel my order." }];
  const simulations = [{ id: 7, name: "Orders", agent_id: 101, opening_patience_ms: 0, digital_humans }];
  const organizations = [{ name: "acme", api_key: "pk_acme", agents, simulations }];
  writeFileSync(join(parley.home, "seed.json"), JSON.stringify({ kind: "Seed", organizations }));
  const env = { NODE_OPTIONS: `--import=${PROBE}`, SOAK_HELD: join(parley.home, "held") };
  service = await startServiceIn(env, parley, "--memory", "--seed", "seed.json");
  calls = callsWith(service.url, "pk_acme");
});

afterAll(async () => {
  await service.stop("SIGKILL");
  agent.close();
});

const since = () => heldMs(service.process, join(parley.home, "held"));

/** Texts with personal data, which would take hundreds of milliseconds to mask. */
const values = (count: number) =>
  Array.from({ length: count }, (_, at) => `call 415 555 ${1000 + (at % 9000)}`);
const toolCall = (output: unknown) => ({ type: "tool_call", name: "find_customers", output });

/** A conversation up to its second turn, when the first answer has been taken. */
async function converse(): Promise<string> {
  const { body } = await calls("POST", "/v1/queue-http-text-simulation-run", { simulation_id: 7 });
  const [id] = body.simulation_result_ids;
  await expect.poll(() => turns.filter((turn) => turn === id).length).toBeGreaterThan(1);
  return id;
}

const ANSWERS = {
  "a tool call with 9,000 values": { tool_calls: [toolCall(values(9000))], message: "Hi" },
  "a hundred messages": { tool_calls: Array.from({ length: 99 }, () => toolCall(values(90))), message: "Hi" },
  "a long message": { message: values(9000).join(" ") },
};

test.each(Object.entries(ANSWERS))("an answer of an agent to its webhook: %s", async (_, answer) => {
  // The first of a kind loads and compiles what it needs.
  reply = JSON.stringify({ message: "Hi", tool_calls: [toolCall(values(1))] });
  await converse();
  reply = JSON.stringify(answer);
  await since();
  const id = await converse();
  expect(await since()).toBeLessThanOrEqual(HELD_MS);
  const { body } = await calls("GET", `/v1/retrieve-simulation-result/${id}`);
  const shown = JSON.stringify(body);
  expect(shown).toContain("call [phone number]");
  expect(shown).not.toContain("415 555");
});

test("lists of thirty digital humans, each with 100,000 characters that are not Latin", async () => {
  const original_transcript = "𕣧1".repeat(33_000);
  const create = (name: string) =>
    calls("POST", "/v1/create-digital-human", {
      digital_human: { agent_id: 101, name, intent: "I want to cancel.", original_transcript },
      simulation_ids: [7],
    });
  for (let at = 0; at < 30; at++) expect((await create(`Caller ${at}`)).status).toBe(200);
  for (const path of ["/v1/digital-humans?page_size=100", "/v1/digital-humans-by-simulation/7"]) {
    await since();
    const { body } = await calls("GET", path);
    expect(await since(), path).toBeLessThanOrEqual(HELD_MS);
    const large = body.digital_humans.filter((one: { name: string }) => one.name.startsWith("Caller "));
    expect(large).toHaveLength(30);
    for (const one of large) expect(one.original_transcript).toBe(original_transcript);
  }
});

test.each([
  ["prompt", "prompts", "prompt_text"],
  ["knowledge base", "knowledge-bases", "kb_text"],
])(
  "a list of forty versions of a %s, each with 66,000 characters that are not Latin",
  async (_, kind, field) => {
    const path = `/v1/agents/101/${kind}/versions`;
    const text = (at: number) => `${at} ${"𕣧1".repeat(22_000)}`;
    for (let at = 1; at <= 40; at++)
      expect((await calls("POST", path, { [field]: text(at), labels: [`label-${at}`] })).status).toBe(200);
    await since();
    const { body } = await calls("GET", `${path}?limit=50`);
    expect(await since()).toBeLessThanOrEqual(HELD_MS);
    expect(body).toHaveLength(40);
    for (const [place, version] of body.entries()) {
      const at = 40 - place;
      expect(version).toMatchObject({ version: at, [field]: text(at) });
      expect(version.labels).toEqual(at === 40 ? ["latest", "label-40"] : [`label-${at}`]);
    }
  },
);
