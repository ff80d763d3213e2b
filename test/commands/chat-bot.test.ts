import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { useConversation } from "../support/conversation.ts";
import { useProgram } from "../support/in-process.ts";
import { useRecorder } from "../support/recorder.ts";
import { watch } from "../support/webhooks.ts";

const recorder = useRecorder();
const parley = useProgram(recorder);
const played = useConversation(recorder);
const FAST = ["--poll", "0.05", "--json"];

/** A command line that runs a Node program. */
function program(source: string): string {
  writeFileSync(join(parley.home, "bot.mjs"), source);
  return `"${process.execPath}" bot.mjs`;
}

const talk = (source: string, ...flags: string[]) =>
  parley(["chat", "12", "--bot", program(source), ...FAST, ...flags]);

describe("parley chat --bot", () => {
  test("gives a program each reply as a line of JSON, and sends each line that it writes", async () => {
    played.replies.push("A refund, please", "1182");
    played.last = "1182";
    const { code, stdout, stderr } = await talk(`
      import { createInterface } from "node:readline";
      console.log("Hello");
      for await (const line of createInterface({ input: process.stdin })) {
        const { simulation_result_id, message, message_id, end_conversation } = JSON.parse(line);
        console.error("got", simulation_result_id, message, typeof message_id, end_conversation);
        if (message === "1182") continue;
        console.log(JSON.stringify({ type: "tool_call", name: "look_up", output: 1 }));
        console.log(JSON.stringify({ message: "One moment", end_turn: false }));
        console.log("Which order?");
      }`);
    expect(played.messages()).toMatchObject([
      { message: "Hello" },
      { type: "tool_call", name: "look_up", output: 1 },
      { message: "One moment", end_turn: false },
      { message: "Which order?" },
    ]);
    expect(new Set(played.messages().map(({ message_id }) => message_id)).size).toBe(4);
    expect(stderr).toContain("got 12 A refund, please string false\n");
    expect(stdout.trim().split("\n")).toHaveLength(7);
    expect(code).toBe(0);
  });

  test("a bot may end the conversation", async () => {
    const { code } = await talk(
      `console.log('{"message":"Bye","end_conversation":true}'); setInterval(() => {}, 1000);`,
    );
    expect(played.messages()).toMatchObject([{ message: "Bye", end_conversation: true }]);
    expect(code).toBe(0);
  });

  test.each([
    ["process.exit(3)", "the bot exited with code 3"],
    ["process.kill(process.pid, 'SIGKILL')", /^the bot (was stopped by SIGKILL|exited with code 137)$/],
    ["console.log('{broken')", "cannot send the bot's answer: not a valid JSON object"],
  ])("a bot that does %s is reported", async (source, message) => {
    const { code, stderr } = await talk(source);
    // The shell may print something first.
    const { error } = JSON.parse(stderr.trim().split("\n").at(-1) ?? "");
    expect(error.message).toMatch(message);
    expect(code).toBe(1);
  });

  test("what a dying bot has said is sent all the same", async () => {
    const { code } = await talk(`console.log("a"); console.log("b"); process.exitCode = 1;`);
    expect(played.messages()).toMatchObject([{ message: "a" }, { message: "b" }]);
    expect(code).toBe(1);
  });

  test("a bot that ends well leaves the conversation open, or ended with --end", async () => {
    expect((await talk("")).code).toBe(0);
    expect(played.messages()).toEqual([]);
    expect((await talk("", "--end")).code).toBe(0);
    expect(played.messages()).toMatchObject([{ end_conversation: true }]);
  });

  test("a bot that floods is sent in order, and none is lost", async () => {
    const { code } = await talk(`for (let i = 0; i < 200; i++) console.log("n" + i);`);
    expect(played.messages().map(({ message }) => message)).toEqual(
      Array.from({ length: 200 }, (_, i) => `n${i}`),
    );
    expect(code).toBe(0);
  });

  test("Ctrl-C ends the bot too", async () => {
    const child = parley.start([
      "chat",
      "12",
      "--bot",
      program("console.log('Hello'); setInterval(() => {}, 1000);"),
      ...FAST,
    ]);
    const { ended, shows } = watch(child);
    await shows("stdout", /Hello/);
    child.kill("SIGINT");
    expect(await ended).toBe(130);
  });
});

describe("parley chat --bot-url", () => {
  const answers: { readonly status: number; readonly text: string }[] = [];
  const asked: unknown[] = [];
  const bot = createServer(async (request, response) => {
    asked.push(JSON.parse((await request.toArray()).join("")));
    const { status, text } = answers.shift() ?? { status: 204, text: "" };
    response.writeHead(status).end(text);
  }).listen(0, "127.0.0.1");
  const url = () => `http://127.0.0.1:${(bot.address() as AddressInfo).port}/bot`;
  afterEach(() => {
    answers.length = 0;
    asked.length = 0;
  });

  test("asks for the first word, posts each reply, and sends the answers", async () => {
    played.replies.push("A refund");
    answers.push(
      { status: 200, text: "Hello\n" },
      {
        status: 200,
        text: '{"type":"tool_call","name":"look_up"}\n{"message":"Done","end_conversation":true}\n',
      },
    );
    const { code } = await parley(["chat", "12", "--bot-url", url(), ...FAST]);
    expect(asked).toEqual([
      { simulation_result_id: "12", message: "", message_id: null, end_conversation: false },
      {
        simulation_result_id: "12",
        message: "A refund",
        message_id: expect.any(String),
        end_conversation: false,
      },
    ]);
    expect(played.messages()).toMatchObject([
      { message: "Hello" },
      { type: "tool_call", name: "look_up" },
      { message: "Done", end_conversation: true },
    ]);
    expect(code).toBe(0);
  });

  test("what has happened is sent at its place, and ends no turn", async () => {
    const happened = { events: [{ title: "agent_handoff" }] };
    const lines = [{ message: "One moment." }, happened, { message: "Bye", end_conversation: true }];
    answers.push({ status: 200, text: lines.map((line) => JSON.stringify(line)).join("\n") });
    const { code } = await parley(["chat", "12", "--bot-url", url(), ...FAST]);
    expect(played.messages()).toMatchObject([
      { message: "One moment.", end_turn: false },
      { message: "", end_turn: false, ...happened },
      { message: "Bye", end_conversation: true },
    ]);
    expect(code).toBe(0);
  });

  test("an object may be broken into lines; what waits already is answered first", async () => {
    await played.speak("Anyone?");
    answers.push({ status: 200, text: '{\n  "message": "Yes",\n  "end_conversation": true\n}\n' });
    await parley(["chat", "12", "--bot-url", url(), ...FAST]);
    expect(asked).toMatchObject([{ message: "Anyone?" }]);
    expect(played.messages()).toMatchObject([{ message: "Yes", end_conversation: true }]);
  });

  test("a bot that fails is reported", async () => {
    answers.push({ status: 500, text: "" });
    const failed = await parley(["chat", "12", "--bot-url", url(), ...FAST]);
    expect(JSON.parse(failed.stderr).error.message).toBe("the bot answered 500");
    const gone = await parley(["chat", "12", "--bot-url", "http://127.0.0.1:1/", ...FAST]);
    expect(JSON.parse(gone.stderr).error.message).toBe("cannot reach the bot: bad port");
    expect([failed.code, gone.code]).toEqual([1, 7]);
  });
});
