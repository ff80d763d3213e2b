import { MessageChannel, type MessagePort, type Worker } from "node:worker_threads";
import { startThread } from "../../../lib/built-files.ts";
import type { FromLine, LineSetup, ToLine } from "./messages.ts";

/** A call's access to its line, which runs in a thread. */
export interface RunningLine {
  tell(message: ToLine): void;
  /** Resolves to the final message when the line has ended. @param hear receives every message before that */
  ended(hear: (message: FromLine) => void): Promise<Extract<FromLine, { kind: "over" | "failed" }>>;
}

export interface Lines {
  begin(setup: LineSetup): RunningLine;
  close(): Promise<void>;
}

/**
 * One thread for the lines of all calls, started with the first call, so that the service's other work does
 * not delay their frames.
 */
export function createLines(): Lines {
  let thread: Worker | undefined;

  function begin(): Worker {
    const begun = startThread("line-thread.cjs");
    begun.unref();
    // When it ends, the ports of its calls are closed, and the calls notice that.
    begun.on("error", () => undefined);
    begun.on("exit", () => {
      if (thread === begun) thread = undefined;
    });
    return begun;
  }

  return {
    begin(setup) {
      thread ??= begin();
      const { port1, port2 } = new MessageChannel();
      thread.postMessage({ setup, port: port2 }, [port2]);
      return lineAt(port1);
    },
    async close() {
      await thread?.terminate();
    },
  };
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
