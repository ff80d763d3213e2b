/**
 * What was said in conversations, read without repetitions and without missing turns that are stored late.
 */
import type { Kysely } from "kysely";
import { inChunks } from "../store/chunks.ts";
import type { Database } from "../store/schema.ts";

/**
 * Numbers are assigned before the commit, by several services. So a turn may appear after one with a higher
 * number, but at most this much later.
 */
const LATE_MS = 5000;
/** More turns than can be stored in that time. */
const LATE_TURNS = 5000;
/** Turns that are read at a time. */
export const TURNS_MAXIMUM = 500;

export interface SentTurns {
  /** Every turn up to this number was sent. */
  before: number;
  /** Later turns that were sent, by number, and when. */
  readonly since: Map<number, number>;
}

export const sentUpTo = (before: number): SentTurns => ({ before, since: new Map() });

export const isSent = ({ before, since }: SentTurns, id: number): boolean => id <= before || since.has(id);

export function markSent(sent: SentTurns, ids: readonly number[]): void {
  const now = performance.now();
  for (const id of ids) sent.since.set(id, now);
}

/** Forgets turns sent so long ago that none can appear before them. */
export function forgetOld(sent: SentTurns): void {
  const now = performance.now();
  for (const [id, at] of [...sent.since].sort(([one], [other]) => one - other)) {
    if (now - at < LATE_MS) return;
    sent.since.delete(id);
    sent.before = id;
  }
}

/** The highest number of a turn. */
export async function newestTurn(db: Kysely<Database>): Promise<number> {
  const { newest } = await db
    .selectFrom("conversation_entry")
    .select(({ fn }) => fn.max("id").as("newest"))
    .executeTakeFirstOrThrow();
  return Number(newest ?? 0);
}

/** Treats everything stored so far as sent. Anything stored later is not, whatever its number. */
export async function allStoredAsSent(db: Kysely<Database>): Promise<SentTurns> {
  const sent = sentUpTo(Math.max(0, (await newestTurn(db)) - LATE_TURNS));
  for (;;) {
    const unsent = await unsentTurns(db, sent);
    markSent(
      sent,
      unsent.map(({ id }) => id),
    );
    if (unsent.length < TURNS_MAXIMUM) return sent;
  }
}

interface Place {
  readonly id: number;
  readonly organization_id: string;
}

/** The first turns that were not sent yet, of one organization or of all. */
export async function unsentTurns(
  db: Kysely<Database>,
  sent: SentTurns,
  organization_id?: string,
): Promise<Place[]> {
  const rows = await db
    .selectFrom("conversation_entry as entry")
    .innerJoin("simulation_result as result", "result.id", "entry.simulation_result_id")
    .select(["entry.id", "result.organization_id"])
    .where("entry.id", ">", sent.before)
    .$if(organization_id !== undefined, (query) =>
      query.where("result.organization_id", "=", organization_id as string),
    )
    .orderBy("entry.id")
    .limit(TURNS_MAXIMUM + sent.since.size)
    .execute();
  return rows.filter(({ id }) => !isSent(sent, id)).slice(0, TURNS_MAXIMUM);
}

/** What was said in these turns. */
export async function turnsAt(db: Kysely<Database>, places: readonly Place[]) {
  const organizations = new Map(places.map(({ id, organization_id }) => [id, organization_id]));
  const rows = await inChunks([...organizations.keys()], (ids) =>
    db.selectFrom("conversation_entry").selectAll().where("id", "in", ids).orderBy("id").execute(),
  );
  return rows.map(({ id, simulation_result_id, role, message, start_offset_ms }) => ({
    id,
    organization_id: organizations.get(id) ?? "",
    turn: { simulation_result_id: String(simulation_result_id), role, message, start_offset_ms },
  }));
}

/** A turn, and the organization it belongs to. */
export type PlacedTurn = Awaited<ReturnType<typeof turnsAt>>[number];
