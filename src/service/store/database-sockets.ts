/**
 * The connections of a process to a PostgreSQL server. They can be broken, so that the process can end even
 * if the server does not answer.
 */
import { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** How long a process that is ending waits for a silent server. */
const SILENCE_MS = 10_000;
const AGAIN_MS = 1000;

export class DatabaseSockets {
  readonly #open = new Set<Socket>();
  #broken: Error | undefined;

  /** Creates the socket of a connection: `stream` in the configuration of `pg`. */
  readonly stream = (): Socket => {
    const socket = new Socket();
    this.#open.add(socket);
    socket.once("close", () => this.#open.delete(socket));
    // Later, because its owner listens only after this function returns.
    if (this.#broken) setImmediate(() => socket.destroy(this.#broken));
    return socket;
  };

  /**
   * Breaks all current and future connections if the server does not answer for ten seconds. Acknowledged
   * changes have been committed by then. Checks until `signal` aborts. A refusal counts as an answer, and so
   * does a port where no server listens.
   */
  async breakIfSilent(url: string, signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await this.#answers(url)))
      await sleep(AGAIN_MS, undefined, { signal, ref: false }).catch(() => undefined);
    if (signal.aborted) return;
    this.#broken = new Error(`the database has not answered for ${SILENCE_MS / 1000} s`);
    for (const socket of this.#open) socket.destroy(this.#broken);
  }

  async #answers(url: string): Promise<boolean> {
    const { default: pg } = await import("pg");
    const client = new pg.Client({
      connectionString: url,
      fallback_application_name: "parley",
      stream: this.stream,
    });
    client.on("error", () => undefined);
    const late = new AbortController();
    const asked = client.connect().then(
      () => client.query(""),
      () => undefined,
    );
    try {
      return await Promise.race([
        asked.then(
          () => true,
          () => true,
        ),
        sleep(SILENCE_MS, false, { signal: late.signal, ref: false }),
      ]);
    } finally {
      late.abort();
      client.end().catch(() => undefined);
    }
  }
}
