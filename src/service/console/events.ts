/** Live updates of an organization's conversations, as a stream of server-sent events. */
import { Refused } from "../errors.ts";
import type { Store } from "../store/store.ts";
import type { Conversations } from "./conversations.ts";
import {
  forgetOld,
  isSent,
  markSent,
  newestTurn,
  type SentTurns,
  sentUpTo,
  TURNS_MAXIMUM,
  turnsAt,
  unsentTurns,
} from "./turns.ts";
import type { Watch } from "./watch.ts";

/** How often to send a comment, so that proxies do not close the stream. */
const COMMENT_MS = 15_000;

interface Streaming {
  readonly service: Pick<Store, "db">;
  readonly watch: Watch;
  readonly isStopping: () => boolean;
}

/**
 * Two kinds of events: `conversations` has new or changed ones, and `turns` has what was said. An event's id
 * says up to which turn everything was sent. If a reader reconnects with it, to any process, it gets what it
 * has missed, and again what was said in the last seconds.
 */
export function streamEvents(streaming: Streaming, organization_id: string, admitted: Admitted): Response {
  const ended = new AbortController();
  const events = eventsOf(streaming, organization_id, admitted, ended.signal);
  const encoder = new TextEncoder();
  const body = new ReadableStream({
    async pull(controller) {
      const { value, done } = await events.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      ended.abort();
      await events.return(undefined);
    },
  });
  return new Response(body, {
    headers: {
      "content-type": "text/event-stream",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
      "x-content-type-options": "nosniff",
    },
  });
}

/** A reader with access. */
interface Admitted {
  /** The id of the last event that it received. */
  readonly last: string | undefined;
  /** Checked again before each message to it. */
  readonly isStillIn: () => Promise<boolean>;
}

/** How many streams an organization may have at a time. Each queries the store whenever something changes. */
const STREAMS_MAXIMUM = 100;

/**
 * Returns a function that admits a reader of an organization. That function returns another one to call,
 * once, when the reader has gone. @throws Refused (429) if there are too many
 */
export function limitStreams(): (organization_id: string) => () => void {
  const open = new Map<string, number>();
  return (organization_id) => {
    const count = open.get(organization_id) ?? 0;
    if (count >= STREAMS_MAXIMUM)
      throw new Refused(
        429,
        `the organization has ${STREAMS_MAXIMUM} streams of live updates open already; close one`,
        {},
        { "retry-after": "5" },
      );
    open.set(organization_id, count + 1);
    return () => {
      const left = (open.get(organization_id) ?? 1) - 1;
      if (left === 0) open.delete(organization_id);
      else open.set(organization_id, left);
    };
  };
}

async function* eventsOf(
  { service, watch, isStopping }: Streaming,
  organization_id: string,
  { last, isStillIn }: Admitted,
  gone: AbortSignal,
): AsyncGenerator<string, void, undefined> {
  const watched = await watch(organization_id, gone);
  try {
    const sent = sentUpTo(await cursorOf(service, last));
    let sent_conversations: Conversations = new Map();
    /** The version up to which the reader is informed. Undefined while it must catch up. */
    let version = last === undefined ? watched.version() : undefined;
    let spoke = performance.now();
    yield `retry: 1000\nid: ${sent.before}\nevent: ready\ndata: {}\n\n`;
    while (!isStopping() && !gone.aborted) {
      forgetOld(sent);
      const now = watched.version();
      const new_turns = version === undefined ? undefined : watched.turnsSince(version);
      const turns =
        new_turns?.filter(({ id }) => !isSent(sent, id)) ?? (await missed(service, organization_id, sent));
      markSent(
        sent,
        turns.map(({ id }) => id),
      );
      version = new_turns || turns.length < TURNS_MAXIMUM ? now : undefined;
      const before = sent_conversations;
      // Forgets conversations that are no longer shown, because a stream may be open for days.
      sent_conversations = watched.conversations() ?? sent_conversations;
      const changed =
        sent_conversations === before
          ? []
          : [...sent_conversations].filter(([id, text]) => before.get(id) !== text);
      const data = [
        ...(changed.length > 0 ? [["conversations", `[${changed.map(([, text]) => text).join(",")}]`]] : []),
        ...(turns.length > 0 ? [["turns", JSON.stringify(turns.map(({ turn }) => turn))]] : []),
      ];
      const isDue = performance.now() - spoke >= COMMENT_MS;
      if ((data.length > 0 || isDue) && !(await isStillIn())) return;
      for (const [event, text] of data) yield `id: ${sent.before}\nevent: ${event}\ndata: ${text}\n\n`;
      if (data.length === 0 && isDue) yield `: still here\nid: ${sent.before}\n\n`;
      if (data.length > 0 || isDue) spoke = performance.now();
      if (version === watched.version()) await watched.nextTick();
    }
  } catch (error) {
    if (!gone.aborted) throw error;
  } finally {
    watched.leave();
  }
}

/** Where a reader begins: where it stopped, otherwise at the end. */
async function cursorOf({ db }: Streaming["service"], last: string | undefined): Promise<number> {
  const sent = Number(last);
  if (last !== undefined && /^\d{1,15}$/.test(last) && Number.isSafeInteger(sent)) return sent;
  return newestTurn(db);
}

/** What was said since the reader was last informed. */
const missed = async ({ db }: Streaming["service"], organization_id: string, sent: SentTurns) =>
  turnsAt(db, await unsentTurns(db, sent, organization_id));
