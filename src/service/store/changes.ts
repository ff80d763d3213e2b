import { setImmediate as endOfTurn, setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { DatabaseSockets } from "./database-sockets.ts";
import type { RevisionOf } from "./revisions.ts";

/** With this trigger, a table counts its changes in the sequence that is named after it. */
const TRIGGER = "counts_change";
const RECONNECT_MS = 1000;
/** If the server does not answer for this long, nothing is kept until it can be reached again. */
const ANSWER_MS = 2000;

export interface Changes {
  readonly revisionOf: RevisionOf;
  close(): Promise<void>;
}

/** A table whose changes are counted, as a connection knows it. */
interface Table {
  readonly name: string;
  /** The database's number for the sequence. */
  readonly sequence: number;
  /** The last value of the sequence. */
  counted?: number | undefined;
  /** Every transaction that had counted by then has a lower number than this. */
  before?: number | undefined;
  /** They have all ended, so a query on the table now sees their changes. */
  is_settled?: boolean;
}

/** The database's answer to one statement. */
interface Seen {
  /** When the statement began, every transaction with a lower number had ended. */
  readonly ended: number;
  /** The statement's own number: every transaction that was under way before has a lower one. Only on request. */
  readonly own: number | undefined;
  /** Read after that, so they may include changes of transactions that began in the meantime. */
  readonly counts: readonly number[];
}

/**
 * Detects changes that any process makes in a PostgreSQL store. A change is counted before it is committed, so a count
 * alone does not tell whether a query already sees the change. That is certain once every transaction has ended that
 * was under way when the count was seen. One statement, shared by everyone who asks in a turn, finds out. Connects on
 * first use.
 */
export function createChanges(connectionString: string, sockets?: DatabaseSockets): Changes {
  /** Absent while there is no connection. */
  let current: { readonly client: pg.Client; readonly tables: ReadonlyMap<string, Table> } | undefined;
  /** How often a sequence had a new value. This only grows; a sequence falls back when its server crashes. */
  const changes = new Map<string, number>();
  let looked_at = Number.NEGATIVE_INFINITY;
  let looking: Promise<boolean> | undefined;
  /** The tables of the next look. */
  let wanted = new Set<string>();
  let connecting: Promise<void> | undefined;
  const closed = new AbortController();

  async function connect(): Promise<void> {
    while (!closed.signal.aborted) {
      const client = new pg.Client({
        connectionString,
        fallback_application_name: "parley",
        keepAlive: true,
        ...(sockets && { stream: sockets.stream }),
        pipeline: true,
        query_timeout: ANSWER_MS,
        connectionTimeoutMillis: ANSWER_MS,
      });
      try {
        await begin(client);
        return;
      } catch {
        await client.end().catch(() => undefined);
        await sleep(RECONNECT_MS, undefined, { signal: closed.signal, ref: false }).catch(() => undefined);
      }
    }
  }

  async function begin(client: pg.Client): Promise<void> {
    const lose = () => {
      if (current?.client !== client) return;
      current = undefined;
      connecting = connect();
    };
    client.on("error", lose);
    client.on("end", lose);
    await client.connect();
    const tables = await countedTables(client);
    // The second look usually finds that no transaction is open.
    learn(tables, await lookAt(client, tables, "for counts"));
    learn(tables, await lookAt(client, tables, "for its number"));
    current = { client, tables: new Map(tables.map((table) => [table.name, table])) };
  }

  function learn(tables: readonly Table[], { ended, own, counts }: Seen): void {
    for (const [index, table] of tables.entries()) {
      if (table.counted !== counts[index]) {
        table.counted = counts[index];
        table.before = undefined;
        table.is_settled = false;
        changes.set(table.name, (changes.get(table.name) ?? 0) + 1);
      } else if (!table.is_settled) {
        table.before ??= own;
        table.is_settled = table.before !== undefined && ended >= table.before;
      }
    }
  }

  /** Finds out what was changed in these tables before this call. False if the database does not answer. */
  function look(names: readonly string[]): Promise<boolean> {
    for (const name of names) wanted.add(name);
    looking ??= (async () => {
      await endOfTurn();
      looking = undefined;
      const names = wanted;
      wanted = new Set();
      const asked = current;
      if (!asked) return false;
      const tables = [...asked.tables.values()];
      const sent_at = performance.now();
      try {
        const isNew = tables.some(
          (table) => names.has(table.name) && !table.is_settled && table.before === undefined,
        );
        const seen = await lookAt(asked.client, tables, isNew ? "for its number" : "for counts");
        if (asked !== current) return false;
        learn(tables, seen);
        looked_at = sent_at;
        return true;
      } catch {
        // This connection's state may be out of date, so the next one starts over. The end of this one is not
        // awaited.
        asked.client.end().catch(() => undefined);
        return false;
      }
    })();
    return looking;
  }

  return {
    async revisionOf(names, old_ms = 0) {
      connecting ??= connect();
      const areSettled = () => names.every((name) => current?.tables.get(name)?.is_settled);
      if (!names.every((name) => current?.tables.has(name))) return undefined;
      const isRecent = performance.now() - looked_at < old_ms && areSettled();
      if (!isRecent && !((await look(names)) && areSettled())) return undefined;
      // Each part only ever grows, so equal sums mean equal parts.
      return names.reduce((sum, name) => sum + (changes.get(name) ?? 0), 0);
    },
    async close() {
      closed.abort();
      const client = current?.client;
      current = undefined;
      await client?.end().catch(() => undefined);
      await connecting;
    },
  };
}

async function countedTables(client: pg.Client): Promise<readonly Table[]> {
  const { rows } = await client.query<Pick<Table, "name" | "sequence">>(
    `select relname as name, format('%I.%I', nspname, relname || '_changes')::regclass::oid as sequence
     from pg_trigger join pg_class on pg_class.oid = tgrelid join pg_namespace on pg_namespace.oid = relnamespace
     where tgname = $1 and pg_table_is_visible(pg_class.oid)`,
    [TRIGGER],
  );
  return rows.map(({ name, sequence }) => ({ name, sequence }));
}

/** @param purpose getting a transaction number uses one up, so ask for it only after a change */
async function lookAt(
  client: pg.Client,
  tables: readonly Table[],
  purpose: "for counts" | "for its number",
): Promise<Seen> {
  const own = purpose === "for counts" ? "null" : "txid_current()";
  const counts = tables.map(({ sequence }) => `pg_sequence_last_value('${sequence}'::regclass)`);
  const { rows } = await client.query<(string | null)[]>({
    name: purpose,
    text: `select txid_snapshot_xmin(txid_current_snapshot()), ${[own, ...counts].join(", ")}`,
    rowMode: "array",
  });
  const [ended, number, ...rest] = rows[0] ?? [];
  return {
    ended: Number(ended),
    own: typeof number === "string" ? Number(number) : undefined,
    counts: rest.map(Number),
  };
}
