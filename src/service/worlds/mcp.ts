/** The tools of a world as a server of the Model Context Protocol. Loaded with the first request of a client. */
import { createMcpHandler, Server } from "@modelcontextprotocol/server";
import type { ToolAnswer } from "../../engine/world/call.ts";
import type { World } from "../../engine/world/world.ts";

type Call = (tool: string, given: unknown) => Promise<ToolAnswer>;

/**
 * Answers one request: the conversation keeps the state, so the server needs no session.
 * @param parsedBody the JSON of a POST, which has been read within the limits of a call
 */
export async function answerMcp(
  request: Request,
  parsedBody: unknown,
  world: World,
  call: Call,
): Promise<Response> {
  return createMcpHandler(() => serverOf(world, call)).fetch(request, { parsedBody });
}

function serverOf(world: World, call: Call): Server {
  const server = new Server({ name: "world", version: "1" }, { capabilities: { tools: {} } });
  server.setRequestHandler("tools/list", () => ({
    tools: [...world.tools.values()].map(({ name, description, input }) => ({
      name,
      ...(description !== undefined && { description }),
      inputSchema: { ...input, type: "object" as const },
    })),
  }));
  server.setRequestHandler("tools/call", async ({ params }) => {
    const { status, answer } = await call(params.name, params.arguments ?? {});
    const text = typeof answer === "string" ? answer : JSON.stringify(answer);
    return { content: [{ type: "text" as const, text }], ...(status !== 200 && { isError: true }) };
  });
  return server;
}
