import { randomUUID } from "node:crypto";
import { farewell, type Message, toMessage } from "../../chat/message.ts";
import type { Context } from "../../context.ts";
import { usage } from "../../failure.ts";
import { readLines } from "../../terminal/lines.ts";
import { agentOption } from "../agent-option.ts";
import { arg, defineCommand, flag, option } from "../command.ts";
import { numberBetween } from "../parsers.ts";
import { httpUrl } from "../url.ts";
import { address, keyFromEnvironment, signatureHeaders, signatureOptions } from "../webhook-key.ts";
import { requireWritable } from "../writable.ts";
import { type Joined, join } from "./join.ts";
import { createTeller } from "./print.ts";

export const command = defineCommand({
  about:
    "At a terminal you are the agent: each line is a message, and /help lists the commands. Otherwise each line of standard " +
    "input is a message, or a JSON object with the fields of POST /v1/send-http-text-message; a script or a bot can " +
    "take its place. Each turn waits for the digital human's reply to the one before. Replies are read " +
    "from the transcript; with --listen they arrive at a temporary webhook of the agent, and its old one " +
    "is restored at the end. Every message has a message_id, so that a message sent twice counts once. With --json or " +
    "-o jsonl, prints one JSON object per line: {event: sent, …}, {event: reply, message, latency_ms, …}, {event: ended, reason}. " +
    "When the input, the script or the bot ends, the conversation stays open unless --end is given.",
  args: {
    simulation_result_id: arg(
      "<simulation-result-id>",
      "id of the conversation, printed by `parley sim start`",
    ),
  },
  options: {
    end: flag("--end", "end the conversation afterwards and have it evaluated"),
    script: option(
      "--script <file>",
      "a manifest of kind Script is the agent; exit code 9 if an expectation is not met",
    ),
    bot: option(
      "--bot <command>",
      "a program is the agent: it reads each reply as a line of JSON, and each line it writes is sent",
    ),
    bot_url: option(
      "--bot-url <url>",
      "the same over HTTP: replies are POSTed, and its answers are sent",
      httpUrl,
    ),
    wait: option(
      "--wait <seconds>",
      "how long to wait for the reply to a turn before sending the next",
      numberBetween(0, 86_400),
      30,
    ),
    transcript: option(
      "--transcript <file>",
      "write the transcript at the end; use .json for `parley evaluate --transcript`",
    ),
    poll: option(
      "--poll <seconds>",
      "time between two reads of the transcript",
      numberBetween(0.05, 3600),
      1,
    ),
    listen: option(
      "--listen <host:port>",
      "receive replies by webhook at this address; port 0 picks a free one",
      address,
    ),
    public_url: option(
      "--public-url <url>",
      "URL at which the service reaches --listen, if it is not on this machine",
      httpUrl,
    ),
    agent: agentOption,
    ...signatureOptions,
  },
  examples: [
    ["parley chat 12", "speak as the agent; Ctrl-D leaves"],
    ["parley chat 12 --listen 127.0.0.1:9099", "the same, with replies by webhook"],
    [
      "printf 'Hello, clinic speaking\\n' | parley chat 12 --end --json",
      "one message, its reply, then the end",
    ],
    ["parley chat 12 --script greeting.yaml --transcript greeting.json", "a test of the digital human"],
    ["parley chat 12 --bot 'python3 agent.py' --end", "a program as the agent"],
  ],
  async run(context, input) {
    checkInput(context, input);
    const steps = input.script === undefined ? undefined : await readSteps(context, input.script);
    const webhook = input.listen && {
      address: input.listen,
      public_url: input.public_url?.href,
      agent: input.agent,
      key: keyFromEnvironment(context, input.secret_env),
      signature_headers: signatureHeaders(input.signature_headers),
    };
    const { simulation_result_id, poll, end, transcript } = input;
    if (transcript !== undefined)
      await requireWritable(context, [
        { option: `--transcript ${transcript}`, file: transcript, what: "transcript" },
      ]);
    if (context.isDryRun) await preview(context, input, steps);
    const joined = await join(context, { simulation_result_id, webhook, poll });
    try {
      await talk(context, joined, input, steps).finally(async () => {
        if (end && !joined.session.isOver && !context.signal.aborted)
          await joined.session.send(farewell(joined.conversation));
        await joined.session.settled();
        if (transcript === undefined) return;
        const { writeTranscript } = await import("./write-transcript.ts");
        await writeTranscript(context, joined, transcript);
      });
    } finally {
      await joined.leave();
    }
    return { data: undefined };
  },
});

type Steps = Awaited<ReturnType<typeof readSteps>>;

interface Input {
  readonly simulation_result_id: string;
  readonly end: boolean;
  readonly script: string | undefined;
  readonly bot: string | undefined;
  readonly bot_url: URL | undefined;
  readonly wait: number;
}

const isByHand = ({ script, bot, bot_url }: Input) =>
  script === undefined && bot === undefined && bot_url === undefined;

function checkInput(context: Context, input: Input): void {
  const { script, bot, bot_url } = input;
  if ([script, bot, bot_url].filter((one) => one !== undefined).length > 1)
    throw usage("--script, --bot and --bot-url cannot be used together");
  if (context.globals.api_key_stdin && isByHand(input))
    throw usage("standard input cannot carry both the API key and the messages", {
      hint: "set the key in PARLEY_API_KEY",
    });
  if (context.isDryRun && (bot !== undefined || bot_url !== undefined))
    throw usage("--dry-run cannot show what a bot would say");
}

async function readSteps(context: Context, file: string) {
  const { readScript } = await import("../../chat/script-file.ts");
  return readScript(file, context);
}

/** Shows the messages that would be sent. */
async function preview(
  context: Context,
  { simulation_result_id, end }: Input,
  steps: Steps | undefined,
): Promise<void> {
  const conversation = { simulation_result_id, newId: randomUUID };
  const messages: Message[] = [];
  if (steps) messages.push(...(await import("../../chat/script.ts")).messagesOf(steps, conversation));
  else
    for await (const line of readLines(context.terminal, context.signal))
      if (line.trim() !== "") messages.push(toMessage(line, conversation));
  if (end) messages.push(farewell(conversation));
  await context.changeEach(
    "send_http_text_message",
    messages.map((body) => ({ body })),
  );
}

/** Runs the agent. Observers are in place before the first reply arrives. */
async function talk(context: Context, joined: Joined, input: Input, steps: Steps | undefined): Promise<void> {
  const { session, conversation, hears } = joined;
  const wait_ms = hears ? input.wait * 1000 : 0;
  const { terminal, signal } = context;
  if (isByHand(input) && terminal.isInteractive && terminal.outIsTerminal) {
    const { talkAtTerminal } = await import("./person.ts");
    return talkAtTerminal(context, joined);
  }
  session.observe(await createTeller(context));
  if (steps) {
    const { playScript } = await import("../../chat/script.ts");
    await joined.listen();
    return playScript(steps, { session, conversation, wait_ms });
  }
  if (input.bot !== undefined) {
    const { runBot } = await import("../../chat/bot-process.ts");
    const { streams, env } = { streams: terminal.streams, env: context.env };
    const bot = {
      command: input.bot,
      session,
      conversation,
      cwd: context.cwd,
      env,
      stderr: streams.stderr,
      signal,
    };
    await Promise.all([runBot(bot), joined.listen()]);
    return;
  }
  if (input.bot_url) {
    const { runUrlBot } = await import("../../chat/bot-url.ts");
    const opens = joined.waiting.length === 0;
    const bot = { url: input.bot_url, session, conversation, opens, timeout_ms: input.wait * 1000, signal };
    await Promise.all([runUrlBot(bot), joined.listen()]);
    return;
  }
  const { talkFromInput } = await import("./lines.ts");
  await Promise.all([talkFromInput(context, joined, wait_ms), joined.listen()]);
}
