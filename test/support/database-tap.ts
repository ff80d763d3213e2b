/** What a service says to a PostgreSQL server, and how often it waits for an answer. */
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface DatabaseTap {
  /** The database, through the tap. */
  readonly url: string;
  /** How often something was sent after an answer had come: waits that follow each other. */
  trips(): number;
  /** Statements that were executed. */
  statements(): number;
  reset(): void;
  /** Breaks every connection; from now on the tap leads to another server. */
  moveTo(database_url: string): void;
  close(): void;
}

/** Execute and Query, which each run a statement. */
const RUNS = new Set([0x45, 0x51]);
/** A message begins with its type, and its length without the type. */
const HEAD_BYTES = 5;

/** A proxy on the loopback interface, until it is closed. */
export async function tapDatabase(database_url: string): Promise<DatabaseTap> {
  let target = new URL(database_url);
  const clients = new Set<Socket>();
  let trips = 0;
  let statements = 0;
  let wasAnswered = true;
  const server = createServer((client) => {
    const upstream = connect({ host: target.hostname, port: Number(target.port), noDelay: true });
    client.setNoDelay(true);
    clients.add(client);
    client.on("close", () => clients.delete(client));
    let left: Buffer = Buffer.alloc(0);
    let hasBegun = false;
    client.on("data", (bytes: Buffer) => {
      if (wasAnswered) trips++;
      wasAnswered = false;
      left = Buffer.concat([left, bytes]);
      // The first message has no type.
      if (!hasBegun) left = Buffer.concat([Buffer.from([0]), left]);
      hasBegun = true;
      while (left.length >= HEAD_BYTES && left.length > left.readUInt32BE(1)) {
        if (RUNS.has(left[0] ?? 0)) statements++;
        left = left.subarray(1 + left.readUInt32BE(1));
      }
      upstream.write(bytes);
    });
    upstream.on("data", (bytes) => {
      wasAnswered = true;
      client.write(bytes);
    });
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      one.on("close", () => other.destroy());
      one.on("error", () => other.destroy());
    }
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const url = new URL(database_url);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    trips: () => trips,
    statements: () => statements,
    reset() {
      trips = 0;
      statements = 0;
      wasAnswered = true;
    },
    moveTo(other) {
      target = new URL(other);
      for (const client of clients) client.destroy();
    },
    close: () => void server.close(),
  };
}
