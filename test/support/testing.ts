/** Test files of `parley test`, with agents of fixtures/agents. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll } from "vitest";

export const AGENTS = resolve(import.meta.dirname, "../../fixtures/agents");

let last_port = 0;

/**
 * A free port below those that the system gives to whoever asks for any (from 32768), so that no other socket takes
 * it before the agent listens, or between two runs of the same agent. Each worker has ports of its own.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    last_port = last_port >= 1999 ? 1 : last_port + 1;
    const port = 12_000 + (Number(process.env["VITEST_POOL_ID"] ?? 1) % 10) * 2000 + last_port;
    const isFree = await new Promise<boolean>((found) => {
      const server = createServer().once("error", () => found(false));
      server.listen(port, "127.0.0.1", () => server.close(() => found(true)));
    });
    if (isFree) return port;
  }
}

export interface Caller {
  readonly name: string;
  readonly [field: string]: unknown;
}

export const BOB: Caller = {
  name: "Bob",
  intent: "Wants a refund for an order. The order number is 1182.",
  expect: ["calls issue_refund", 'says "confirmed"'],
};

const TERMS =
  "Let me read you our terms of service, which are long, and which nobody has ever heard to their end.";

/** What the agent said in a caller's conversation, message by message. */
export const agentWords = ({ transcript }: { transcript: { role: string; message: string }[] }): string[] =>
  transcript.filter(({ role }) => role === "AGENT").map(({ message }) => message);

/**
 * Whether the agent was interrupted while it read its terms of service: before the caller's last words it began more often
 * than it came to the end. The stand-ins of frameworks read them three times, because a caller interrupts a turn only by
 * chance; on a busy machine what was cut and what comes next may be in one message.
 */
export function wasCut({ transcript }: Parameters<typeof agentWords>[0]): boolean {
  const last = transcript.findLastIndex(({ role }) => role === "USER");
  const said = agentWords({ transcript: transcript.slice(0, last) }).join(" ");
  return said.split(TERMS.slice(0, 12)).length > said.split(TERMS).length;
}

/** A new folder for each test file. */
export function useFolder() {
  const folders: string[] = [];
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });
  return {
    /** Writes a test file as `desk.parley.yaml` and returns its folder. */
    write(agent: object | undefined, callers: readonly object[] = [BOB], more: object = {}): string {
      const folder = mkdtempSync(join(tmpdir(), "parley-test-file-"));
      folders.push(folder);
      const { defaults, ...rest } = more as { defaults?: object };
      const file = {
        kind: "Test",
        ...(agent && { agent }),
        callers: { ...(defaults && { defaults }), list: callers },
        ...rest,
      };
      writeFileSync(join(folder, "desk.parley.yaml"), JSON.stringify(file, null, 2));
      return folder;
    },
  };
}

/** A webhook agent on a free port. */
export async function webhook(how: string, more: object = {}) {
  const port = await freePort();
  return {
    command: `node ${join(AGENTS, "order-desk.mjs")} ${how}`,
    http: `http://127.0.0.1:${port}/agent`,
    env: { AGENT_PORT: String(port) },
    ...more,
  };
}
