/** The connections of a process to a PostgreSQL server, so that it can end although the server says nothing. */
import { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** How long a server may say nothing to a process that ends. */
const SILENCE_MS = 10_000;
const AGAIN_MS = 1000;

export class DatabaseSockets {
  readonly #open = new Set<Socket>();
  #broken: Error | undefined;

  /** Makes the socket of a connection: `stream` of the configuration of `pg`. */
  readonly stream = (): Socket => {
    const socket = new Socket();
    this.#open.add(socket);
    socket.once("close", () => this.#open.delete(socket));
    // Its owner listens only after this.
    if (this.#broken) setImmediate(() => socket.destroy(this.#broken));
    return socket;
  };

  /**
   * Breaks all connections, and those that are made later, if the server does not answer for ten seconds; what was
   * acknowledged has been committed. Looks until `signal` aborts. An answer may be a refusal; and where nobody listens, nothing waits.
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
