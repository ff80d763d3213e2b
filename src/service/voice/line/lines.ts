import { MessageChannel, type MessagePort, type Worker } from "node:worker_threads";
import { startThread } from "../../../lib/built-files.ts";
import type { PerOrganization } from "../../per-organization.ts";
import type { FromLine, LineSetup, ToLine } from "./messages.ts";

/** A call's access to its line, which runs in a thread. */
export interface RunningLine {
  tell(message: ToLine): void;
  /** Resolves to the final message when the line has ended. @param hear receives every message before that */
  ended(hear: (message: FromLine) => void): Promise<Extract<FromLine, { kind: "over" | "failed" }>>;
}

export interface Lines {
  begin(setup: LineSetup): RunningLine;
}

/** How long a thread without calls is kept for the next one. */
const IDLE_MS = 60_000;

/**
 * A thread for the lines of each organization that makes calls, started with its first call. Neither the service's other
 * work nor what another organization's agent sends delays the frames of its calls.
 */
export function createLines(): PerOrganization<Lines> & { close(): Promise<void> } {
  const threads = new Map<string, LineThread>();

  function threadOf(organization_id: string): LineThread {
    const running = threads.get(organization_id);
    if (running) return running;
    const begun = new LineThread(() => {
      if (threads.get(organization_id) === begun) threads.delete(organization_id);
    });
    threads.set(organization_id, begun);
    return begun;
  }

  return {
    of: (organization_id) => ({ begin: (setup) => threadOf(organization_id).begin(setup) }),
    async close() {
      await Promise.all([...threads.values()].map((thread) => thread.end()));
    },
  };
}

class LineThread {
  readonly #worker: Worker;
  readonly #onEnd: () => void;
  #calls = 0;
  #idle: NodeJS.Timeout | undefined;

  /** @param onEnd called before the thread ends, and when it has ended by itself */
  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
    this.#worker = startThread("line-thread.cjs");
    this.#worker.unref();
    // When it ends, the ports of its calls are closed, and the calls notice that.
    this.#worker.on("error", () => undefined);
    this.#worker.on("exit", onEnd);
  }

  begin(setup: LineSetup): RunningLine {
    clearTimeout(this.#idle);
    this.#calls++;
    const { port1, port2 } = new MessageChannel();
    port1.on("close", () => {
      if (--this.#calls === 0) this.#idle = setTimeout(() => void this.end(), IDLE_MS).unref();
    });
    this.#worker.postMessage({ setup, port: port2 }, [port2]);
    return lineAt(port1);
  }

  async end(): Promise<void> {
    clearTimeout(this.#idle);
    this.#onEnd();
    await this.#worker.terminate();
  }
}

const lineAt = (port: MessagePort): RunningLine => ({
  tell: (message) => port.postMessage(message),
  ended: (hear) =>
    new Promise((resolve, reject) => {
      port.on("message", (message: FromLine) => {
        if (message.kind !== "over" && message.kind !== "failed") return hear(message);
        resolve(message);
        port.close();
      });
      port.on("close", () => reject(new Error("the thread that runs the lines of calls ended")));
    }),
});
