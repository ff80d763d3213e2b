import { setImmediate as endOfTurn, setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { RevisionOf } from "./revisions.ts";

/** The channel on which the tables tell, by their triggers, that a change of theirs was committed. */
const CHANNEL = "parley_changes";
const TRIGGER = "tells_change";
const RECONNECT_MS = 1000;
/** A server that does not answer for so long tells nothing: until it is reached again, nothing is kept. */
const ANSWER_MS = 2000;

export interface Changes {
  readonly revisionOf: RevisionOf;
  close(): Promise<void>;
}

/**
 * Hears what any process changes in a PostgreSQL store. PostgreSQL delivers a notification before it answers a statement
 * that was sent after the commit; so one empty statement, shared by all who ask in a turn, makes sure that nothing was
 * missed. Connects when it is first asked.
 */
export function createChanges(connectionString: string): Changes {
  const counts = new Map<string, number>();
  /** Absent while there is no connection. */
  let hearing: pg.Client | undefined;
  let told: ReadonlySet<string> = new Set();
  let missed = 0;
  let confirmed_at = Number.NEGATIVE_INFINITY;
  let asking: Promise<boolean> | undefined;
  let connecting: Promise<void> | undefined;
  const closed = new AbortController();

  async function connect(): Promise<void> {
    while (!closed.signal.aborted) {
      const client = new pg.Client({
        connectionString,
        fallback_application_name: "parley",
        keepAlive: true,
        pipeline: true,
        query_timeout: ANSWER_MS,
        connectionTimeoutMillis: ANSWER_MS,
      });
      try {
        await listen(client);
        return;
      } catch {
        await client.end().catch(() => undefined);
        await sleep(RECONNECT_MS, undefined, { signal: closed.signal, ref: false }).catch(() => undefined);
      }
    }
  }

  async function listen(client: pg.Client): Promise<void> {
    const lose = () => {
      if (hearing !== client) return;
      hearing = undefined;
      connecting = connect();
    };
    client.on("error", lose);
    client.on("end", lose);
    client.on("notification", ({ payload = "" }) => counts.set(payload, (counts.get(payload) ?? 0) + 1));
    await client.connect();
    await client.query(`listen ${CHANNEL}`);
    const { rows } = await client.query<{ name: string }>(
      "select relname as name from pg_trigger join pg_class on pg_class.oid = tgrelid where tgname = $1",
      [TRIGGER],
    );
    told = new Set(rows.map(({ name }) => name));
    missed++;
    hearing = client;
  }

  /** Whether everything has been heard that was committed before this call. */
  function confirm(): Promise<boolean> {
    asking ??= (async () => {
      await endOfTurn();
      asking = undefined;
      const client = hearing;
      const sent_at = performance.now();
      try {
        await client?.query("");
        confirmed_at = Math.max(confirmed_at, sent_at);
        return client !== undefined && client === hearing;
      } catch {
        return false;
      }
    })();
    return asking;
  }

  return {
    async revisionOf(tables, old_ms = 0) {
      connecting ??= connect();
      if (!hearing || !tables.every((table) => told.has(table))) return undefined;
      const isRecent = performance.now() - confirmed_at < old_ms;
      if (!isRecent && !(await confirm())) return undefined;
      // Each part only ever grows, so equal sums mean equal parts.
      return tables.reduce((sum, table) => sum + (counts.get(table) ?? 0), missed);
    },
    async close() {
      closed.abort();
      const client = hearing;
      hearing = undefined;
      await client?.end().catch(() => undefined);
      await connecting;
    },
  };
}
