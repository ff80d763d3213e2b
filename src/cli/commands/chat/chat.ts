import { randomUUID } from "node:crypto";
import { usage } from "../../../lib/failure.ts";
import { farewell, type Message, toMessage } from "../../chat/message.ts";
import type { Context } from "../../context.ts";
import { linesOf } from "../../lines.ts";
import { arg, defineCommand, flag, option } from "../command.ts";
import { integerFrom, numberBetween } from "../parsers.ts";
import { agentOption } from "../shared/agent-option.ts";
import { httpUrl } from "../shared/url.ts";
import { address, keyFromEnvironment, signatureHeaders, signatureOptions } from "../shared/webhook-key.ts";
import { requireWritable } from "../shared/writable.ts";
import { createConversationPrinter } from "./print.ts";
import { type Joined, join, readRecord } from "./shared/join.ts";
import { agentOfSimulation, type Place, takePlace } from "./shared/place.ts";
import type { Webhook } from "./shared/webhook-listener.ts";
import { writeNote } from "./shared/write-note.ts";

export const command = defineCommand({
  about:
    "At a terminal you are the agent: each line is a message, and /help lists the commands. Otherwise each line of standard " +
    "input is a message, or a JSON object with the fields of POST /v1/send-http-text-message; a script or a bot can " +
    "take its place. An agent that is connected hears nothing of a conversation that --new starts. Each turn waits " +
    "for the digital human's reply to the one before. Replies are read " +
    "from the transcript; with --listen they arrive at a temporary webhook of the agent, and its old one " +
    "is restored at the end. Every message has a message_id, so that a message sent twice counts once. With --json or " +
    "-o jsonl, prints one JSON object per line: {event: sent, …}, {event: reply, message, latency_ms, …}, {event: ended, reason}. " +
    "When the input, the script or the bot ends, the conversation stays open unless --end is given.",
  args: {
    simulation_result_id: arg(
      "[simulation-result-id]",
      "id of the conversation, printed by `parley sim start`; or give --new",
    ),
  },
  options: {
    simulation_id: option(
      "--new <simulation-id>",
      "start a conversation of this simulation and open it",
      integerFrom(1),
    ),
    digital_human_id: option(
      "--digital-human <id>",
      "with --new: who calls (default: the simulation's first digital human)",
      integerFrom(1),
    ),
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
    poll: option("--poll <seconds>", "time between reads of the transcript", numberBetween(0.05, 3600), 1),
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
    ["parley chat --new 7", "start a conversation of simulation 7 and speak as the agent"],
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
    const { poll, end, transcript } = input;
    if (transcript !== undefined)
      await requireWritable(context, [
        { option: `--transcript ${transcript}`, file: transcript, what: "transcript" },
      ]);
    // Taking over a webhook needs its key, so secrets are not masked here.
    await context.client({ show_secrets: webhook !== undefined });
    const place = await placeOf(context, input, context.isDryRun ? undefined : webhook);
    const talkIn = async (id: string, is_own: boolean, first: readonly Message[]) => {
      const joined = await join(context, { simulation_result_id: id, door: place.door, is_own, poll });
      let undone: readonly Message[] | undefined;
      try {
        undone = await talk(context, joined, input, steps, first);
        return undone && { undone, joined };
      } finally {
        if (!undone) await finish(context, joined, { end, transcript });
        await joined.leave();
      }
    };
    try {
      const simulation_result_id = await conversationOf(context, input, place);
      if (context.isDryRun) await preview(context, { simulation_result_id, end }, steps);
      let again = await talkIn(simulation_result_id, input.simulation_id !== undefined, []);
      while (again) {
        const { restartConversation } = await import("./shared/restart.ts");
        again = await talkIn(await restartConversation(context, again.joined, place), true, again.undone);
      }
    } finally {
      await place.close();
    }
    return { data: undefined };
  },
});

async function finish(
  context: Context,
  joined: Joined,
  { end, transcript }: { readonly end: boolean; readonly transcript: string | undefined },
): Promise<void> {
  if (end && !joined.session.isOver && !context.signal.aborted)
    await joined.session.send(farewell(joined.conversation));
  await joined.session.settled();
  if (transcript === undefined) return;
  const { writeTranscript } = await import("./shared/write-transcript.ts");
  await writeTranscript(context, joined, transcript);
}

type Steps = Awaited<ReturnType<typeof readSteps>>;

interface Input {
  readonly simulation_result_id: string | undefined;
  readonly simulation_id: number | undefined;
  readonly digital_human_id: number | undefined;
  readonly end: boolean;
  readonly script: string | undefined;
  readonly bot: string | undefined;
  readonly bot_url: URL | undefined;
  readonly wait: number;
}

const isByHand = ({ script, bot, bot_url }: Input) =>
  script === undefined && bot === undefined && bot_url === undefined;

function checkInput(context: Context, input: Input): void {
  const { script, bot, bot_url, simulation_result_id, simulation_id, digital_human_id } = input;
  if ((simulation_result_id === undefined) === (simulation_id === undefined))
    throw usage(
      simulation_id === undefined ? "no conversation given" : "pass an id, or --new to start a conversation",
      { hint: "give either the id of a conversation or --new <simulation-id>" },
    );
  if (digital_human_id !== undefined && simulation_id === undefined)
    throw usage("--digital-human needs --new");
  if ([script, bot, bot_url].filter((one) => one !== undefined).length > 1)
    throw usage("--script, --bot and --bot-url cannot be used together");
  if (context.globals.api_key_stdin && isByHand(input))
    throw usage("standard input cannot carry both the API key and the messages", {
      hint: "set the key in PARLEY_API_KEY",
    });
  if (context.isDryRun && (bot !== undefined || bot_url !== undefined))
    throw usage("--dry-run cannot show what a bot would say");
}

/** The place of the agent in the conversation. @throws Failure (conflict) if the conversation is over */
async function placeOf(
  context: Context,
  { simulation_result_id = "", simulation_id }: Input,
  webhook: Webhook | undefined,
): Promise<Place> {
  if (simulation_id !== undefined)
    return takePlace(context, await agentOfSimulation(context, simulation_id), webhook);
  const agent_id = webhook && (await readRecord(context, simulation_result_id))?.agent_id;
  return takePlace(context, agent_id === undefined ? undefined : Number(agent_id), webhook);
}

/** The conversation that the options name, or a new one. */
async function conversationOf(
  context: Context,
  { simulation_result_id = "", simulation_id, digital_human_id }: Input,
  { door, open }: Place,
): Promise<string> {
  if (simulation_id === undefined)
    return door ? door.admit(Promise.resolve(simulation_result_id)) : simulation_result_id;
  const id = await open({ simulation_id, digital_human_id });
  await writeNote(context, `conversation ${id} has started`);
  return id;
}

async function readSteps(context: Context, file: string) {
  const { readScript } = await import("../../chat/script-file.ts");
  return readScript(file, context);
}

/** Shows the messages that the command would send. */
async function preview(
  context: Context,
  { simulation_result_id, end }: { readonly simulation_result_id: string; readonly end: boolean },
  steps: Steps | undefined,
): Promise<void> {
  const conversation = { simulation_result_id, told: undefined, newId: randomUUID };
  const messages: Message[] = [];
  if (steps) messages.push(...(await import("../../chat/script.ts")).messagesOf(steps, conversation));
  else
    for await (const line of linesOf(context.terminal.streams.stdin, {
      name: "standard input",
      signal: context.signal,
    }))
      if (line.trim() !== "") messages.push(toMessage(line, conversation));
  if (end) messages.push(farewell(conversation));
  await context.changeEach(
    "send_http_text_message",
    messages.map((body) => ({ body })),
  );
}

/**
 * Runs the agent. Observers are attached before the first reply arrives. Returns what a person wants to say
 * again in a new conversation.
 */
async function talk(
  context: Context,
  joined: Joined,
  input: Input,
  steps: Steps | undefined,
  first: readonly Message[],
): Promise<readonly Message[] | undefined> {
  const { session, conversation, hears } = joined;
  const wait_ms = hears ? input.wait * 1000 : 0;
  const { terminal, signal } = context;
  if (isByHand(input) && terminal.isInteractive && terminal.outIsTerminal) {
    const { talkAtTerminal } = await import("./person.ts");
    return talkAtTerminal(context, joined, first);
  }
  session.observe(await createConversationPrinter(context));
  if (steps) {
    const { playScript } = await import("../../chat/script.ts");
    await joined.listen();
    await playScript(steps, { session, conversation, wait_ms });
    return undefined;
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
    return undefined;
  }
  if (input.bot_url) {
    const { runAnsweringBot, urlBot } = await import("../../chat/bot-url.ts");
    const opens = joined.waiting.length === 0;
    const answer = urlBot(input.bot_url, input.wait * 1000, signal);
    const bot = { answer, session, conversation, opens };
    await Promise.all([runAnsweringBot(bot), joined.listen()]);
    return undefined;
  }
  const { talkFromInput } = await import("./lines.ts");
  await Promise.all([talkFromInput(context, joined, wait_ms), joined.listen()]);
  return undefined;
}
