/** Agents of LiveKit that callers speak with, in real time. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { useCli } from "../support/cli.ts";
import { agentWords, BOB, useFolder, wasCut } from "../support/testing.ts";

const parley = useCli();
const files = useFolder();
const SUPPORT = join(import.meta.dirname, "../support");
const AGENT = join(SUPPORT, "livekit-voice.mjs");

const livekit = (how: string, more: object = {}) => ({
  command: `node ${AGENT} ${how}`,
  livekit: "console",
  voice: true,
  ...more,
});

async function run(agent: object, caller: object = BOB) {
  const { code, json } = await parley(["test", "--json"], { cwd: files.write(agent, [caller]) });
  return { code, caller: json.files[0].callers[0] };
}

describe.concurrent("a call", { timeout: 300_000 }, () => {
  test("has what the agent says, when it was heard, and its calls of tools with results", async () => {
    const expected = ["calls issue_refund once", 'says "confirmed"', "response_latency.p95 < 10s"];
    const { code, caller } = await run(livekit("well"), { ...BOB, expect: expected });
    expect(caller).toMatchObject({ outcome: "passed" });
    expect(agentWords(caller)).toEqual([
      "Hello, this is the order desk.",
      "May I have your order number?",
      "I've refunded your order. It is confirmed.",
      "You're welcome. Goodbye.",
    ]);
    const [lookup, refund] = caller.tool_calls;
    expect(lookup).toMatchObject({
      name: "lookup_order",
      parameters: { order: "1182" },
      output: { found: true },
    });
    expect(refund).toMatchObject({ name: "issue_refund", output: { ok: true } });
    // The agent sends its sound at once, and is heard in real time: it greets, and the caller waits for the end.
    const [greeting, answer] = caller.transcript;
    expect(answer.start_offset_ms - greeting.start_offset_ms).toBeGreaterThan(1500);
    expect(code).toBe(0);
  });

  test("leaves the floor to an agent that works between two sentences", async () => {
    const { caller } = await run(livekit("looks"));
    expect(agentWords(caller)).toContain("Let me check. I've refunded your order. It is confirmed.");
    expect(caller).toMatchObject({ outcome: "passed" });
  });

  test("stops where the agent is interrupted, and has only the words that were heard", async () => {
    const { caller } = await run(livekit("long"), { ...BOB, interruptions: { type: "high" } });
    // The agent stops, and names all that it wanted to say.
    expect(wasCut(caller)).toBe(true);
  });

  test("that the agent ends is over, with what was said until then", async () => {
    const { caller } = await run(livekit("ends"));
    expect(caller).toMatchObject({ outcome: "failed", end_reason: "hung_up_by_agent" });
    expect(agentWords(caller)).toEqual(["Hello, this is the order desk."]);
  });

  test("has hand-offs, and calls of tools in which the agent hangs up", async () => {
    const { caller } = await run(livekit("drops"), { ...BOB, expect: ["never calls issue_refund"] });
    expect(caller).toMatchObject({
      outcome: "failed",
      end_reason: "hung_up_by_agent",
      tool_calls: [{ name: "issue_refund", output: null }],
      events: [{ title: "agent_handoff", metadata: { old_agent_id: "greeter", new_agent_id: "refunds" } }],
    });
  });

  test.each([
    ["dies", {}, /^the agent exited with code 3 after [\d.]+ s, in the middle of the call$/],
    ["fails", {}, /^the agent reports an error: the model answered 401, in the middle of the call$/],
    [
      "garbles",
      {},
      /^the agent sent something else: a message has 1213486160 bytes, in the middle of the call$/,
    ],
    ["mute", {}, /^the agent stopped answering$/],
    [
      "absent",
      { command: "sleep 60 #", ready_within: "1s" },
      /^the agent's console did not connect within 1.0 s$/,
    ],
    [
      "broken",
      { command: "exit 4 #" },
      /^the agent exited with code 4 after [\d.]+ s, instead of answering$/,
    ],
  ])("%s: named, and never a failed expectation", async (how, more, reason) => {
    const { code, caller } = await run(livekit(how, more), { ...BOB, silence_timeout: 15 });
    expect(caller.reason).toMatch(reason);
    expect(caller.outcome).toBe("agent_failed");
    expect(code).toBe(7);
  });
});

test("what a test file cannot say of it", async () => {
  const other = await parley(["test"], { cwd: files.write({ http: "http://127.0.0.1:9/", voice: true }) });
  expect(other.stderr).toContain(
    "agent.voice: only an agent with livekit, pipecat, realtime or elevenlabs needs it, not one with http",
  );
  const secret = await parley(["test"], { cwd: files.write(livekit("well", { websocket_password: "s" })) });
  expect(secret.stderr).toContain("only an agent that is called gets it, not one with livekit");
  expect([other.code, secret.code]).toEqual([2, 2]);
});
