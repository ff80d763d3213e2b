import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { TOOLS_MAXIMUM } from "../../../contract/limits.ts";
import type { Input } from "../../../contract/types.ts";
import { readTools } from "../../../engine/tools/read.ts";
import { withDeadline } from "../../../lib/deadline.ts";
import { Failure } from "../../../lib/failure.ts";
import type { Context } from "../../context.ts";
import { sanitizeLine } from "../../terminal/sanitize.ts";

const TIMEOUT_MS = 30_000;

/** The tools that an MCP server lists. It is asked for nothing else, and none of its tools is called. */
export async function listTools({ signal, version }: Context, url: URL): Promise<Input<"AgentTool">[]> {
  const client = new Client({ name: "parley", version }, { versionNegotiation: { mode: "auto" } });
  try {
    const tools = await withDeadline(TIMEOUT_MS, signal, async (deadline) => {
      await client.connect(new StreamableHTTPClientTransport(url), { signal: deadline });
      const { tools } = await client.listTools({}, { signal: deadline });
      return tools;
    });
    return checked(tools, url);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Failure) throw error;
    throw new Failure("network", `cannot list the tools of the MCP server: ${reasonOf(error)}`, {
      where: url.href,
      hint: "the URL must be that of its streamable HTTP transport, such as http://127.0.0.1:3000/mcp; nothing was sent",
    });
  } finally {
    await client.close().catch(() => {});
  }
}

/** The first cause of an error: the library's own words are about versions of the protocol. */
function reasonOf(error: unknown): string {
  let cause = error as NodeJS.ErrnoException;
  while (cause.cause instanceof Error) cause = cause.cause;
  if (cause instanceof AggregateError) [cause] = cause.errors;
  return /^E[A-Z]+$/.test(cause.code ?? "") ? String(cause.code) : sanitizeLine(cause.message).slice(0, 200);
}

function checked(listed: readonly unknown[], url: URL): Input<"AgentTool">[] {
  const { tools, faults } = readTools(listed);
  const [first] = faults;
  const excess =
    tools.length > TOOLS_MAXIMUM && `${tools.length} tools; an agent's record has room for ${TOOLS_MAXIMUM}`;
  if (!first && !excess) return tools as Input<"AgentTool">[];
  const message = excess || `${first?.path.join(".")}: ${first?.message}`;
  throw new Failure("usage", `the MCP server lists tools that cannot be stored: ${message}`, {
    where: url.href,
  });
}
