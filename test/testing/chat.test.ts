import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { useProgram } from "../support/in-process.ts";
import { AGENTS, BOB, freePort, useFolder } from "../support/testing.ts";

const parley = useProgram();
const files = useFolder();

const parameters = { type: "object", properties: { order: { type: "string" } }, required: ["order"] };
const TOOLS = ["lookup_order", "issue_refund"].map((name) => ({ name, parameters }));
const OUTPUTS = [
  { tool: "lookup_order", when: { order: "1182" }, output: { found: true } },
  { tool: "lookup_order", output: { found: false } },
  { tool: "issue_refund", output: { ok: true } },
];

/** An agent that is a prompt and tools, on a stand-in for a model. */
async function desk(how: string, chat: object = {}, path = "/v1") {
  const port = await freePort();
  return {
    command: `node ${join(AGENTS, "desk-model.mjs")} ${how}`,
    env: { AGENT_PORT: String(port) },
    tools: TOOLS,
    chat: { url: `http://127.0.0.1:${port}${path}`, model: "desk-1", tool_outputs: OUTPUTS, ...chat },
  };
}

test.each(["/v1", "/v1/chat/completions", "/v1/responses"])(
  "%s: tools are called and answered",
  async (path) => {
    const cwd = files.write(await desk("well", {}, path), [
      { ...BOB, expect: ["calls issue_refund once", 'says "one moment"', 'says "confirmed"'] },
      { ...BOB, name: "Ana", expect: ["fail when tool issue_refund called before tool lookup_order called"] },
    ]);
    const { code, json } = await parley(["test", "--json"], { cwd });
    expect(json.counts.passed).toBe(2);
    expect(code).toBe(0);
    const [bob] = json.files[0].callers;
    expect(bob.tool_calls).toMatchObject([
      { name: "lookup_order", parameters: { order: "1182" }, output: { found: true } },
      { name: "issue_refund", parameters: { order: "1182" }, output: { ok: true } },
    ]);
    expect(bob.transcript.map(({ message }: { message: string }) => message)).toContain("One moment.");
  },
);

test("a model's server in Python", async () => {
  const agent = { ...(await desk("well")), command: `python3 ${join(AGENTS, "desk-model.py")}` };
  const { json, code } = await parley(["test", "--json"], { cwd: files.write(agent) });
  expect(json.files[0].callers[0].tool_calls).toMatchObject([
    { name: "lookup_order" },
    { name: "issue_refund" },
  ]);
  expect(code).toBe(0);
});

test("a prompt and tools in files, and a failed expectation", async () => {
  const cwd = files.write({ ...(await desk("careless")), prompt: "prompt.md", tools: "tools.json" }, [
    { ...BOB, expect: ["calls lookup_order"] },
  ]);
  writeFileSync(join(cwd, "prompt.md"), "You are an order desk.");
  writeFileSync(
    join(cwd, "tools.json"),
    JSON.stringify(TOOLS.map((one) => ({ type: "function", function: one }))),
  );
  const { code, stdout } = await parley(["test"], { cwd });
  expect(stdout).toContain("pass when tool lookup_order called →");
  expect(code).toBe(9);
});

test.each([
  ["locked", 'the agent answered with status 401: "Incorrect API key provided: ••••"'],
  ["busy", 'status 429: "Rate limit reached"; it asks to wait for 20 s: test with fewer --workers, or later'],
  ["html", "the agent answered with a web page (HTML) instead of JSON"],
  ["late", "the agent did not answer within 1.0 s"],
  ["empty", "the agent answered without a message"],
  ["other", `the agent's answer is not a chat completion: "{\\"status\\":\\"ok\\"}"`],
  ["nonsense", 'called lookup_order with arguments that are not a JSON object: "order 1182"'],
  ["loops", "the agent called tools 12 times in a row and said nothing"],
])("one that answers with %s is in trouble, and fails no expectation", async (how, words) => {
  const cwd = files.write(await desk(how, { api_key_env: "DESK_KEY" }));
  const key = "sk-very-secret-4711";
  const { code, stdout, stderr } = await parley(["test", "--timeout", "1"], { cwd, env: { DESK_KEY: key } });
  expect(stdout).toContain(words);
  expect(`${stdout}${stderr}`).not.toContain(key);
  expect(stdout).not.toContain("✗");
  expect(code).toBe(7);
});

test("a call that nobody answers is named, with what to write", async () => {
  const cwd = files.write(await desk("well", { tool_outputs: [{ ...OUTPUTS[0], when: { order: "9999" } }] }));
  const { code, stdout } = await parley(["test"], { cwd });
  expect(stdout).toContain(
    'nobody answers the agent\'s call lookup_order({"order":"1182"}) with these parameters: add ' +
      "`- { tool: lookup_order, output: … }` to agent.chat.tool_outputs",
  );
  expect(code).toBe(7);
});

test("a key that is not set, and a wrong endpoint", async () => {
  const unset = files.write(await desk("well", { api_key_env: "NO_SUCH_KEY" }));
  const { code, stdout } = await parley(["test"], { cwd: unset });
  expect(stdout).toContain(
    " ! the environment variable NO_SUCH_KEY is not set; agent.chat.api_key_env names it",
  );
  expect(code).toBe(7);
  const elsewhere = files.write(await desk("well", {}, "/v2"));
  expect((await parley(["test"], { cwd: elsewhere })).stdout).toContain(
    'status 404: "no such endpoint: /v2/chat/completions"',
  );
});

test("mistakes of the file have their places", async () => {
  const refused = async (agent: object) => {
    const { code, stderr } = await parley(["test"], { cwd: files.write(agent) });
    expect(code).toBe(2);
    return stderr;
  };
  const chat = { url: "http://127.0.0.1:9/v1", model: "desk-1" };
  expect(await refused({ chat: { ...chat, url: "https://me:pw@api.example.com" } })).toContain(
    "agent.chat.url: must not contain a password",
  );
  expect(await refused({ chat, stdio: true, command: "x" })).toContain("give stdio or chat, not both");
  expect(await refused({ chat: { ...chat, tool_outputs: OUTPUTS } })).toMatch(
    /desk\.parley\.yaml:\d+:\d+: agent\.chat\.tool_outputs\.0\.tool: the agent has no tools/,
  );
  expect(
    await refused({ chat: { ...chat, tool_outputs: [{ tool: "lokup", output: 1 }] }, tools: TOOLS }),
  ).toContain('the agent has no tool "lokup"; it has lookup_order, issue_refund');
  expect(await refused({ chat, tools: "tools.json" })).toContain("agent.tools: file not found: tools.json");
  expect(await refused({ chat: { ...chat, api_key_env: "sk-123" } })).toContain(
    "must be the name of an environment variable",
  );
});
