/** The protocol over stdin and stdout, until the client closes them. */
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Streams } from "../terminal/terminal.ts";
import { createServer } from "./server.ts";
import type { Session } from "./session.ts";

export async function talk(session: Session, { stdin, stdout }: Streams, signal: AbortSignal): Promise<void> {
  const ended = new Promise<void>((resolve) => {
    stdin.once("end", resolve);
    stdin.once("close", resolve);
    signal.addEventListener("abort", () => resolve(), { once: true });
    if (signal.aborted) resolve();
  });
  const handle = serveStdio(() => createServer(session), {
    transport: new StdioServerTransport(stdin, stdout),
  });
  await ended;
  await handle.close();
}
