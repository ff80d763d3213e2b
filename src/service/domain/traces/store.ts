/** Stores the spans that agents export, and links their traces to conversations. */
import type { Kysely } from "kysely";
import { chunks } from "../../store/chunks.ts";
import type { Database } from "../../store/schema.ts";
import type { SpanPiece } from "../../traces/exported.ts";
import { unpacked } from "../../traces/read-spans.ts";
import { createYielder } from "../../yield.ts";
import { type ResultUpdate, storeUpdates, updatesOf } from "../conversations/updates.ts";
import { numberOf } from "../ids.ts";

/** The most traces of one conversation. */
const TRACES_MAXIMUM = 1000;
/** How many conversations are linked at a time. Each may have `TRACES_MAXIMUM` traces. */
const LINKED_AT_ONCE = 50;

interface StoredWith {
  readonly organization_id: string;
  /** The conversation that the whole export belongs to. */
  readonly named: string | undefined;
  readonly created_at: string;
}

/** Stores spans. Returns the traces of each conversation they name, up to the maximum of one conversation. */
export async function storeSpans(
  transaction: Kysely<Database>,
  pieces: readonly SpanPiece[],
  { organization_id, named, created_at }: StoredWith,
): Promise<Linked> {
  const linked = new Map<string, Set<string>>();
  const addTo = (id: string, trace_id: string) => {
    const traces = linked.get(id) ?? new Set();
    if (traces.size < TRACES_MAXIMUM) traces.add(trace_id);
    linked.set(id, traces);
  };
  const yieldIfDue = createYielder();
  for (const piece of pieces) {
    await yieldIfDue();
    const spans = unpacked(piece);
    for (const { trace_id, simulation_result_id } of spans) {
      if (named !== undefined) addTo(named, trace_id);
      if (simulation_result_id !== null) addTo(simulation_result_id, trace_id);
    }
    await transaction
      .insertInto("trace_span")
      .values(
        spans.map(({ trace_id, span_id, record }) => ({
          organization_id,
          trace_id,
          span_id,
          record,
          created_at,
        })),
      )
      // An exporter repeats a batch if it is in doubt.
      .onConflict((conflict) => conflict.columns(["organization_id", "trace_id", "span_id"]).doNothing())
      .execute();
  }
  return linked;
}

/** A span does not name its agent when it arrives, so it is masked if any agent masks personal data. */
export async function masks(db: Kysely<Database>, organization_id: string): Promise<boolean> {
  const agent = await db
    .selectFrom("agent")
    .select("id")
    .where("organization_id", "=", organization_id)
    // Searches the text, because records may be large and many. Inside a string value, the quotes would be
    // escaped, so a text cannot match.
    .where("record", "like", '%"redact_pii":true%')
    .limit(1)
    .executeTakeFirst();
  return agent !== undefined;
}

type Linked = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Links traces to conversations. Returns the ids of conversations that do not exist or belong to another
 * organization.
 */
export async function link(
  transaction: Kysely<Database>,
  organization_id: string,
  linked: Linked,
): Promise<string[]> {
  const missing: string[] = [];
  const yieldIfDue = createYielder();
  for (const chunk of chunks([...linked], LINKED_AT_ONCE)) {
    await yieldIfDue();
    const ids = chunk.map(([named]) => numberOf(named)).filter((id) => id !== undefined);
    const own = new Set(await ownResults(transaction, organization_id, ids));
    const updates = await updatesOf(transaction, [...own]);
    const added = new Map<number, ResultUpdate>();
    for (const [named, traces] of chunk) {
      const id = numberOf(named);
      if (id === undefined || !own.has(id)) {
        missing.push(named);
        continue;
      }
      const trace_ids = updates.get(id)?.trace_ids ?? [];
      const all = new Set([...trace_ids, ...traces]);
      if (all.size > trace_ids.length && trace_ids.length < TRACES_MAXIMUM)
        added.set(id, { trace_ids: [...all].slice(0, TRACES_MAXIMUM) });
    }
    await storeUpdates(transaction, added);
  }
  return missing;
}

async function ownResults(
  db: Kysely<Database>,
  organization_id: string,
  ids: readonly number[],
): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("simulation_result")
    .select("id")
    .where("id", "in", ids)
    .where("organization_id", "=", organization_id)
    .execute();
  return rows.map(({ id }) => id);
}
