import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { useProgram } from "../support/in-process.ts";
import { runInTerminal } from "../support/terminal.ts";
import { AGENTS, freePort } from "../support/testing.ts";

const parley = useProgram();
const folders: string[] = [];
let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "parley-init-"));
  folders.push(cwd);
});
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const written = (name: string) => readFileSync(join(cwd, name), "utf8");
const GOAL = "Wants to book a table for two";

test("an agent to begin with: the file runs at once, and fails once something is expected that it does not do", async () => {
  const made = await parley(["test", "--init", "--agent", "module", "--at", "agent.mjs", "--goal", GOAL], {
    cwd,
  });
  expect(made.stdout).toBe("file\tstate\nagent.parley.yaml\twritten\nagent.mjs\twritten\n");
  expect(made.stderr).toBe("next: `parley test agent.parley.yaml`\n");
  expect(await parley(["test"], { cwd })).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("1 passed"),
  });
  const red = written("agent.parley.yaml").replace("calls take_message", "never calls take_message");
  writeFileSync(join(cwd, "agent.parley.yaml"), red);
  expect(await parley(["test"], { cwd })).toMatchObject({
    code: 9,
    stdout: expect.stringContaining("✗ Ana"),
  });
});

test("each way to an agent of one's own", async () => {
  const init = async (name: string, ...args: string[]) => {
    const { code, stderr } = await parley(["test", "--init", name, "--goal", GOAL, ...args], { cwd });
    expect(stderr).toContain(`next: \`parley test ${name}\``);
    expect(code).toBe(0);
    return (await parley(["test", name], { cwd })).stdout;
  };
  const python = `python3 ${join(AGENTS, "order-desk.py")}`;
  expect(await init("lines.parley.yaml", "--agent", "stdio", "--at", python)).toMatch(
    /^lines\.parley\.yaml {2}python3 .*/,
  );
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/agent`;
  const http = [
    "--agent",
    "http",
    "--at",
    url,
    "--",
    "env",
    `AGENT_PORT=${port}`,
    "node",
    join(AGENTS, "order-desk.mjs"),
  ];
  expect(await init("desk.parley.yaml", ...http)).toMatch(
    /^desk\.parley\.yaml {2}env AGENT_PORT=.*\(ready in/,
  );
  expect(await init("away.parley.yaml", "--agent", "http", "--at", "http://127.0.0.1:9/")).toContain(
    "nothing listens at http://127.0.0.1:9/",
  );
  await init("chat.parley.yaml", "--agent", "chat", "--at", "https://api.example.invalid/v1", "--model", "m");
  expect(written("chat.parley.yaml")).toContain("api_key_env: OPENAI_API_KEY");
  await init("eleven.parley.yaml", "--agent", "elevenlabs", "--at", "agent_1");
  expect(written("eleven.parley.yaml")).toContain("agent_id: agent_1\n    api_key_env: ELEVENLABS_API_KEY\n");
  const talk = "ws://127.0.0.1:9/v1/convai/conversation";
  const at = ["--agent", "elevenlabs", "--at", talk, "--goal", GOAL];
  expect((await parley(["test", "--init", "other.parley.yaml", ...at], { cwd })).stderr).toContain(
    "must name the agent: …/v1/convai/conversation?agent_id=…",
  );
  expect(await init("own.parley.yaml", "--agent", "elevenlabs", "--at", `${talk}?agent_id=a`)).toContain(
    "nothing listens at",
  );
});

const PROMPT = `You are the front desk of a clinic.

- Always start with "Maple Street clinic".
- Never give medical advice.
`;
const tool = (name: string, description: string, ...names: string[]) => ({
  type: "function",
  function: {
    name,
    description,
    parameters: {
      type: "object",
      properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])),
      required: names,
    },
  },
});

test("a prompt and tools: callers and policies are drafted, and what only a person knows is left open", async () => {
  writeFileSync(join(cwd, "prompt.md"), PROMPT);
  const tools = [
    tool("book_appointment", "Book an appointment", "day", "full_name"),
    tool("cancel_appointment", "Cancel an appointment", "appointment_id"),
  ];
  writeFileSync(join(cwd, "tools.json"), JSON.stringify(tools));
  const flags = ["--agent", "chat", "--at", "http://127.0.0.1:9/v1", "--model", "m"];
  const texts = ["--prompt", "prompt.md", "--tools", "tools.json"];
  const made = await parley(["test", "--init", ...flags, ...texts], { cwd });
  expect(made.stdout).toContain("agent.policies.yaml\twritten");
  expect(made.stderr).toContain("1 caller with facts to fill in: see the end of agent.parley.yaml\n");
  expect(made.stderr).toContain("of the prompt without a caller, because only a judge can decide");
  expect(made.stderr).toContain(
    "1 policy of agent.policies.yaml is only proposed, so it fails nothing; to decide: `parley policies review agent.policies.yaml`\n",
  );
  const file = written("agent.parley.yaml");
  expect(file).toMatch(
    /- name: Book an appointment\n {6}intent: .*\n {6}goal:\n {8}tool: book_appointment\n/,
  );
  expect(file).toMatch(
    /^# {5}goal:\n# {7}tool: cancel_appointment\n# {7}facts:\n# {9}appointment_id: null$/m,
  );
  expect(file).toContain("tool_outputs:");
  expect(written("agent.policies.yaml")).toContain("Never give medical advice.");
  const listed = await parley(["test", "--list"], { cwd });
  expect(listed).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("pass when tool book_appointment called"),
  });
  expect(listed.stdout).not.toContain("cancel_appointment");
  const judged = { PARLEY_LLM_BASE_URL: "http://127.0.0.1:9/v1", PARLEY_LLM_MODEL: "m" };
  await parley(["test", "--init", "judged.parley.yaml", ...flags, ...texts], { cwd, env: judged });
  expect(written("judged.parley.yaml")).toContain("Never give medical advice.");
});

test("each goal has a caller, drafted from tools or not", async () => {
  const goals = ["Wants to book a table", "Wants to cancel a booking", "Asks for the opening hours"];
  const flags = ["--agent", "module", "--at", "agent.mjs", ...goals.flatMap((goal) => ["--goal", goal])];
  await parley(["test", "--init", ...flags], { cwd });
  const { stdout } = await parley(["test"], { cwd });
  expect(stdout).toContain("3 passed");
  for (const goal of goals) expect(written("agent.parley.yaml")).toContain(`intent: ${goal}\n`);
  writeFileSync(join(cwd, "tools.json"), JSON.stringify([tool("note", "Take a note", "words")]));
  const many = Array.from({ length: 12 }, (_, place) => [
    "--goal",
    `Wants a note about thing ${place}`,
  ]).flat();
  const drafted = ["--agent", "module", "--at", "agent.mjs", "--tools", "tools.json", ...many];
  await parley(["test", "--init", "notes.parley.yaml", ...drafted], { cwd });
  expect(written("notes.parley.yaml").match(/thing \d+/g)).toEqual(
    expect.arrayContaining(Array.from({ length: 12 }, (_, place) => `thing ${place}`)),
  );
});

test("a goal that no tool of the agent serves is named, with what to do about it", async () => {
  writeFileSync(join(cwd, "prompt.md"), PROMPT);
  writeFileSync(
    join(cwd, "tools.json"),
    JSON.stringify([tool("cancel_booking", "Cancel a booking", "reason")]),
  );
  const texts = ["--prompt", "prompt.md", "--tools", "tools.json"];
  const goals = ["--goal", "Cancel my booking", "--goal", "Play the piano"];
  const flags = ["--agent", "module", "--at", "agent.mjs"];
  const made = await parley(["test", "--init", ...flags, ...texts, ...goals], { cwd });
  expect(made.stderr).toContain(
    '1 goal without a caller, because no tool was found for it: "Play the piano". ' +
      'Name the tool behind the goal: --goal "Cancel the order (cancel_order)". ' +
      'What the prompt alone answers needs a caller with `expect`, such as `says "9.50"`\n',
  );
  expect(written("agent.parley.yaml")).toContain("Cancel my booking");
});

test("nothing is overwritten, and nothing is written by halves", async () => {
  const flags = ["--agent", "module", "--at", "agent.mjs", "--goal", GOAL];
  writeFileSync(join(cwd, "agent.parley.yaml"), "mine");
  const refused = await parley(["test", "--init", ...flags], { cwd });
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("the file already exists") });
  expect(written("agent.parley.yaml")).toBe("mine");
  expect(existsSync(join(cwd, "agent.mjs"))).toBe(false);
  writeFileSync(join(cwd, "agent.mjs"), "export default () => 'Hello.'");
  await parley(["test", "--init", "other.parley.yaml", ...flags], { cwd });
  expect(written("agent.mjs")).toBe("export default () => 'Hello.'");
});

test("a prompt that `parley test` would not read is refused before anything is written", async () => {
  const outside = join(mkdtempSync(join(tmpdir(), "parley-prompt-")), "prompt.md");
  folders.push(join(outside, ".."));
  writeFileSync(outside, "Take orders.");
  const given = ["--agent", "stdio", "--at", "node a.mjs", "--goal", GOAL, "--prompt", outside];
  const refused = await parley(["test", "--init", ...given], { cwd });
  expect(refused).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("move it there, or put a parley.yaml"),
  });
  expect(existsSync(join(cwd, "agent.parley.yaml"))).toBe(false);

  const file = `kind: Test\nagent: { command: node a.mjs, prompt: ${outside} }\ncallers: { list: [{ name: A, intent: B }] }\n`;
  writeFileSync(join(cwd, "own.parley.yaml"), file);
  expect(await parley(["test"], { cwd })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(
      "is outside the folder of the manifest; move it there, or put a parley.yaml",
    ),
  });
});

test("without a terminal, the flags that are missing are named at once", async () => {
  const { code, stderr } = await parley(["test", "--init"], { cwd });
  expect(stderr).toContain(
    "hint: pass --agent http|stdio|module|chat|livekit|pipecat|realtime|elevenlabs|websocket|twilio|telnyx|plivo|exotel|dial, --at <where>, --goal <text>",
  );
  expect(code).toBe(2);
  const refused = async (...args: string[]) => (await parley(["test", ...args], { cwd })).stderr;
  expect(await refused("--init", "--agent", "chat", "--at", "http://a/", "--goal", "x")).toContain(
    "pass --model <name>",
  );
  expect(await refused("--init", "x.yaml")).toContain("the name must end with .parley.yaml");
  expect(await refused("--init", "--agent", "http", "--at", "nowhere", "--goal", "x")).toContain(
    "must be an http or https URL",
  );
  expect(await refused("--goal", "x")).toContain("--goal needs --init");
});

test("an answer that cannot be right is asked for again", async () => {
  const { code, output } = await runInTerminal(parley, ["test", "--init", "again.parley.yaml"], {
    type: [
      { after: "How is your agent reached?", keys: "\r" },
      { after: "Its URL", keys: "localhost:9095\r" },
      { after: 'must be an http or https URL, not "localhost:9095"', keys: "\u0015http://localhost:9095/\r" },
      { after: "What does a caller want", keys: "\r" },
    ],
  });
  expect(output).toContain("next: `parley test again.parley.yaml`");
  expect(code).toBe(0);
  expect(readFileSync(join(parley.home, "again.parley.yaml"), "utf8")).toContain(
    "http: http://localhost:9095/\n",
  );
});

test("at a terminal, three questions", async () => {
  const { code, output } = await runInTerminal(parley, ["test", "--init", "asked.parley.yaml"], {
    type: [
      { after: "How is your agent reached?", keys: "\u001b[B\u001b[B\r" },
      { after: "Its file", keys: "\r" },
      { after: "What does a caller want", keys: "\r" },
    ],
  });
  expect(output).toContain("next: `parley test asked.parley.yaml`");
  expect(code).toBe(0);
  const file = readFileSync(join(parley.home, "asked.parley.yaml"), "utf8");
  expect(file).toContain("module: agent.mjs");
  expect(file).toContain("intent: Wants to know the opening hours");
});

test("if no drafted caller has all its facts, the file has them all, and no test passes before they are filled in", async () => {
  writeFileSync(
    join(cwd, "tools.json"),
    JSON.stringify([tool("cancel_visit", "Cancel a visit", "visit_id")]),
  );
  const flags = ["--agent", "http", "--at", "http://127.0.0.1:9/", "--tools", "tools.json"];
  const made = await parley(["test", "--init", ...flags, "--goal", "Cancel the visit (cancel_visit)"], {
    cwd,
  });
  expect(made.stderr).toContain("1 caller with facts to fill in: what is null in agent.parley.yaml\n");
  expect(written("agent.parley.yaml")).toMatch(
    /^ {2}list:\n {4}- name: Cancel the visit\n {6}intent: Cancel the visit\n {6}goal:\n {8}tool: cancel_visit\n {8}facts:\n {10}visit_id: null$/m,
  );
  const run = await parley(["test"], { cwd });
  expect(run).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('"Cancel the visit": visit_id. Give'),
  });
});
