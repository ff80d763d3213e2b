/** Test files with agents that callers speak with, as far as no call is made. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { useCli } from "../support/cli.ts";
import { useProgram } from "../support/in-process.ts";
import { useFolder } from "../support/testing.ts";

const parley = useCli();
const program = useProgram();
const files = useFolder();

const WITH = (agent: string, caller = "name: Bob, expect: [calls a]") => `kind: Test
agent: { ${agent} }
callers: { list: [{ ${caller} }] }
`;

test.each([
  [
    "a WebSocket without ws",
    WITH("websocket: 'http://a/'"),
    "desk.parley.yaml:2:21: agent.websocket: must be a URL with ws:// or wss://",
  ],
  [
    "a telephone without a URL",
    WITH("twilio: '+15005550006'"),
    "agent.twilio: must be a URL with http://, https://",
  ],
  [
    "a telephone and a webhook",
    WITH("http: 'http://a/', plivo: 'http://a/'"),
    "give http or plivo, not both",
  ],
  ["an agent that dials in without a command", WITH("dial: true"), "agent.dial: needs a command"],
  [
    "a password for an agent that writes",
    WITH("http: 'http://a/', websocket_password: secret"),
    "desk.parley.yaml:2:49: agent.websocket_password: only an agent that is called gets it, not one with http",
  ],
  [
    "a conversation before the call",
    WITH("websocket: 'ws://a/'", "name: Bob, given: [{ user: Hello. }]"),
    "desk.parley.yaml:3:39: callers.list.0.given: a call starts with its first word: this needs an agent with stdio, module or chat",
  ],
])("%s is a mistake with its place", async (_, yaml, said) => {
  const cwd = files.write({ http: "http://127.0.0.1:9/" });
  writeFileSync(join(cwd, "desk.parley.yaml"), yaml);
  const { code, stderr } = await program(["test"], { cwd });
  expect(stderr).toContain(said);
  expect(stderr).not.toContain("secret");
  expect(code).toBe(2);
});

test("a caller without a voice is refused before anything is called", async () => {
  const cwd = files.write({ websocket: "ws://127.0.0.1:9/" }, [
    { name: "Ana", intent: "Wants help.", language: "ja", expect: ["calls a"] },
  ]);
  const { code, stderr } = await parley(["test"], { cwd });
  expect(stderr).toContain("Ana cannot speak: ");
  expect(stderr).toContain("hint: no caller was run");
  expect(code).toBe(2);
});

test("an agent that does not dial in is named with its last lines", async () => {
  const agent = { command: "echo no microphone; exit 3", dial: true };
  const cwd = files.write(agent, [{ name: "Ana", intent: "Wants help.", expect: ["calls a"] }]);
  const { code, stdout } = await parley(["test"], { cwd });
  expect(stdout).toMatch(
    /! Ana: the agent exited with code 3 after [\d.]+ s before it connected to PARLEY_DIAL_URL\n/,
  );
  expect(stdout).toContain("| no microphone\n");
  expect(code).toBe(7);
  const refused = `curl -s -u $TWILIO_ACCOUNT_SID:$TWILIO_AUTH_TOKEN $PARLEY_BASE_URL/2010-04-01/Accounts/$TWILIO_ACCOUNT_SID/Calls.json -d Url=http://127.0.0.1:9/`;
  const wrong = files.write(
    { command: `${refused} -d From=me --data-urlencode To=+14155559999; exit 3`, dial: "twilio" },
    [{ name: "Ana", intent: "Wants help.", expect: ["calls a"] }],
  );
  const called = await parley(["test"], { cwd: wrong });
  expect(called.stdout).toMatch(
    /! Ana: the agent exited with code 3 after [\d.]+ s before it created its call at PARLEY_BASE_URL; its request was refused: Nobody answers \+14155559999: the caller has \+15005550006, as PARLEY_DIAL_NUMBER says\n/,
  );
  expect(called.stdout).toContain('| {"code":21214,');
  expect(called.code).toBe(7);
  const late = files.write({ command: "sleep 60", dial: true, ready_within: "1s" }, [
    { name: "Ana", intent: "Wants help.", expect: ["calls a"] },
  ]);
  const waited = await parley(["test"], { cwd: late });
  expect(waited.stdout).toContain("! Ana: the agent did not connect to PARLEY_DIAL_URL within 1.0 s\n");
  expect(waited.code).toBe(7);
});

test("--service says what to use instead", async () => {
  const cwd = files.write({ websocket: "ws://127.0.0.1:9/" }, [{ name: "Ana", expect: ["calls a"] }]);
  const env = { PARLEY_BASE_URL: "http://127.0.0.1:9", PARLEY_API_KEY: "pk_local_none" };
  const { code, stderr } = await parley(["test", "--service"], { cwd, env });
  expect(stderr).toContain("the service in use calls agents itself");
  expect(stderr).toContain("`parley dh apply -f`");
  expect(code).toBe(2);
});

test("--init writes a file for each way to call an agent", async () => {
  const cwd = files.write({ http: "http://127.0.0.1:9/" });
  const init = (way: string, at: string, ...words: string[]) =>
    parley(
      ["test", "--init", `${way}.parley.yaml`, "--agent", way, "--at", at, "--goal", "Wants help", ...words],
      {
        cwd,
      },
    );
  const written = (way: string) => readFileSync(join(cwd, `${way}.parley.yaml`), "utf8");
  expect(await init("websocket", "ws://127.0.0.1:9098/", "--", "node", "agent.mjs")).toMatchObject({
    code: 0,
  });
  expect(written("websocket")).toMatch(/^agent:\n {2}command: node agent\.mjs\n {2}websocket: ws:\/\/127/m);
  for (const way of ["twilio", "telnyx", "plivo", "exotel"]) {
    expect(await init(way, "http://127.0.0.1:5050/voice")).toMatchObject({ code: 0 });
    expect(written(way)).toMatch(new RegExp(`^agent:\\n {2}${way}: http:`, "m"));
  }
  expect(await init("dial", "python3 agent.py")).toMatchObject({ code: 0 });
  expect(written("dial")).toMatch(/^agent:\n {2}command: python3 agent\.py\n {2}dial: true$/m);
  const made = ["websocket", "twilio", "telnyx", "plivo", "exotel", "dial"].map(
    (way) => `${way}.parley.yaml`,
  );
  const validated = await parley(["validate", ...made], { cwd });
  expect(validated.stderr).toBe("");
  expect(validated.code).toBe(0);
  const wrong = await init("websocket", "http://127.0.0.1/");
  expect(wrong.code).toBe(2);
});
