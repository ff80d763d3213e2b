import { resolve } from "node:path";
import type { Client } from "../../client/client.ts";
import { maskInUrl } from "../../client/redact.ts";
import { CALL_DIALECTS } from "../../contract/values.ts";
import { EXIT_CODES, Failure, usage } from "../../lib/failure.ts";
import type { ConversationRecord } from "../chat/record.ts";
import { headline } from "../chat/transcript.ts";
import type { Context } from "../context.ts";
import { FRAMEWORKS, type Framework } from "../manifest/agent-connection.ts";
import type { BridgedCallOptions } from "./call-bridged.ts";
import { arg, defineCommand, option } from "./command.ts";
import { integerFrom, numberBetween, oneOf, text } from "./parsers.ts";
import { follow, followOptions, simulationOf } from "./shared/follow-call.ts";
import { lineUrl } from "./shared/url.ts";
import { address } from "./shared/webhook-key.ts";
import { requireWritable } from "./shared/writable.ts";
import { callLines } from "./sim/shared/call-lines.ts";
import { notesOn } from "./sim/shared/notes.ts";

type Dialect = (typeof CALL_DIALECTS)[number];

/** How long an agent may take to be ready, in seconds. */
const WAIT = 30;

export const command = defineCommand({
  needs: ["queue_simulation_run"],
  about:
    "The digital human calls the agent over WebSocket and speaks with it. Prints each turn as it is said, and " +
    "then who spoke when. The call is evaluated like any other conversation of a run; the command exits with 0 if " +
    "it passed, 9 if not or if the time runs out. Ctrl-C hangs up; what was said until then is recorded. With `--via livekit`, the words after `--` start an agent of LiveKit for the call, " +
    "without a server of LiveKit. With `--via pipecat`, --to is where a bot of Pipecat listens with its evaluation transport, " +
    "and words after `--` start it. If such an agent does not take part in the call, the command says why and exits with 7.",
  args: {
    digital_human_id: arg("<digital-human-id>", "who calls", integerFrom(1)),
    command: arg("[command...]", "after `--`: starts the agent, with --via livekit or pipecat"),
  },
  options: {
    to: option("--to <url>", "URL to call (default: the agent's websocket_url)", lineUrl),
    via: option(
      "--via <dialect>",
      "protocol of the call: chirp, a telephone company, played at the agent's webhook or stream, or a framework, livekit or " +
        "pipecat (default: chirp)",
      oneOf([...CALL_DIALECTS, ...FRAMEWORKS]),
    ),
    wait: option(
      "--wait <seconds>",
      "with --via livekit or pipecat: how long the agent may take to be ready (default: 30)",
      numberBetween(1, 86_400),
    ),
    listen: option(
      "--listen <host:port>",
      "with --via livekit or pipecat: address of this machine where the service connects (default: a free port of " +
        "127.0.0.1)",
      address,
    ),
    simulation: option(
      "--simulation <id>",
      "simulation whose agent is called (default: the first that the digital human belongs to)",
      integerFrom(1),
    ),
    seed: option("--seed <text>", "seed for random choices: the same seed gives the same caller"),
    recording: option(
      "--recording <file>",
      "write the recording here, a stereo WAV: caller left, agent right",
      text,
    ),
    ...followOptions,
  },
  examples: [
    ["parley call 501 --to ws://127.0.0.1:9098/", "calls an agent on this machine"],
    ["parley call 501 --recording call.wav", "calls the agent of its simulation and keeps the recording"],
    [
      "parley call 501 --via livekit -- node --import tsx agent.ts",
      "an agent of LiveKit, started for the call",
    ],
    [
      "parley call 501 --via pipecat --to ws://127.0.0.1:7860/ -- python bot.py -t eval --port 7860",
      "a bot of Pipecat, started for the call",
    ],
  ],
  view: { kind: "text", wraps: true, text: resultText },
  async run(
    context,
    { digital_human_id, to, via = "chirp", simulation, seed, recording, poll, max_wait, ...started },
  ) {
    const bridged = bridgedCall(context, { ...started, via, to });
    if (to && via === "chirp" && /^http/.test(to.protocol))
      throw usage(`must be a ws:// or wss:// URL, not "${maskInUrl(to.href)}"`, {
        where: "--to",
        hint: "for the webhook of an agent that was built for the telephone, add --via twilio, telnyx, plivo or exotel",
      });
    // A service that ignores the URL would call the agent's own line instead.
    const { requireOwnFields } = await import("./shared/offered.ts");
    await requireOwnFields(context, [...(to ? ["--to"] : []), ...(via !== "chirp" ? ["--via"] : [])]);
    if (recording !== undefined)
      await requireWritable(context, [
        { option: `--recording ${recording}`, file: recording, what: "recording" },
      ]);
    const simulation_id = simulation ?? (await simulationOf(context, digital_human_id));
    const queue = async (websocket_url?: string): Promise<string> => {
      const body = {
        simulation_id,
        digital_human_ids: [digital_human_id],
        num_runs: 1,
        ...(seed !== undefined && { seed }),
        ...(websocket_url !== undefined && { websocket_url }),
        ...(via !== "chirp" && !bridged && { dialect: via as Dialect }),
      };
      const { simulation_result_ids } = await context.change("queue_simulation_run", { body });
      return String(simulation_result_ids[0] ?? "");
    };
    const followed = async (id: string) => {
      // An agent that failed midway, or a call that was hung up, has been recorded until then.
      const keep =
        recording === undefined
          ? undefined
          : (client: Client) => save(client, id, resolve(context.cwd, recording));
      const result = await follow(context, id, { poll, max_wait, afterHangUp: keep });
      if (result.call?.recording) await keep?.(await context.client());
      return result;
    };
    const data = bridged
      ? await (await import("./call-bridged.ts")).callBridged(context, {
          ...bridged,
          queue,
          follow: followed,
        })
      : await followed(
          await queue(to?.href).catch((error: unknown) => {
            throw to ? error : withoutLine(error);
          }),
        );
    return {
      data,
      ids: [data.id],
      hint: `\`parley sim result ${data.id}\` shows it again`,
      exitCode: data.outcome === "passed" ? EXIT_CODES.done : EXIT_CODES.gate,
    };
  },
});

interface BridgedInput {
  readonly via: Dialect | Framework;
  readonly to: URL | undefined;
  readonly command: readonly string[];
  readonly wait: number | undefined;
  readonly listen: BridgedCallOptions["listen"];
}

/** How an agent of a framework is reached; undefined for a call without one. @throws Failure (usage) */
function bridgedCall(
  { wordsAfterDashes }: Context,
  { via, to, command, wait, listen }: BridgedInput,
): Omit<BridgedCallOptions, "queue" | "follow"> | undefined {
  const words = wordsAfterDashes ?? [];
  const [other] = command.slice(0, command.length - words.length);
  if (other !== undefined) throw usage(`unexpected argument "${other}"`, { hint: "one digital human calls" });
  const framework = FRAMEWORKS.find((one) => one === via);
  if (framework) {
    requireReached(framework, words, to);
    return { framework, command: words, to, wait: wait ?? WAIT, listen };
  }
  const given = { "--wait": wait, "--listen": listen, "a command after --": wordsAfterDashes };
  const useless = Object.entries(given).find(([, value]) => value !== undefined);
  if (!useless) return undefined;
  throw usage(`${useless[0]} has an effect only with --via livekit or pipecat`, {
    hint: "for an agent that connects to Parley over a WebSocket of its own, use `parley voice listen`",
  });
}

/** @throws Failure (usage) */
function requireReached(framework: Framework, words: readonly string[], to: URL | undefined): void {
  if (framework === "pipecat") {
    const hint = "such as `parley call 501 --via pipecat --to ws://127.0.0.1:7860/`";
    if (!to) throw usage("--via pipecat needs the address where the bot listens, as --to", { hint });
    if (/^http/.test(to.protocol))
      throw usage(`must be a ws:// or wss:// URL, not "${maskInUrl(to.href)}"`, { where: "--to", hint });
    return;
  }
  const hint = "such as `parley call 501 --via livekit -- node --import tsx agent.ts`";
  if (words.length === 0)
    throw usage("--via livekit needs the command that starts the agent, after --", { hint });
  if (to) throw usage("--to has no effect with --via livekit: the agent connects by itself", { hint });
}

/** The service names the missing fields of the agent, but a person may prefer to give the URL once. */
function withoutLine(error: unknown): unknown {
  if (!(error instanceof Failure) || !error.message.includes("websocket_url")) return error;
  // It says already how such an agent is called.
  if (error.message.includes("--via livekit")) return error;
  const hint = "give the agent's URL with --to, such as --to ws://127.0.0.1:9098/, or store it in the agent";
  return new Failure(error.outcome, error.message, { ...error.options, hint });
}

async function save(client: Client, simulation_result_id: string, file: string): Promise<void> {
  const { recording_base64 } = await client.call("get_result_recording", {
    params: { simulation_result_id },
  });
  const { writeNamedFile } = await import("../write-files.ts");
  const bytes = Buffer.from(recording_base64.slice(recording_base64.indexOf(",") + 1), "base64");
  await writeNamedFile(file, bytes, { mode: 0o600 }).catch((error: Error) => {
    throw usage(`cannot write the recording: ${error.message}`, { where: file });
  });
}

export function resultText(result: ConversationRecord, columns?: number): string {
  return ["", headline(result), "", ...callLines(result, columns), "", ...notesOn(result)].join("\n");
}
