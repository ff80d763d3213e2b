/** What is happening in an organization's conversations, as a stream of server-sent events. */
import { setTimeout as sleep } from "node:timers/promises";
import { Refused } from "../errors.ts";
import type { Service } from "../handler.ts";
import { inChunks } from "../store/chunks.ts";
import type { Table } from "../store/revisions.ts";

/** How often the store is asked. */
const TICK_MS = 400;
/** A comment this often keeps proxies from closing the stream. */
const COMMENT_MS = 15_000;
/** Numbers are given before the commit, by several services: a turn may appear after one with a higher number, but not later than this. */
const LATE_MS = 5000;
/** Turns in one event; a reader that is far behind gets several. */
const TURNS_MAXIMUM = 500;
/** Conversations that a board shows. */
const SHOWN_MAXIMUM = 500;
/** How long a conversation that is over stays in the stream. */
const OVER_MS = 10 * 60_000;

const TABLES: readonly Table[] = ["conversation_entry", "simulation_result", "simulation_run"];

interface Streaming {
  readonly service: Pick<Service, "db" | "now" | "revisionOf">;
  readonly isStopping: () => boolean;
}

/**
 * Events are `conversations`: those that are new or have changed; and `turns`: what was said. An event's id says up to where every
 * turn was sent: a reader that comes back with it, to whichever service, gets what it has missed, and once more what was said in
 * the last seconds.
 */
export function streamEvents(
  { service, isStopping }: Streaming,
  organization_id: string,
  { last, isStillIn }: Admitted,
): Response {
  const ended = new AbortController();
  const events = eventsOf(service, organization_id, {
    last,
    isStillIn,
    isOver: () => isStopping() || ended.signal.aborted,
    signal: ended.signal,
  });
  const encoder = new TextEncoder();
  const body = new ReadableStream({
    async pull(controller) {
      const { value, done } = await events.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel: () => ended.abort(),
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

/** A reader that was let in. */
interface Admitted {
  /** The id of the last event that it got. */
  readonly last: string | undefined;
  /** Asked again before it is sent anything. */
  readonly isStillIn: () => Promise<boolean>;
}

/** Streams that an organization may have at a time. Each asks the store whenever something changes. */
const STREAMS_MAXIMUM = 100;

/** Returns what lets a reader of an organization in. It returns what to call, once, when the reader has gone. @throws Refused (429) if there are too many */
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

interface Reader extends Admitted {
  readonly isOver: () => boolean;
  readonly signal: AbortSignal;
}

async function* eventsOf(
  service: Streaming["service"],
  organization_id: string,
  { last, isStillIn, isOver, signal }: Reader,
): AsyncGenerator<string> {
  const told = toldAfter(await cursorOf(service, last));
  let known: ReadonlyMap<string, string> = new Map();
  let revision: number | undefined;
  let spoke = performance.now();
  yield `retry: 1000\nid: ${told.before}\nevent: ready\ndata: {}\n\n`;
  while (!isOver()) {
    settle(told);
    // What ends up as old only needs a look now and then.
    const now = await service.revisionOf(TABLES);
    if (now === undefined || now !== revision) {
      revision = now;
      const turns = await untoldTurns(service, organization_id, told);
      const shown = await conversationsOf(service, organization_id);
      const before = known;
      const changed = shown.filter(({ id, text }) => before.get(id) !== text);
      // Those that are no longer shown are forgotten: a stream may be open for days.
      known = new Map(shown.map(({ id, text }) => [id, text]));
      const data = [
        ...(changed.length > 0 ? [["conversations", `[${changed.map(({ text }) => text).join(",")}]`]] : []),
        ...(turns.length > 0 ? [["turns", JSON.stringify(turns)]] : []),
      ];
      if (data.length > 0 && !(await isStillIn())) return;
      for (const [event, text] of data) {
        spoke = performance.now();
        yield `id: ${told.before}\nevent: ${event}\ndata: ${text}\n\n`;
      }
      if (turns.length === TURNS_MAXIMUM) continue;
    }
    if (performance.now() - spoke >= COMMENT_MS) {
      if (!(await isStillIn())) return;
      spoke = performance.now();
      yield `: still here\nid: ${told.before}\n\n`;
    }
    await sleep(TICK_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** Where a reader begins: where it was, else at the end. */
async function cursorOf({ db }: Streaming["service"], last: string | undefined): Promise<number> {
  const told = Number(last);
  if (last !== undefined && /^\d{1,15}$/.test(last) && Number.isSafeInteger(told)) return told;
  const { newest } = await db
    .selectFrom("conversation_entry")
    .select(({ fn }) => fn.max("id").as("newest"))
    .executeTakeFirstOrThrow();
  return Number(newest ?? 0);
}

interface Told {
  /** Every turn up to this number was told. */
  before: number;
  /** Turns after it that were told, by number, and when. */
  readonly since: Map<number, number>;
}

const toldAfter = (before: number): Told => ({ before, since: new Map() });

/** Forgets what was told so long ago that nothing can appear before it. */
function settle(told: Told): void {
  const now = performance.now();
  for (const [id, at] of [...told.since].sort(([one], [other]) => one - other)) {
    if (now - at < LATE_MS) return;
    told.since.delete(id);
    told.before = id;
  }
}

/** Turns that were not told yet; from now on they are. */
async function untoldTurns({ db }: Streaming["service"], organization_id: string, told: Told) {
  // What was told lately is among them, so the texts are read afterwards.
  const rows = await db
    .selectFrom("conversation_entry as entry")
    .innerJoin("simulation_result as result", "result.id", "entry.simulation_result_id")
    .select("entry.id")
    .where("entry.id", ">", told.before)
    .where("result.organization_id", "=", organization_id)
    .orderBy("entry.id")
    .limit(TURNS_MAXIMUM + told.since.size)
    .execute();
  const untold = rows.map(({ id }) => id).filter((id) => !told.since.has(id));
  const turns = await inChunks(untold.slice(0, TURNS_MAXIMUM), (ids) =>
    db.selectFrom("conversation_entry").selectAll().where("id", "in", ids).orderBy("id").execute(),
  );
  const now = performance.now();
  for (const { id } of turns) told.since.set(id, now);
  return turns.map(({ simulation_result_id, role, message, start_offset_ms }) => ({
    simulation_result_id: String(simulation_result_id),
    role,
    message,
    start_offset_ms,
  }));
}

/** Conversations in progress and those that ended lately, each as JSON. */
async function conversationsOf({ db, now }: Streaming["service"], organization_id: string) {
  const since = new Date(now().getTime() - OVER_MS).toISOString();
  const rows = await db
    .selectFrom("simulation_result as result")
    .innerJoin("simulation_run_digital_human as human", (join) =>
      join
        .onRef("human.simulation_run_id", "=", "result.simulation_run_id")
        .onRef("human.digital_human_id", "=", "result.digital_human_id"),
    )
    .select([
      "result.id",
      "result.simulation_run_id",
      "result.agent_id",
      "result.digital_human_id",
      "result.repetition",
      "result.status",
      "result.outcome",
      "result.started_at",
      "result.ended_at",
      "human.record",
    ])
    .select(({ selectFrom }) =>
      selectFrom("conversation_entry as entry")
        .whereRef("entry.simulation_result_id", "=", "result.id")
        .select(({ fn }) => fn.countAll().as("turns"))
        .as("turns"),
    )
    .where("result.organization_id", "=", organization_id)
    .where(({ or, eb }) =>
      or([
        eb("result.status", "not in", ["COMPLETED", "INCOMPLETED", "REJECTED"]),
        eb("result.ended_at", ">", since),
      ]),
    )
    .orderBy("result.id", "desc")
    .limit(SHOWN_MAXIMUM)
    .execute();
  return rows.map(({ record, id, turns, ...row }) => ({
    id: String(id),
    text: JSON.stringify({ id: String(id), name: nameIn(record), turns: Number(turns ?? 0), ...row }),
  }));
}

const nameIn = (record: string): string | null => {
  const { name } = JSON.parse(record) as { name?: unknown };
  return typeof name === "string" ? name : null;
};
