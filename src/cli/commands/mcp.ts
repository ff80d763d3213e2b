import { Failure, usage } from "../../lib/failure.ts";
import { type Address, parseAddress } from "../listen/address.ts";
import { defineCommand, list, option } from "./command.ts";
import { oneOf, type Parser, text } from "./parsers.ts";
import { PERMISSIONS } from "./shared/permissions.ts";
import { untilStopped } from "./shared/until-stopped.ts";

const address: Parser<Address> = { parse: parseAddress };

export const command = defineCommand({
  about:
    "A coding agent starts this program and speaks the Model Context Protocol with it over stdin and stdout; with " +
    "--http, programs of this machine reach it at a URL. It uses the same profile, base URL and agent as any " +
    "command in this folder. It only reads, unless you pass --allow. Every change also needs your confirmation, " +
    "or a plan that you were shown (docs/mcp.md).",
  options: {
    allow: list(
      "--allow <what>",
      "write: run simulations, submit calls, change digital humans; release: move labels; repeatable",
      oneOf(PERMISSIONS),
    ),
    files: list(
      "--files <dir>",
      "submit recordings from this folder, which evaluate_call may name; repeatable; default: none",
      text,
    ),
    http: option("--http <host:port>", "listen on this address of this machine instead, at /mcp", address),
  },
  examples: [
    ["parley mcp", "the command for a coding agent to start; it can only read"],
    ["parley mcp --allow write", "it can also run simulations and apply plans, once you confirm"],
    ["parley mcp --http 127.0.0.1:8788", "at http://127.0.0.1:8788/mcp, until Ctrl-C"],
  ],
  async run(context, { allow, files, http }) {
    if (context.isDryRun) throw usage("--dry-run and --curl cannot be used with parley mcp");
    if (context.globals.api_key_stdin)
      throw usage("--api-key-stdin cannot be used with parley mcp", { hint: "set PARLEY_API_KEY" });
    const { terminal, signal } = context;
    if (!http && terminal.streams.stdin.isTTY)
      throw new Failure("usage", "parley mcp is started by a coding agent, not typed at a terminal", {
        hint: "`claude mcp add parley -- parley mcp` adds it to one; docs/mcp.md has others; --http listens on an address",
      });
    const { Session } = await import("../mcp/session.ts");
    const session = new Session(context, allow, files);
    try {
      if (http) {
        const { listen } = await import("../mcp/http.ts");
        const listening = await listen(session, http);
        await terminal.write(`parley mcp is at ${listening.url}\n`);
        await untilStopped(signal);
        await listening.close();
      } else {
        const { talk } = await import("../mcp/stdio.ts");
        await talk(session, terminal, signal);
      }
    } finally {
      await session.close();
    }
    return { data: undefined };
  },
});
