/** Spans that agents export: which parts are stored, and what they say about a call or a conversation. */
import type { Kysely } from "kysely";
import { badRequest } from "../errors.ts";
import type { Handlers } from "../handler.ts";
import { JsonText } from "../json-text.ts";
import { chunks } from "../store/chunks.ts";
import type { Database } from "../store/schema.ts";
import { readHead } from "../submissions/submission.ts";
import { SMALL_BODY } from "../thread/work-thread.ts";
import type { SpanPiece } from "../traces/exported.ts";
import { summaryOf, unpacked } from "../traces/read-spans.ts";
import { takingTurns } from "../turns.ts";
import { requireCall } from "./evaluations.ts";
import { numberOf } from "./ids.ts";
import { requireResult } from "./simulations/results.ts";
import { type ResultUpdate, storeUpdates, updateOf, updatesOf } from "./simulations/updates.ts";

/** The most spans of one summary, and the most characters. */
const SPANS_MAXIMUM = 20_000;
const CHARACTERS_MAXIMUM = 8_000_000;
/** How many spans are read at a time. */
const PAGE = 500;
/** The most traces of one conversation. */
const TRACES_MAXIMUM = 1000;
/** How many conversations are linked at a time. Each may have `TRACES_MAXIMUM` traces. */
const LINKED_AT_ONCE = 50;

export const traceHandlers = {
  async export_traces({ organization_id, spans, simulation_result_id: named }, service) {
    const { pieces, rejected } = spans ?? NO_SPANS;
    const kept = spans && (await masks(service.db, organization_id)) ? await spans.masked() : pieces;
    const created_at = service.now().toISOString();
    const missing =
      kept.length === 0
        ? []
        : await service.write(async (transaction) => {
            const linked = await storeSpans(transaction, kept, { organization_id, named, created_at });
            return link(transaction, organization_id, linked);
          });
    const messages = [
      ...(rejected > 0
        ? [`${rejected} ${rejected === 1 ? "span lacks" : "spans lack"} an id or a time`]
        : []),
      ...(missing.length > 0 ? [notLinked(missing)] : []),
    ];
    // The protocol says that the message is a warning if no span was rejected.
    return messages.length === 0
      ? {}
      : { partialSuccess: { rejectedSpans: rejected, errorMessage: messages.join("; ") } };
  },

  async get_trace_summary({ organization_id, query }, { db, thread }) {
    const { call_id, simulation_result_id, trace_id } = query;
    const given = [call_id, simulation_result_id, trace_id].filter((value) => value !== undefined);
    if (given.length !== 1) throw badRequest("give one of call_id, simulation_result_id and trace_id");
    const trace_ids =
      trace_id !== undefined
        ? [trace_id]
        : call_id !== undefined
          ? await tracesOfCall(db, organization_id, call_id)
          : await tracesOfResult(db, organization_id, simulation_result_id ?? "");
    const { records, isAll } = await recordsOf(db, organization_id, trace_ids.flatMap(traceIdIn));
    const warning = isAll ? null : `there are more spans than can be summarized: these are ${records.length}`;
    const spans = `[${records.join(",")}]`;
    const summary = await (spans.length <= SMALL_BODY ? summaryOf(spans) : thread.summarize(spans));
    return new JsonText(`${summary.slice(0, -1)},"warning":${JSON.stringify(warning)}}`);
  },
} satisfies Partial<Handlers>;

const NO_SPANS = { pieces: [], rejected: 0 };

interface StoredWith {
  readonly organization_id: string;
  /** The conversation that the whole export belongs to. */
  readonly named: string | undefined;
  readonly created_at: string;
}

/** Stores spans. Returns the traces of each conversation they name, up to the maximum of one conversation. */
async function storeSpans(
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
  const letOthers = takingTurns();
  for (const piece of pieces) {
    await letOthers();
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
async function masks(db: Kysely<Database>, organization_id: string): Promise<boolean> {
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

async function tracesOfCall(db: Kysely<Database>, organization_id: string, call_id: string) {
  const { id } = await requireCall(db, organization_id, call_id);
  const row = await db
    .selectFrom("call")
    .select(["id", "submission_head"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const { trace_id } = await readHead(db, row);
  return typeof trace_id === "string" ? [trace_id] : [];
}

/** The traces of a conversation, reported in an update or by a span. */
async function tracesOfResult(db: Kysely<Database>, organization_id: string, id: string): Promise<string[]> {
  const { trace_ids } = await updateOf(db, (await requireResult(db, organization_id, id)).id);
  return trace_ids ?? [];
}

/** How many ids of conversations a warning lists. */
const NAMED_MAXIMUM = 5;

function notLinked(ids: readonly string[]): string {
  const listed = ids.slice(0, NAMED_MAXIMUM).map((id) => id.slice(0, 40));
  const more = ids.length > listed.length ? ` and ${ids.length - listed.length} more` : "";
  return `stored but not linked: simulation result ${listed.join(", ")}${more} not found`;
}

type Linked = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Links traces to conversations. Returns the ids of conversations that do not exist or belong to another
 * organization.
 */
async function link(
  transaction: Kysely<Database>,
  organization_id: string,
  linked: Linked,
): Promise<string[]> {
  const missing: string[] = [];
  const letOthers = takingTurns();
  for (const chunk of chunks([...linked], LINKED_AT_ONCE)) {
    await letOthers();
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
      const known = updates.get(id)?.trace_ids ?? [];
      const all = new Set([...known, ...traces]);
      if (all.size > known.length && known.length < TRACES_MAXIMUM)
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

/** The trace id in a text, which may be a whole W3C traceparent. */
const traceIdIn = (text: string): string[] => {
  const [, id] =
    /^(?:[\da-f]{2}-)?([\da-f]{32})(?:-[\da-f]{16}-[\da-f]{2})?$/.exec(text.trim().toLowerCase()) ?? [];
  return id === undefined ? [] : [id];
};

/** The spans of traces, each as JSON: `KeptSpan`. Lets other work go first between two pages. */
async function recordsOf(
  db: Kysely<Database>,
  organization_id: string,
  trace_ids: readonly string[],
): Promise<{ readonly records: string[]; readonly isAll: boolean }> {
  const records: string[] = [];
  let characters = 0;
  const letOthers = takingTurns();
  for (const chunk of chunks([...new Set(trace_ids)]))
    for (let after = { trace_id: "", span_id: "" }; ; ) {
      const rows = await db
        .selectFrom("trace_span")
        .select(["trace_id", "span_id", "record"])
        .where("organization_id", "=", organization_id)
        .where("trace_id", "in", chunk)
        .where(({ eb, refTuple, tuple }) =>
          eb(refTuple("trace_id", "span_id"), ">", tuple(after.trace_id, after.span_id)),
        )
        .orderBy("trace_id")
        .orderBy("span_id")
        .limit(PAGE)
        .execute();
      for (const { record } of rows) {
        if (records.length === SPANS_MAXIMUM || characters > CHARACTERS_MAXIMUM)
          return { records, isAll: false };
        records.push(record);
        characters += record.length;
      }
      const last = rows.at(-1);
      if (!last || rows.length < PAGE) break;
      after = last;
      await letOthers();
    }
  return { records, isAll: true };
}
