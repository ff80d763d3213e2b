/** Agents of ElevenLabs that are written to, over the WebSocket of their conversations. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { useProgram } from "../support/in-process.ts";
import { AGENTS, agentWords, BOB, freePort, useFolder } from "../support/testing.ts";

const parley = useProgram();
const files = useFolder();
const KEY = "sk-secret-of-a-test";
const PATH = "/v1/convai/conversation?agent_id=";

const TOOLS = ["lookup_order", "issue_refund"].map((name) => ({ name, parameters: { type: "object" } }));
const OUTPUTS = [
  { tool: "lookup_order", when: { order: "1182" }, output: { found: true } },
  { tool: "issue_refund", output: { ok: true } },
];

const INPUT = { type: "object", properties: { order: { type: "string" } }, required: ["order"] };
const WORLD = {
  kind: "World",
  tables: { refunds: { key: "id", columns: ["id", "order"] } },
  tools: [
    { name: "lookup_order", input: INPUT, answer: "{found: true}" },
    {
      name: "issue_refund",
      input: INPUT,
      steps: "insert made into refunds {order: input.order}",
      answer: "{refunds: made.id}",
    },
  ],
};

async function elevenlabs(how: string, more: object = {}, agent_id = "agent_desk") {
  const port = await freePort();
  return {
    command: `node ${join(AGENTS, "elevenlabs-agent.mjs")} ${how}`,
    env: { AGENT_PORT: String(port), MODEL_KEY: KEY },
    tools: TOOLS,
    elevenlabs: {
      url: `ws://127.0.0.1:${port}${PATH}${agent_id}`,
      api_key_env: "MODEL_KEY",
      tool_outputs: OUTPUTS,
      ...more,
    },
  };
}

async function run(agent: object, callers: readonly object[] = [BOB], ...words: string[]) {
  const { code, json, stdout, stderr } = await parley(["test", "--json", ...words], {
    cwd: files.write(agent, callers),
  });
  expect(stdout + stderr).not.toContain(KEY);
  expect(stdout + stderr).not.toContain("conversation_signature");
  return { code, callers: json.files[0].callers, caller: json.files[0].callers[0] };
}

test("a greeting, words, and calls with results; several callers, each with a conversation of its own", async () => {
  const callers = [
    { ...BOB, expect: ["calls issue_refund once", 'says "confirmed"'] },
    { ...BOB, name: "Ana", expect: ["fail when tool issue_refund called before tool lookup_order called"] },
  ];
  const { code, callers: ran } = await run(await elevenlabs("well"), callers);
  expect(ran.map(({ name, outcome }: never) => [name, outcome])).toEqual([
    ["Bob", "passed"],
    ["Ana", "passed"],
  ]);
  expect(agentWords(ran[0])).toEqual([
    "Welcome to the order desk.",
    "May I have your order number?",
    "I've refunded order 1182. It is confirmed.",
    "You're welcome. Goodbye.",
  ]);
  expect(ran[0].tool_calls).toMatchObject([
    { name: "lookup_order", parameters: { order: "1182" }, output: { found: true } },
    { name: "issue_refund", parameters: { order: "1182" }, output: { ok: true } },
  ]);
  expect(code).toBe(0);
});

test("a failed expectation is one", async () => {
  const { code, caller } = await run(await elevenlabs("careless"), [
    { ...BOB, expect: ["calls lookup_order"] },
  ]);
  expect(caller.outcome).toBe("failed");
  expect(code).toBe(9);
});

test("the greeting's time, and that of a server that begins, is nobody's time to answer", async () => {
  const expect_ = ["agent.response_latency.max < 1.5s"];
  const { caller } = await run(await elevenlabs("quiet"), [{ ...BOB, expect: expect_ }]);
  expect(caller.outcome).toBe("passed");
  expect(agentWords(caller)[0]).toBe("May I have your order number?");
});

test("a call of the agent's own tool is made, but nobody knows its parameters", async () => {
  const expected = ["calls lookup_order once", 'calls lookup_order with {order: "1182"}'];
  const { code, caller } = await run(await elevenlabs("own-tools"), [{ ...BOB, expect: expected }]);
  expect(caller.tool_calls[0]).toMatchObject({ name: "lookup_order", parameters: null });
  expect(caller.outcome).toBe("not_evaluated");
  expect(code).toBe(9);
});

test("overrides and dynamic variables are sent; the agent hangs up with its tool, and with its last words", async () => {
  const overrides = { agent: { first_message: "Good evening." } };
  const { code, caller } = await run(
    await elevenlabs("ends", { overrides, dynamic_variables: { shop: "Desk", floors: 2 } }),
  );
  expect(agentWords(caller)[0]).toBe("Good evening.");
  expect(caller).toMatchObject({ outcome: "passed", end_reason: "agent_ended" });
  expect(code).toBe(0);
});

test("an agent that is set to have no voice is not asked for it", async () => {
  const { code } = await run(await elevenlabs("chat-agent", { text_only: false }));
  expect(code).toBe(0);
});

test("tools of a world answer", async () => {
  const agent = await elevenlabs("well");
  const { tools: _, elevenlabs: at, ...started } = agent;
  const { tool_outputs: __, ...place } = at as { tool_outputs?: unknown };
  const cwd = files.write({ ...started, elevenlabs: place }, [BOB], { world: "shop.world.yaml" });
  writeFileSync(join(cwd, "shop.world.yaml"), JSON.stringify(WORLD));
  const { json, code } = await parley(["test", "--json"], { cwd });
  const order = { order: "1182" };
  expect(json.files[0].callers[0].tool_calls).toMatchObject([
    { name: "lookup_order", parameters: order, output: { found: true } },
    { name: "issue_refund", parameters: order, output: { refunds: 1 } },
  ]);
  expect(code).toBe(0);
});

describe("named, and never a failed expectation", () => {
  test.each([
    ["late", {}, "the agent did not answer within 2.0 s"],
    ["dies", {}, /^the agent exited with code 3/],
    ["hangs-up", {}, "the agent hung up without an answer"],
    ["drops", {}, "the agent lost its connection"],
    [
      "fails",
      {},
      'the agent closed the connection with code 1011: "no quota for ••••"; its server reports an error: no quota for ••••',
    ],
    ["garbles", {}, 'the agent sent something other than a JSON object: "HTTP/1.1 200 OK"'],
    ["mute", {}, /did not begin the conversation \(conversation_initiation_metadata\) within 2\.0 s$/],
    [
      "wordless",
      {},
      "the agent did not answer within 2.0 s; it sent something else, and no agent_response: is this among the client events of its configuration?",
    ],
    ["approves", {}, /^the agent waits for an approval of its tool crm_lookup, which Parley does not give/],
    [
      "strict",
      {},
      `before the conversation began, the agent closed the connection with code 1008: "Override for field 'conversation.text_only' is not allowed by config."; allow the override in the agent's settings (Security), or, if it has no voice, write text_only: false`,
    ],
    ["locked", {}, 'the request for a signed URL was answered with status 401: "Invalid API key: ••••"'],
    ["well", { tool_outputs: [] }, /to agent\.elevenlabs\.tool_outputs$/],
    ["well", { text_only: false }, /^the agent speaks, and a caller's text interrupted it after "/],
  ])("%s %j", async (how, more, reason) => {
    const { code, caller } = await run(await elevenlabs(how, more), [BOB], "--timeout", "2");
    expect(caller.reason).toMatch(reason);
    expect({ code, outcome: caller.outcome }).toEqual({ code: 7, outcome: "agent_failed" });
  });

  test("an agent that does not exist, with a key and without; a key that is not set; nobody listens", async () => {
    const unknown = await run(await elevenlabs("well", {}, "agent_x"));
    expect(unknown.caller.reason).toBe(
      'the request for a signed URL was answered with status 404: "Document with id agent_x not found."',
    );
    const { env, elevenlabs: at, ...agent } = await elevenlabs("well", {}, "agent_x");
    const { api_key_env: _, ...open } = at;
    const is_public = await run({ ...agent, env: { AGENT_PORT: env.AGENT_PORT }, elevenlabs: open });
    expect(is_public.caller.reason).toBe(
      'before the conversation began, the agent closed the connection with code 3000: "The AI agent you are trying to reach does not exist."',
    );
    const missing = await parley(["test", "--json"], {
      cwd: files.write(await elevenlabs("well", { api_key_env: "NO_SUCH_KEY" })),
    });
    expect(missing.json.files[0].trouble).toContain("agent.elevenlabs.api_key_env names it");
    const { command: __, ...running } = await elevenlabs("well");
    const nobody = await run(running);
    expect(nobody.caller.reason).toMatch(/^nothing listens at http:/);
  });
});

test("what a file says is checked before anything starts", async () => {
  const refused = async (fields: object) => {
    const { code, stderr } = await parley(["test"], { cwd: files.write({ elevenlabs: fields }) });
    expect(code).toBe(2);
    return stderr;
  };
  const url = "wss://api.elevenlabs.io/v1/convai/conversation";
  expect(await refused({})).toContain("agent.elevenlabs: give an agent_id or a url, and not both");
  expect(await refused({ agent_id: "agent_1", url: `${url}?agent_id=agent_1` })).toContain("and not both");
  expect(await refused({ url })).toContain("must name the agent: …/v1/convai/conversation?agent_id=…");
  const given = [{ name: "Ana", given: [{ user: "Hi" }], expect: ["calls x"] }];
  const { stderr } = await parley(["test"], { cwd: files.write(await elevenlabs("well"), given) });
  expect(stderr).toContain("an agent of ElevenLabs keeps the conversation itself");
});
