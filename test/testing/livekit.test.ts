/** Agents of LiveKit, by text: their console connects, and speaks its own protocol. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { useProgram } from "../support/in-process.ts";
import { BOB, useFolder } from "../support/testing.ts";

const parley = useProgram();
const files = useFolder();
const CONSOLE = join(import.meta.dirname, "../support/livekit-console.mjs");

const livekit = (how: string, more: object = {}) => ({
  command: `node ${CONSOLE} ${how}`,
  livekit: "console",
  ...more,
});

async function run(agent: object, callers: readonly object[] = [BOB], ...words: string[]) {
  const { code, json } = await parley(["test", "--json", ...words], { cwd: files.write(agent, callers) });
  return { code, callers: json.files[0].callers };
}

test("a greeting, words, and tool calls with results; several callers, each with a process of its own", async () => {
  const callers = [
    { ...BOB, expect: ["calls issue_refund once", 'says "confirmed"'] },
    { ...BOB, name: "Ana", expect: ["fail when tool issue_refund called before tool lookup_order called"] },
    { ...BOB, name: "Red", expect: ["never calls issue_refund"] },
  ];
  const ran = await run(livekit("well"), callers);
  expect(ran.callers.map(({ name, outcome }: never) => [name, outcome])).toEqual([
    ["Bob", "passed"],
    ["Ana", "passed"],
    ["Red", "failed"],
  ]);
  const said = ran.callers[0].transcript.filter(({ role }: { role: string }) => role === "AGENT");
  expect(said.map(({ message }: { message: string }) => message)).toEqual([
    "Hello, this is the order desk.",
    "May I have your order number?",
    "One moment.",
    "I've refunded your order 1182. It is confirmed.",
    "You're welcome. Goodbye.",
  ]);
  expect(ran.callers[0].tool_calls).toMatchObject([
    { name: "lookup_order", parameters: { order: "1182" }, output: { found: true } },
    { name: "issue_refund", parameters: { order: "1182" }, output: { ok: true } },
  ]);
  expect(ran.code).toBe(9);
});

test("hand-offs to another agent, and the agent's own latencies, are events of the conversation", async () => {
  const folder = files.write(livekit("hands"), [{ ...BOB, expect: ['says "no such words"'] }]);
  const { stdout } = await parley(["test"], { cwd: folder });
  expect(stdout).toMatch(
    /AGENT +I'll put you through\.\n +0:00\.\d +event +agent_handoff greeter → refunds\n +0:00\.\d +tool +issue_refund/,
  );
  const { json } = await parley(["test", "--json"], { cwd: folder });
  expect(json.files[0].callers[0].events).toMatchObject([
    { title: "agent_latency", metadata: { latency_ms: { llm: 250, end_to_end: 500 } } },
    { title: "agent_handoff", metadata: { old_agent_id: "greeter", new_agent_id: "refunds" } },
    { title: "agent_latency", metadata: { latency_ms: { llm: 750 } } },
  ]);
});

test("a call of a tool in which the agent hangs up was made, without a result", async () => {
  const ran = await run(livekit("drops"), [{ ...BOB, expect: ["never calls issue_refund"] }]);
  expect(ran.callers[0]).toMatchObject({
    outcome: "failed",
    end_reason: "agent_ended",
    tool_calls: [{ name: "issue_refund", output: null }],
  });
});

test("the start of a process is nobody's time to answer", async () => {
  const { command, ...agent } = livekit("well");
  const expected = { ...BOB, expect: ["agent.response_latency.max < 3s"] };
  const callers = ["Bob", "Ana", "Eve"].map((name) => ({ ...expected, name }));
  const ran = await run({ ...agent, command: `sleep 4; exec ${command}` }, callers);
  expect(ran.callers.map(({ outcome }: never) => outcome)).toEqual(["passed", "passed", "passed"]);
});

test("an agent that does not greet, and one that hangs up with its last words", async () => {
  const quiet = await run(livekit("quiet", { voice: false }));
  expect(quiet.callers[0].transcript[1].message).toBe("May I have your order number?");
  const ended = await run(livekit("ends"));
  expect(ended).toMatchObject({ code: 0, callers: [{ end_reason: "agent_ended" }] });
});

test.each(["leaves", "gone"])(
  "an agent that %s after its last words has hung up, and has not failed",
  async (how) => {
    const ended = await run(livekit(how));
    expect(ended).toMatchObject({ code: 0, callers: [{ outcome: "passed", end_reason: "agent_ended" }] });
  },
);

test("a tool that failed has its error as its output", async () => {
  const ran = await run(livekit("errs"));
  expect(ran.callers[0].tool_calls[1]).toMatchObject({ name: "issue_refund", output: { error: "no money" } });
});

test("each process has the address of its conversation's world", async () => {
  const world = {
    kind: "World",
    tables: { refunds: { key: "id", columns: ["id", "order"] } },
    tools: [
      {
        name: "issue_refund",
        input: { type: "object", required: ["order"], properties: { order: { type: "string" } } },
        steps: "insert refund into refunds {order: input.order}",
        answer: "{ok: true}",
      },
    ],
  };
  const folder = files.write(
    livekit("world"),
    [{ ...BOB, expect: ['state refunds has {order: "1182"} once'] }],
    {
      world: "world.yaml",
    },
  );
  writeFileSync(join(folder, "world.yaml"), JSON.stringify(world));
  const { code, json } = await parley(["test", "--json"], { cwd: folder });
  expect(json.files[0].callers[0]).toMatchObject({ outcome: "passed" });
  expect(code).toBe(0);
});

test.each([
  ["mute", "the agent did not answer within 1.0 s"],
  ["fails", "the agent reports an error: openai.LLM: agent produced no response items"],
  ["dies", "the agent exited with code 3"],
  ["absent", "the agent's console did not connect within 1.0 s"],
  ["deaf", "the agent's session did not begin to listen"],
  ["other", "the agent's console sent something else: a message has 1213486160 bytes"],
])("%s: named, and never a failed expectation", async (how, reason) => {
  const limits = how === "mute" ? ["--timeout", "1"] : [];
  const more = how === "absent" || how === "deaf" ? { ready_within: "1s" } : {};
  const ran = await run(livekit(how, more), [BOB], ...limits);
  expect(ran.callers[0].reason).toContain(reason);
  expect(ran).toMatchObject({ code: 7, callers: [{ outcome: "agent_failed" }] });
});

test("a command that has the subcommand itself, as in Python, gets only the address", async () => {
  const { command } = livekit("well console");
  expect(await run({ command, livekit: "console" })).toMatchObject({ code: 0 });
});

test("its log is short, unless the test file says otherwise", async () => {
  const agent = { command: "echo logs at $LOG_LEVEL; exit 4 #", livekit: "console" };
  for (const [env, level] of [[{}, "info"] as const, [{ LOG_LEVEL: "debug" }, "debug"] as const])
    expect((await parley(["test"], { cwd: files.write({ ...agent, env }) })).stdout).toContain(
      `| logs at ${level}`,
    );
});

test("what a test file cannot say of it", async () => {
  const { command: _, ...without } = livekit("well");
  const missing = await parley(["test"], { cwd: files.write(without) });
  expect(missing.code).toBe(2);
  expect(missing.stderr).toContain("needs a command that runs the agent's file, without a subcommand");
  const given = [{ name: "Ana", given: [{ user: "Hi" }], expect: ["calls x"] }];
  const so_far = await parley(["test"], { cwd: files.write(livekit("well"), given) });
  expect(so_far.code).toBe(2);
  expect(so_far.stderr).toContain("an agent of LiveKit keeps the conversation itself");
});
