/** The thread that runs the lines of an organization, so that nothing else delays their frames. */
import { type MessagePort, parentPort } from "node:worker_threads";
import { runLine } from "./call.ts";
import type { LineSetup } from "./messages.ts";

parentPort?.on("message", ({ setup, port }: { setup: LineSetup; port: MessagePort }) => {
  void runLine(setup, port);
});
