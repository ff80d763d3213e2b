import { resolve } from "node:path";
import { defineCommand, flag, list, option } from "./command.ts";
import { integerFrom, text } from "./parsers.ts";

/** The one door between the command line and the service. */
export const command = defineCommand({
  about:
    "Stores, checks, plays digital humans and evaluates on this machine. The data stays in a folder of yours; " +
    "nothing leaves the machine. When it is ready it prints its URL and the API keys.",
  options: {
    port: option("--port <n>", "port to listen on; 0 takes a free one", integerFrom(0), 8787),
    host: option("--host <address>", "address to listen on", text, "127.0.0.1"),
    data: option("--data <folder>", "folder of the data"),
    memory: flag("--memory", "keep everything in memory and forget it at the end"),
    seed: list("--seed <file>", "a manifest of kind Seed to start with; repeatable"),
  },
  examples: [
    ["parley serve", "the service on port 8787, its key stored as the profile `local`"],
    ["parley serve --memory --port 0 --seed fixtures/seed.yaml --json", "a throw-away service for a script"],
  ],
  async run(context, { port, host, data, memory, seed }) {
    return { data: { port, host, data: data && resolve(context.cwd, data), memory, seed } };
  },
});
