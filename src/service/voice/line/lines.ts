import { MessageChannel, type MessagePort, type Worker } from "node:worker_threads";
import { ownThread } from "../../../own-files.ts";
import type { FromLine, LineSetup, ToLine } from "./messages.ts";

/** A call's side of the line that a thread runs for it. */
export interface RunningLine {
  tell(message: ToLine): void;
  /** Resolves when the line has ended, to the message that told so. @param hear every message before that */
  ended(hear: (message: FromLine) => void): Promise<Extract<FromLine, { kind: "over" | "failed" }>>;
}

export interface Lines {
  begin(setup: LineSetup): RunningLine;
  close(): Promise<void>;
}

/** One thread for the lines of all calls, begun with the first. The service does its other work without delaying their frames. */
export function createLines(): Lines {
  let thread: Worker | undefined;

  function begin(): Worker {
    const begun = ownThread("line-thread.cjs");
    begun.unref();
    // The ports of its calls are closed as it ends, which they tell.
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
