/** What a service sends to a PostgreSQL server, and how often it waits for an answer. */
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface DatabaseTap {
  /** The database's URL through the tap. */
  readonly url: string;
  /** How often something was sent after an answer had arrived: the number of successive waits. */
  trips(): number;
  /** Statements that were executed. */
  statements(): number;
  reset(): void;
  /** Breaks every connection. From now on, the tap leads to another server. */
  moveTo(database_url: string): void;
  /** Nothing passes any more, silently: connections stay open, and new ones lead nowhere. */
  freeze(): void;
  /** New connections lead to another server. Those from before the freeze stay frozen. */
  thaw(database_url: string): void;
  close(): void;
}

/** A message that runs a previously prepared statement. */
const EXECUTE = 0x45;
/** A message with one statement, or several separated by semicolons. */
const QUERY = 0x51;
/** A message begins with its type, and its length without the type. */
const HEAD_BYTES = 5;

/** A proxy on the loopback interface, until it is closed. */
export async function tapDatabase(database_url: string): Promise<DatabaseTap> {
  let target = new URL(database_url);
  const clients = new Set<Socket>();
  let trips = 0;
  let statements = 0;
  let wasAnswered = true;
  let frozen: { is: boolean } = { is: false };
  // As with a stopped server, a frozen connection does not end when one side ends it.
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const gate = frozen;
    if (gate.is) {
      clients.add(client);
      client.on("error", () => client.destroy());
      client.on("close", () => clients.delete(client));
      client.resume();
      return;
    }
    const upstream = connect({ host: target.hostname, port: Number(target.port), noDelay: true });
    client.setNoDelay(true);
    clients.add(client);
    client.on("close", () => clients.delete(client));
    client.on("end", () => {
      if (!gate.is) upstream.end();
    });
    let left: Buffer = Buffer.alloc(0);
    let hasBegun = false;
    client.on("data", (bytes: Buffer) => {
      if (gate.is) return;
      if (wasAnswered) trips++;
      wasAnswered = false;
      left = Buffer.concat([left, bytes]);
      // The first message has no type.
      if (!hasBegun) left = Buffer.concat([Buffer.from([0]), left]);
      hasBegun = true;
      while (left.length >= HEAD_BYTES && left.length > left.readUInt32BE(1)) {
        const message = left.subarray(0, 1 + left.readUInt32BE(1));
        if (message[0] === EXECUTE) statements++;
        if (message[0] === QUERY) statements += message.toString("latin1", HEAD_BYTES).split(";").length;
        left = left.subarray(message.length);
      }
      upstream.write(bytes);
    });
    upstream.on("data", (bytes) => {
      if (gate.is) return;
      wasAnswered = true;
      client.write(bytes);
    });
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      // A side that is cut off does not learn what happens to the other end.
      const drop = () => {
        if (!gate.is || one === client) other.destroy();
      };
      one.on("close", drop);
      one.on("error", drop);
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
    freeze() {
      frozen.is = true;
    },
    thaw(other) {
      target = new URL(other);
      frozen = { is: false };
    },
    close() {
      server.close();
      for (const client of clients) client.destroy();
    },
  };
}
