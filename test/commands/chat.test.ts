import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { useConversation } from "../support/conversation.ts";
import { useProgram } from "../support/in-process.ts";
import { useRecorder } from "../support/recorder.ts";
import { watch } from "../support/webhooks.ts";

const recorder = useRecorder();
const parley = useProgram(recorder);
const played = useConversation(recorder);

const FAST = ["--poll", "0.05", "--wait", "20"];
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const linesOf = (text: string) =>
  text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

describe("parley chat", () => {
  test("sends each line with its own id after the previous one has its reply; skips blank lines", async () => {
    played.replies.push("Hi, I want a refund", "Order 1182");
    const { code, stdout, stderr } = await parley(["chat", "12", ...FAST], {
      stdin: "Hello\n\n  \r\nWhich order?",
    });
    expect(played.messages()).toEqual([
      { simulation_result_id: "12", message: "Hello", message_id: expect.stringMatching(UUID) },
      { simulation_result_id: "12", message: "Which order?", message_id: expect.stringMatching(UUID) },
    ]);
    const ids = played.transcript.map(({ message_id }) => message_id);
    expect(new Set(ids).size).toBe(4);
    expect(stdout).toBe(
      [
        "role\tmessage\tmessage_id",
        `AGENT\tHello\t${ids[0]}`,
        `USER\tHi, I want a refund\t${ids[1]}`,
        `AGENT\tWhich order?\t${ids[2]}`,
        `USER\tOrder 1182\t${ids[3]}\n`,
      ].join("\n"),
    );
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: "reading replies from the transcript every 0.05 s\n",
    });
  });

  test("a line that is an object has the fields of the endpoint", async () => {
    const call = { type: "tool_call", name: "find_slot", parameters: { day: "Tuesday" }, output: ["10:30"] };
    const { stdout } = await parley(["chat", "12", ...FAST], { stdin: `${JSON.stringify(call)}\n` });
    expect(played.messages()).toEqual([
      { ...call, simulation_result_id: "12", message_id: expect.stringMatching(UUID) },
    ]);
    expect(stdout).toContain('tool\tfind_slot({"day":"Tuesday"}) → ["10:30"]\t');
  });

  test("prints a line of JSON for all that happens: the service's answer, the reply, the end", async () => {
    played.replies.push("Bye \x1b]0;owned\x07");
    const { code, stdout, stderr } = await parley(["chat", "12", ...FAST, "--end", "-o", "jsonl"], {
      stdin: "Goodbye\n",
    });
    const [agents, callers] = played.transcript.map(({ message_id }) => message_id);
    expect(linesOf(stdout)).toEqual([
      {
        event: "sent",
        simulation_result_id: "12",
        message: "Goodbye",
        message_id: agents,
        status: "success",
        end_conversation: false,
      },
      {
        event: "reply",
        message: "Bye \x1b]0;owned\x07",
        message_id: callers,
        end_conversation: false,
        latency_ms: expect.any(Number),
      },
      expect.objectContaining({ event: "sent", message: "", end_conversation: true }),
      { event: "ended", reason: "user_hung_up" },
    ]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  });

  test("--json is the same, and one document a line can be queried", async () => {
    const { stdout } = await parley(["chat", "12", "--wait", "0", "--json", "--query", "status"], {
      stdin: "a\n",
    });
    expect(stdout).toBe('"success"\n');
  });

  test("a conversation that the caller ends ends the command, though more could come", async () => {
    played.replies.push("I am off");
    played.last = "I am off";
    const child = parley.start(["chat", "12", ...FAST]);
    const { ended, printed } = watch(child);
    child.stdin?.write("Hello\n");
    expect(await ended).toBe(0);
    expect(printed.stdout).toContain("USER\tI am off\t");
    expect(printed.stderr).toContain("the conversation has ended (user_hung_up)");
  });

  test("earlier messages of the caller are given first, and the first line answers them", async () => {
    played.transcript.push(
      { role: "AGENT", message: "Hello", message_id: "m1", start_offset_ms: 0 },
      { role: "USER", message: "Is anyone there?", message_id: "m2", start_offset_ms: 9 },
    );
    const { stdout } = await parley(["chat", "12", ...FAST, "--wait", "0", "-o", "jsonl"], {
      stdin: "Yes\n",
    });
    expect(linesOf(stdout)).toMatchObject([
      { event: "reply", message: "Is anyone there?", message_id: "m2", latency_ms: null },
      { event: "sent", message: "Yes" },
    ]);
  });

  test("warns of the agent's own webhook: a message that it does not take ends the conversation", async () => {
    played.agent.http_webhook = "http://127.0.0.1:1/agent";
    const { stderr } = await parley(["chat", "12", "--wait", "0"]);
    expect(stderr).toContain("messages also go to http://127.0.0.1:1/agent");
  });

  test("a stacked message has no reply to wait for", async () => {
    played.replies.push("All right");
    const stacked = JSON.stringify({ message: "One moment", end_turn: false });
    const { stdout } = await parley(["chat", "12", ...FAST, "-o", "jsonl"], {
      stdin: `${stacked}\nHere it is\n`,
    });
    expect(linesOf(stdout)).toMatchObject([
      { message: "One moment" },
      { message: "Here it is" },
      { message: "All right" },
    ]);
  });

  test("a line is sent when it comes, not when the input ends", async () => {
    const child = parley.start(["chat", "12", ...FAST, "--wait", "0", "--json"]);
    child.stdin?.write("Hello\n");
    const [answer] = await once(child.stdout as NodeJS.ReadableStream, "data");
    expect(JSON.parse(String(answer))).toMatchObject({ event: "sent", message: "Hello" });
    child.stdin?.end();
    expect((await once(child, "close"))[0]).toBe(0);
  });

  test("Ctrl-C while it waits for a line, or for a reply, ends it with 130", async () => {
    for (const input of ["", "Hello\n"]) {
      const child = parley.start(["chat", "12", ...FAST]);
      const { ended, shows } = watch(child);
      child.stdin?.write(input);
      await shows(input ? "stdout" : "stderr", input ? /Hello/ : /reading replies/);
      child.kill("SIGINT");
      expect(await ended).toBe(130);
    }
  });

  test.each([
    ["a 503", { status: 503, headers: { "retry-after": "0" } }],
    ["a connection that breaks", { reset: true as const }],
  ])("a message is sent again after %s, with the same id", async (_, fault) => {
    played.faults.push(fault);
    const { code } = await parley(["chat", "12", ...FAST, "--wait", "0"], { stdin: "Hello\n" });
    const [first, second, ...more] = played.messages();
    expect(second).toEqual(first);
    expect({ code, more }).toEqual({ code: 0, more: [] });
  });

  test("a service without transcripts takes messages, and waits for no reply", async () => {
    recorder.answer(({ method, path }) =>
      method === "GET"
        ? { status: 404, body: { detail: `no route ${method} ${path}` } }
        : { body: { simulation_result_id: "12", status: "success", end_conversation: false } },
    );
    const { code, stderr } = await parley(["chat", "12", "--transcript", "heard.txt"], { stdin: "a\nb\n" });
    expect(readFileSync(join(parley.home, "heard.txt"), "utf8")).toMatch(/AGENT {2}a\n.*AGENT {2}b\n/);
    expect(played.messages()).toMatchObject([{ message: "a" }, { message: "b" }]);
    expect(stderr).toContain("no transcript to read replies from; use --listen to receive them");
    expect(code).toBe(0);
  });

  test("a transcript that cannot be read for a while is reported once, and replies still arrive", async () => {
    let failures = 2;
    recorder.answer(({ method, path, body }) => {
      if (path.includes("simulation-result") && recorder.requests.length > 1 && failures-- > 0)
        return { status: 400, body: { detail: "not now" } };
      const transcript =
        failures < 0 ? [{ role: "USER", message: "Back", message_id: "m", start_offset_ms: 1 }] : [];
      if (method === "GET")
        return { body: { simulation_result: { id: 12, transcript, tool_calls: [] }, status: "200" } };
      return {
        body: { simulation_result_id: "12", status: "success", end_conversation: body.end_conversation },
      };
    });
    const { stdout, stderr } = await parley(["chat", "12", ...FAST], { stdin: "Hello\n" });
    expect(stdout).toContain("USER\tBack\tm");
    expect(stderr.match(/cannot read replies: not now/g)).toHaveLength(1);
  });
});

describe("--transcript", () => {
  test("writes the transcript as text, or as a file that evaluate accepts", async () => {
    played.replies.push("Hi\nthere");
    const call = JSON.stringify({ type: "tool_call", name: "greet", output: 1 });
    for (const file of ["talk.txt", "talk.json"])
      await parley(["chat", "12", ...FAST, "--transcript", file], {
        stdin: file === "talk.txt" ? `Hello\n${call}\n` : "",
      });
    expect(readFileSync(join(parley.home, "talk.txt"), "utf8")).toBe(
      [
        " 0:00.0  AGENT  Hello",
        " 0:00.1  USER   Hi",
        "                there",
        " 0:00.2  tool   greet() → 1\n",
      ].join("\n"),
    );
    expect(JSON.parse(readFileSync(join(parley.home, "talk.json"), "utf8")).transcript).toEqual([
      { start_offset_ms: 0, speaker: "AGENT", utterance: "Hello" },
      { start_offset_ms: 100, speaker: "USER", utterance: "Hi\nthere" },
    ]);
    const submission = [
      "evaluate",
      "--agent",
      "101",
      "--start-time",
      "2026-11-01T12:00:00Z",
      "--dry-run",
      "--json",
    ];
    const { json } = await parley([...submission, "--transcript", "talk.json"]);
    expect(json.body).toMatchObject({
      transcript: { length: 2 },
      tool_calls: [{ name: "greet", output: 1 }],
    });
  });

  test("is written after Ctrl-C too", async () => {
    const child = parley.start(["chat", "12", ...FAST, "--transcript", "cut.txt"]);
    const { ended, shows } = watch(child);
    child.stdin?.write("Hello\n");
    await shows("stdout", /Hello/);
    child.kill("SIGINT");
    expect(await ended).toBe(130);
    expect(readFileSync(join(parley.home, "cut.txt"), "utf8")).toMatch(/AGENT {2}Hello/);
  });
});

describe("parley chat refuses", () => {
  test("a line that the service refuses ends it with that exit code; what follows is not sent", async () => {
    played.faults.push({ body: { simulation_result_id: "12", status: "success", end_conversation: false } });
    played.faults.push({ status: 409, body: { detail: "conversation 12 has ended" } });
    const { code, stdout, stderr } = await parley(["chat", "12", "--wait", "0", "--json"], {
      stdin: "a\nb\nc\n",
    });
    const { error } = JSON.parse(stderr);
    expect(error).toMatchObject({ code: "conflict", message: "conversation 12 has ended" });
    expect(error.request).toEqual({ method: "POST", path: "/v1/send-http-text-message" });
    expect(linesOf(stdout)).toHaveLength(1);
    expect({ code, sent: played.messages().length }).toEqual({ code: 6, sent: 2 });
  });

  test("a conversation that is over before it begins", async () => {
    played.ended_at = "2026-11-01T12:00:00Z";
    const { code, stderr } = await parley(["chat", "12"], { stdin: "a\n" });
    expect(stderr).toContain("conversation 12 has ended (user_hung_up)");
    expect({ code, sent: played.messages() }).toEqual({ code: 6, sent: [] });
  });

  test("a conversation that ended because the agent did not accept messages, and says what to do", async () => {
    played.ended_at = "2026-11-01T12:00:00Z";
    played.end_reason = "agent_unreachable";
    const { stderr } = await parley(["chat", "12"], { stdin: "a\n" });
    expect(stderr).toContain("`parley agents update 101 --unset http_webhook` disconnects it");
  });

  test("a line that begins like an object and is not one", async () => {
    const { code, stderr } = await parley(["chat", "12"], { stdin: "{oops\n" });
    expect(stderr).toContain("not a valid JSON object");
    expect({ code, sent: played.messages() }).toEqual({ code: 2, sent: [] });
  });

  test("standard input that would be the key and the messages", async () => {
    const { code, stderr } = await parley(["chat", "12", "--api-key-stdin"], { stdin: "key\n" });
    expect(stderr).toContain("standard input cannot carry both the API key and the messages");
    expect({ code, sent: recorder.requests }).toEqual({ code: 2, sent: [] });
  });

  test.each([
    [["--script", "a.yaml", "--bot", "b"], "--script, --bot and --bot-url cannot be used together"],
    [["--bot", "b", "--dry-run"], "--dry-run cannot show what a bot would say"],
    [["--bot-url", "nope"], "must be an http or https URL"],
    [["--listen", "nope"], "must be host:port"],
  ])("%j", async (args, message) => {
    const { code, stderr } = await parley(["chat", "12", ...args]);
    expect(stderr).toContain(message);
    expect({ code, sent: recorder.requests }).toEqual({ code: 2, sent: [] });
  });

  test("nothing under --dry-run, which shows every message and sends none", async () => {
    const { code, json } = await parley(["chat", "12", "--end", "--dry-run", "--json"], { stdin: "Hello\n" });
    expect(json).toMatchObject([
      { method: "POST", body: { simulation_result_id: "12", message: "Hello" } },
      { method: "POST", body: { simulation_result_id: "12", message: "", end_conversation: true } },
    ]);
    expect({ code, sent: recorder.requests }).toEqual({ code: 0, sent: [] });
  });
});
