/** Lets a bot behind a URL play the agent in every conversation of a run. */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "../../../../client/client.ts";
import { readConversation } from "../../../../contract/readings/conversation.ts";
import { Failure } from "../../../../lib/failure.ts";
import { type BotOptions, runAnsweringBot } from "../../../chat/bot-url.ts";
import {
  announcedVersionsIn,
  type ConversationRecord,
  endOf,
  repliesFrom,
  splitAtTurn,
  withTranscript,
} from "../../../chat/record.ts";
import { Session } from "../../../chat/session.ts";
import type { Context } from "../../../context.ts";
import { startProgress } from "../../../terminal/progress.ts";

export interface Play {
  readonly simulation_run_id: number;
  /** The bot. `signal` aborts when the others have to stop. */
  bot(signal: AbortSignal): BotOptions["answer"];
  /** Milliseconds. */
  readonly poll_ms: number;
  /** False: the bot never speaks first. */
  readonly may_open?: boolean;
  /** Called when a conversation begins. */
  opened?(record: ConversationRecord): void;
  /** Takes the progress. Without it, a terminal shows it. */
  tell?(text: string): Promise<void>;
}

interface Playing {
  readonly session: Session;
  /** How many transcript entries the bot has seen. */
  known: number;
}

/** Whether a simulation's agent is connected. It would answer as well: each turn would get two answers. */
export async function isConnected(context: Context, simulation_id: number): Promise<boolean> {
  const { agent_id } = await context.read("get_simulation", { params: { simulation_id } });
  const agents = await context.read("list_agents", {});
  return Boolean(agents.find(({ id }) => String(id) === String(agent_id))?.http_webhook);
}

/**
 * Resolves when every conversation of the run is over. If the bot fails, or at Ctrl-C, ends the conversations
 * that are still running.
 * @throws Failure (network, failed) of the bot
 */
export async function playRun(context: Context, play: Play): Promise<void> {
  const { simulation_run_id } = play;
  const client = await context.lastingClient();
  const { json, output } = context.globals;
  const progress = play.tell || json || output === "json" ? undefined : await startProgress(context.terminal);
  const going = new Set<string>();
  try {
    await playAll(context, play, going, play.tell ?? (async (text) => progress?.say(text)));
  } catch (error) {
    progress?.stop();
    await endRest(context, client, simulation_run_id, going);
    throw error;
  } finally {
    progress?.stop();
    await client.close();
  }
}

async function playAll(
  context: Context,
  { simulation_run_id, bot, poll_ms, opened, may_open = true }: Play,
  going: Set<string>,
  tell: (text: string) => Promise<void>,
): Promise<void> {
  const base_url = (await context.settings()).base_url.value;
  const playing = new Map<string, Playing>();
  const failed = new AbortController();
  const signal = AbortSignal.any([context.signal, failed.signal]);
  const answer = bot(signal);
  const bots: Promise<void>[] = [];
  const start = (record: ConversationRecord): Playing => {
    const simulation_result_id = record.id;
    const session = new Session({
      send: (body) => context.change("send_http_text_message", { body }),
      now: () => performance.now(),
      signal,
    });
    const conversation = {
      simulation_result_id,
      told: announcedVersionsIn(record, base_url),
      newId: randomUUID,
    };
    const { waiting } = splitAtTurn(record);
    const opens = may_open && waiting.length === 0;
    opened?.(record);
    bots.push(
      runAnsweringBot({ answer, session, conversation, opens }).catch((error: unknown) =>
        isOverNow(error) ? session.end(undefined) : failed.abort(error),
      ),
    );
    return { session, known: 0 };
  };
  for (;;) {
    signal.throwIfAborted();
    const { simulation_results } = await context.read("list_simulation_results", {
      params: { simulation_run_id },
    });
    going.clear();
    for (const record of simulation_results.map(readConversation).map(withTranscript)) {
      const end = endOf(record);
      if (end === undefined) going.add(record.id);
      if (end === undefined && record.status === "RUNNING" && !playing.has(record.id))
        playing.set(record.id, start(record));
      const played = playing.get(record.id);
      if (!played) continue;
      for (const reply of repliesFrom(record, played.known)) await played.session.hear(reply);
      played.known = record.transcript.length;
      if (end !== undefined) await played.session.end(end);
    }
    if (going.size === 0) break;
    await tell(
      `${simulation_results.length - going.size} of ${simulation_results.length} conversations are over`,
    );
    await sleep(poll_ms, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
  await Promise.all(bots);
  signal.throwIfAborted();
}

/** The conversation ended while the bot was thinking. */
const isOverNow = (error: unknown) => error instanceof Failure && error.outcome === "conflict";

async function endRest(
  { terminal }: Context,
  client: Client,
  simulation_run_id: number,
  going: ReadonlySet<string>,
): Promise<void> {
  const test_result_ids = [...going];
  if (test_result_ids.length === 0) return;
  await client.call("end_conversations", { body: { test_result_ids: test_result_ids } }).then(
    () => terminal.note(`ended the conversations of run ${simulation_run_id} that were still running`),
    (error: Error) =>
      terminal.alert(
        `warning: could not end the conversations (${error.message}); end them with \`parley sim end ${test_result_ids.join(" ")}\``,
      ),
  );
}
