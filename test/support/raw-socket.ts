/** Bytes on a connection that no HTTP client would send. */
import { connect, type Socket } from "node:net";

export interface RawAnswer {
  /** Everything that was received, as Latin-1. */
  readonly text: string;
  /** The status of each answer, in order. */
  readonly statuses: readonly number[];
  /** Whether the other side closed or broke the connection. */
  readonly isClosed: boolean;
}

export const openSocket = (url: string): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname, () => resolve(socket));
    socket.once("error", reject);
  });

/** Sends bytes and collects the answer until the other side closes, or nothing arrives for `quiet_ms`. */
export async function exchange(url: string, bytes: string | Uint8Array, quiet_ms = 300): Promise<RawAnswer> {
  const socket = await openSocket(url);
  socket.write(typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes);
  return gather(socket, quiet_ms);
}

/** Collects what arrives until the other side closes, or nothing arrives for `quiet_ms`. */
export function gather(socket: Socket, quiet_ms: number): Promise<RawAnswer> {
  return new Promise((resolve) => {
    let text = "";
    const end = (isClosed: boolean) => {
      socket.destroy();
      const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
      resolve({ text, statuses, isClosed });
    };
    socket.setTimeout(quiet_ms, () => end(false));
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
    });
    socket.on("error", () => end(true));
    socket.on("end", () => end(true));
  });
}
