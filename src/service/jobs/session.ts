import { randomInt } from "node:crypto";
import pg from "pg";
import type { DatabaseSockets } from "../store/database-sockets.ts";

/** The channel that announces the kinds of added jobs to all processes, after the commit. */
export const CHANNEL = "parley_jobs";
/** The first half of the advisory locks that represent processes: "PARL" in ASCII. */
export const WORKER_LOCKS = 0x5041524c;

const WORKERS = 2 ** 31 - 1;
/** If a server does not answer for this long, it is tried again. */
const ANSWER_MS = 10_000;
/**
 * How often to send an empty statement while there is no work, to check that the server and this process
 * still reach each other.
 */
const BEAT_MS = 30_000;
/** If a machine disappears without closing its connections, the server notices after about ten seconds. */
const NOTICE_VANISHED = `
  set tcp_keepalives_idle = 5;
  set tcp_keepalives_interval = 2;
  set tcp_keepalives_count = 3`;

interface Heard {
  added(kind: string): void;
  /** The connection broke; the process counts as gone. Not called after `end`. */
  lost(error: Error): void;
}

export interface WorkerSession {
  /** The number under which the process takes jobs. */
  readonly worker: number;
  end(): Promise<void>;
}

/**
 * Registers a process as a worker: its own connection holds a lock on the process's number. PostgreSQL
 * releases it the moment the process dies, however it dies, which tells the others that its jobs are free.
 */
export async function openSession(
  connectionString: string,
  heard: Heard,
  sockets?: DatabaseSockets,
): Promise<WorkerSession> {
  const client = new pg.Client({
    connectionString,
    fallback_application_name: "parley",
    keepAlive: true,
    ...(sockets && { stream: sockets.stream }),
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
  });
  // If it fails before it is registered, the caller gets a rejection instead.
  let isOver = true;
  let beating: NodeJS.Timeout | undefined;
  const end = () => {
    isOver = true;
    clearInterval(beating);
    return client.end();
  };
  const lose = (error: Error) => {
    if (isOver) return;
    void end().catch(() => undefined);
    heard.lost(error);
  };
  client.on("error", lose);
  client.on("notification", ({ payload = "" }) => heard.added(payload));
  try {
    await client.connect();
    await client.query(NOTICE_VANISHED);
    const worker = await takeNumber(client);
    await client.query(`listen ${CHANNEL}`);
    client.on("end", () => lose(new Error("the database server closed the connection")));
    isOver = false;
    beating = setInterval(() => client.query("").catch(lose), BEAT_MS).unref();
    return { worker, end };
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

async function takeNumber(client: pg.Client): Promise<number> {
  for (;;) {
    const worker = randomInt(1, WORKERS);
    const { rows } = await client.query("select pg_try_advisory_lock($1, $2) as taken", [
      WORKER_LOCKS,
      worker,
    ]);
    if (rows[0].taken) return worker;
  }
}
