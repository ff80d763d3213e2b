import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { useCli } from "../support/cli.ts";
import { useConversation } from "../support/conversation.ts";
import { useRecorder } from "../support/recorder.ts";
import { runInTerminal } from "../support/terminal.ts";

const recorder = useRecorder();
const parley = useCli(recorder);
const played = useConversation(recorder);

const CTRL_C = "\x03";
const CTRL_D = "\x04";
const ALT_ENTER = "\x1b\r";

/** What a person sees who types `keys` each time the screen shows `after`. */
const talk = (...type: readonly (readonly [after: string, keys: string])[]) =>
  runInTerminal(parley, ["chat", "12", "--poll", "0.05", "--no-color"], {
    type: type.map(([after, keys]) => ({ after, keys })),
  });

describe("a person at a terminal", () => {
  test("sends lines and sees replies with their latency", async () => {
    played.replies.push("I want a refund", "1182");
    const { code, output } = await talk(
      ["agent> ", "Hello\r"],
      ["I want a refund", "Which order?\r"],
      ["caller> 1182", CTRL_D],
    );
    expect(played.messages()).toMatchObject([{ message: "Hello" }, { message: "Which order?" }]);
    expect(output).toContain("you are the agent in conversation 12");
    expect(output).toContain("reading replies from the transcript");
    expect(output).toContain("(the caller is typing…)");
    expect(output).toMatch(/caller> I want a refund {2}\(\d+\.\d s\)/);
    expect(code).toBe(0);
  });

  test("sees earlier messages", async () => {
    played.transcript.push(
      { role: "AGENT", message: "Clinic, hello", message_id: "a", start_offset_ms: 0 },
      { role: "USER", message: "Hi \x1b]0;owned\x07you", message_id: "b", start_offset_ms: 9 },
    );
    const { output } = await talk(["caller> ", CTRL_D]);
    expect(output).toContain(" 0:00.0  AGENT  Clinic, hello");
    expect(output).toContain("caller> Hi you");
    expect(output).not.toContain("\x1b]0;");
  });

  test("logs tools, stacks, flushes, asks who it is, and ends", async () => {
    played.tool_calls.push({ name: "book_slot", parameters: null, output: null, start_offset_ms: 1 });
    played.replies.push("Thanks");
    const { code, output } = await talk(
      ["agent> ", '/tool find_slot {"day":"Tuesday => noon"} => {"slot":"10:30"}\r'],
      ["logged find_slot", "/tool bo\t"],
      ["/tool book_slot ", "=> none\r"],
      ["=> none", "/stack One moment\r/flush\r"],
      ["caller> Thanks", "/who\r"],
      ["Wants a refund", "/history\r"],
      ["USER   Thanks", "/end Goodbye\r"],
    );
    expect(played.messages()).toMatchObject([
      {
        type: "tool_call",
        name: "find_slot",
        parameters: { day: "Tuesday => noon" },
        output: { slot: "10:30" },
      },
      { type: "tool_call", name: "book_slot", parameters: null, output: "none" },
      { message: "One moment", end_turn: false },
      { message: "" },
      { message: "Goodbye", end_conversation: true },
    ]);
    expect(output).toContain("Refund, angry");
    expect(output).toContain('tool   find_slot({"day":"Tuesday => noon"}) → {"slot":"10:30"}');
    expect(output).toContain("the conversation has ended");
    expect(code).toBe(0);
  });

  test('writes messages of several lines, between """ and with Alt-Enter', async () => {
    await talk(
      ["agent> ", '"""\r/one\r'],
      ["/one\r", 'two"""\r'],
      ['two"""', `three${ALT_ENTER}four\r`],
      ["four", CTRL_D],
    );
    expect(played.messages()).toMatchObject([{ message: "/one\ntwo" }, { message: "three\nfour" }]);
  });

  test("recalls a message of several lines as a whole", async () => {
    await talk(
      ["agent> ", '"""\r/one\r'],
      ["/one\r", 'two"""\r'],
      ['two"""', "last\r"],
      ["last", "\x1b[A\x1b[A\r"],
      ["two", CTRL_D],
    );
    expect(played.messages()).toMatchObject([
      { message: "/one\ntwo" },
      { message: "last" },
      { message: "/one\ntwo" },
    ]);
  });

  test("recalls it so even if the next message was typed ahead", async () => {
    await talk(
      ["agent> ", '"""\r/one\r'],
      ["  ...> ", 'two"""\rlast\r'],
      ["(the caller is typing…)", "\x1b[A\x1b[A"],
      ["two", `\r${CTRL_D}`],
    );
    expect(played.messages()).toMatchObject([
      { message: "/one\ntwo" },
      { message: "last" },
      { message: "/one\ntwo" },
    ]);
  });

  test("Ctrl-D right behind a line leaves once the line is sent, however slow the service is", async () => {
    const taken = { simulation_result_id: "12", status: "success", end_conversation: false };
    played.faults.push({ delay_ms: 500, body: taken });
    const { code, output } = await talk(["agent> ", `Hello\rAnd again\r${CTRL_D}`]);
    expect(played.messages()).toMatchObject([{ message: "Hello" }, { message: "And again" }]);
    expect(output).toContain("the conversation is still running");
    expect(code).toBe(0);
  });

  test("Ctrl-D within a message of several lines says that it was not sent", async () => {
    const { output } = await talk(["agent> ", '"""\rone\r'], ["  ...> ", CTRL_D]);
    expect(played.messages()).toEqual([]);
    expect(output).toContain("not sent: the message of several lines was not complete");
  });

  test("leaving with Ctrl-D says that the conversation continues", async () => {
    const { output } = await talk(["agent> ", CTRL_D]);
    // The terminal has 80 columns. A command stays on one line.
    expect(output.replaceAll("\r\n", "\n")).toContain(
      "the conversation is still running; `parley chat 12` continues it,\n  `parley sim end 12` ends it",
    );
  });

  test("Ctrl-C drops the line; twice more it asks, and yes ends the conversation", async () => {
    const { code, output } = await talk(
      ["agent> ", "never sent"],
      ["never sent", CTRL_C],
      ["agent> ", CTRL_C],
      ["press Ctrl-C again to leave", CTRL_C],
      ["and have it evaluated? [y/N]", "y\r"],
    );
    expect(played.messages()).toMatchObject([{ message: "", end_conversation: true }]);
    expect(output).toContain("the conversation has ended");
    expect(code).toBe(0);
  });

  test("no leaves the conversation open, and Ctrl-C instead of an answer is an interruption", async () => {
    const leaving = [
      ["agent> ", CTRL_C],
      ["press Ctrl-C again to leave", CTRL_C],
    ] as const;
    expect((await talk(...leaving, ["[y/N]", "\r"])).code).toBe(0);
    expect((await talk(...leaving, ["[y/N]", CTRL_C])).code).toBe(130);
    expect(played.messages()).toEqual([]);
  });

  test("an unsent message is sent again with /retry, with the same id", async () => {
    played.faults.push({ status: 500, body: { detail: "out of order" } });
    const { output } = await talk(
      ["agent> ", "Hello\r"],
      ["/retry sends the message again", "/retry\r/retry\r"],
      ["nothing to resend", CTRL_D],
    );
    const [first, second, ...more] = played.messages();
    expect(second).toEqual(first);
    expect(more).toEqual([]);
    expect(output).toContain("out of order");
  });

  test("a service that hangs does not prevent leaving", async () => {
    played.faults.push({ delay_ms: 60_000 });
    const { code } = await talk(
      ["agent> ", "Hello\r"],
      ["Hello", CTRL_C],
      ["press Ctrl-C again to leave", CTRL_C],
      ["[y/N]", CTRL_C],
    );
    expect(code).toBe(130);
  });

  test("an unknown command suggests the intended one, and nothing is sent", async () => {
    const { output } = await talk(
      ["agent> ", "/histroy\r"],
      ["did you mean history?", "/tool x {bad}\r"],
      ["not a valid JSON object: {bad}", "/save\r"],
      ["/save needs an argument", "//slash\r"],
      ["//slash", "/help\r"],
      ["/stack message", CTRL_D],
    );
    expect(played.messages()).toMatchObject([{ message: "/slash" }]);
    expect(output).toContain("Alt-Enter starts a new line");
  });

  test("a caller that hangs up ends it", async () => {
    played.replies.push("Bye");
    played.last = "Bye";
    const { code, output } = await talk(["agent> ", "Hello\r"]);
    expect(output).toContain("the conversation has ended (user_hung_up)");
    expect(code).toBe(0);
  });

  test("a line that comes too late says why the conversation is over, and leaves", async () => {
    const late = () => {
      played.ended_at = "2026-11-01T12:00:00Z";
      played.end_reason = "agent_unreachable";
      return "Hello\r";
    };
    const { code, output } = await runInTerminal(parley, ["chat", "12", "--poll", "3600", "--no-color"], {
      type: [{ after: "agent> ", keys: late }],
    });
    expect(code).toBe(0);
    expect(output).toContain("nothing answered at the agent's http_webhook (agent_unreachable)");
  });

  test("a reply does not touch the line that is being typed, however long it is", async () => {
    const long = "x".repeat(200);
    played.replies.push("First");
    await talk(
      ["agent> ", "Hello\r"],
      ["(the caller is typing…)", long],
      ["caller> First", `${long}\r`],
      ["xxxx", CTRL_D],
    );
    expect(played.messages().at(-1)).toMatchObject({ message: long + long });
  });

  test("lines are remembered for the agent, in a file of the person's own", async () => {
    await talk(["agent> ", "/help\r"], ["/stack message", "Remember me\r"], ["Remember me\r", CTRL_D]);
    const file = join(parley.home, ".local/share/parley/chat/history-101.json");
    expect(JSON.parse(readFileSync(file, "utf8")).slice(0, 2)).toEqual(["Remember me", "/help"]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    recorder.requests.length = 0;
    await talk(["agent> ", "\x1b[A\r"], ["Remember me", CTRL_D]);
    expect(played.messages()).toMatchObject([{ message: "Remember me" }]);
  });

  test("/save writes the transcript", async () => {
    await talk(["agent> ", "Hello\r/save talk.txt\r"], ["saved to talk.txt", CTRL_D]);
    expect(readFileSync(join(parley.home, "talk.txt"), "utf8")).toContain("AGENT  Hello");
  });
});
