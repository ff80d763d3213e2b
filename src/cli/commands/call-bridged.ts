/** A call with an agent of LiveKit or Pipecat. One that the command line starts, it stops when the call is over. */
import { Failure, usage } from "../../lib/failure.ts";
import type { ConversationRecord } from "../chat/record.ts";
import { isLoopback } from "../config/settings.ts";
import type { Context } from "../context.ts";
import type { Framework } from "../manifest/agent-connection.ts";
import type { CalledAgent } from "../testing/agent.ts";
import type { BridgedCallerOptions } from "../testing/calls/bridged-caller.ts";
import { withoutSecrets } from "../testing/processes/env.ts";
import { outputLines } from "../testing/reports/lines.ts";
import { Trouble } from "../testing/trouble.ts";

export interface BridgedCallOptions {
  readonly framework: Framework;
  /** The words of the command that starts the agent; empty if it runs already. */
  readonly command: readonly string[];
  /** Where a bot of Pipecat listens. */
  readonly to: URL | undefined;
  /** How long it may take to become ready, in seconds. */
  readonly wait: number;
  /** Where the service connects. */
  readonly listen: { readonly host: string; readonly port: number } | undefined;
  /** Queues the call to a URL. @returns the id of its result */
  queue(url: string): Promise<string>;
  /** Resolves when the call is over and evaluated. */
  follow(simulation_result_id: string): Promise<ConversationRecord>;
}

/** The one call of this agent. */
const CALL = "call";

/** @throws Failure that says what kept the agent from the call, if anything did */
export async function callBridged(
  context: Context,
  options: BridgedCallOptions,
): Promise<ConversationRecord> {
  const { framework, command, to, listen, queue, follow } = options;
  // Shows the request, and starts nothing.
  if (context.isDryRun) await queue("ws://127.0.0.1/");
  if (!listen) await requireNear(context);
  const { bodyOf, bridgedCaller } = await import("../testing/calls/bridged-caller.ts");
  const { silenceOf, troubleOf } = await import("../testing/results/calls.ts");
  let begin: (id: string) => void = () => undefined;
  const begun = new Promise<string>((resolve) => {
    begin = resolve;
  });
  const agent = bridgedCaller({
    about: command.length > 0 ? command.join(" ") : (to?.host ?? ""),
    newLine: await lineFor(context, options),
    listen,
    async report(_, report) {
      const client = await context.client();
      const body = { simulation_result_id: await begun, ...bodyOf(report) };
      await client.call("send_http_text_message", { body });
    },
  });
  try {
    const id = await queue(await agent.urlFor(CALL, context.signal));
    begin(id);
    const result = await follow(id);
    agent.over(CALL);
    const trouble =
      (await troubleOf(result, { ended: () => agent.ended(CALL) })) ?? silenceOf(result.end_reason);
    if (trouble === undefined) return result;
    throw await failed(context, agent, {
      why: trouble,
      hint: `this is not a verdict on what the agent said; \`parley sim result ${id}\` shows the call`,
    });
  } catch (error) {
    if (!(error instanceof Trouble)) throw error;
    throw await failed(context, agent, {
      why: error.message,
      hint: `no call was made; ${HINTS[framework]}`,
    });
  } finally {
    await agent.stop();
  }
}

const HINTS: Readonly<Record<Framework, string>> = {
  livekit: "the words after -- must start a worker of LiveKit, which then gets `console --connect-addr`",
  pipecat: "the bot must run with its evaluation transport, such as `python bot.py -t eval --port 7860`",
};

async function lineFor(
  { cwd, env, signal }: Context,
  { framework, command, to, wait }: BridgedCallOptions,
): Promise<BridgedCallerOptions["newLine"]> {
  const started = { command, cwd, env: withoutSecrets(env) };
  const ready_within_ms = wait * 1000;
  if (framework === "livekit") {
    const { LivekitLine } = await import("../testing/livekit/line.ts");
    return (report) => new LivekitLine({ ...started, ready_within_ms }, report);
  }
  const { PipecatLine } = await import("../testing/pipecat/line.ts");
  const { Processes } = await import("../testing/processes/processes.ts");
  const { startedGroup } = await import("../testing/start-agent.ts");
  const url = to?.href ?? "";
  const start = () => startedGroup(started, url, { within_ms: ready_within_ms, signal });
  const processes = command.length > 0 ? new Processes(start) : undefined;
  return (report) => new PipecatLine({ url, processes, ready_within_ms }, report);
}

/** The line to the agent is on this machine, so the service must be, too. @throws Failure (usage) */
async function requireNear(context: Context): Promise<void> {
  const { base_url } = await context.settings();
  const { hostname, host } = new URL(base_url.value);
  if (isLoopback(hostname)) return;
  throw usage(`the service at ${host} cannot reach an agent through this machine`, {
    hint: "give an address of this machine that it reaches, such as --listen 10.0.0.5:9097, or start a service here: `parley serve`",
  });
}

async function failed(
  context: Context,
  agent: CalledAgent,
  { why, hint }: { readonly why: string; readonly hint: string },
): Promise<Failure> {
  await context.terminal.note(outputLines(agent.tail()).join("\n"));
  return new Failure("network", why, { hint });
}
