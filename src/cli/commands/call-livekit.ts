/** A call with an agent of LiveKit that the command line starts, and stops when the call is over. */
import { Failure, usage } from "../../lib/failure.ts";
import type { ConversationRecord } from "../chat/record.ts";
import { isLoopback } from "../config/settings.ts";
import type { Context } from "../context.ts";
import type { CalledAgent } from "../testing/agent.ts";
import { withoutSecrets } from "../testing/agent-env.ts";
import { outputLines } from "../testing/line-report.ts";
import { Trouble } from "../testing/trouble.ts";

export interface LivekitCallOptions {
  /** The words of the agent's command. */
  readonly command: readonly string[];
  /** How long it may take to connect, in seconds. */
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
export async function callLivekit(
  context: Context,
  { command, wait, listen, queue, follow }: LivekitCallOptions,
): Promise<ConversationRecord> {
  // Shows the request, and starts nothing.
  if (context.isDryRun) await queue("ws://127.0.0.1/");
  if (!listen) await requireNear(context);
  const { livekitCaller } = await import("../testing/livekit-caller.ts");
  const { silenceOf, troubleOf } = await import("../testing/calls.ts");
  let begin: (id: string) => void = () => undefined;
  const begun = new Promise<string>((resolve) => {
    begin = resolve;
  });
  const agent = livekitCaller({
    about: command.join(" "),
    command,
    cwd: context.cwd,
    env: withoutSecrets(context.env),
    ready_within_ms: wait * 1000,
    listen,
    async report(_, call) {
      const client = await context.client();
      const body = { simulation_result_id: await begun, type: "tool_call" as const, ...call };
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
      hint: "no call was made; the words after -- must start a worker of LiveKit, which then gets `console --connect-addr`",
    });
  } finally {
    await agent.stop();
  }
}

/** The line to the agent is on this machine, so the service must be, too. @throws Failure (usage) */
async function requireNear(context: Context): Promise<void> {
  const { base_url } = await context.settings();
  const { hostname, host } = new URL(base_url.value);
  if (isLoopback(hostname)) return;
  throw usage(`the service at ${host} cannot reach an agent that is started on this machine`, {
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
