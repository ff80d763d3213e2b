/**
 * The tools of a conversation's world, for the agent under test: over HTTP, and as an MCP server. The key in the path is good
 * for that conversation alone and as long as it lasts.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Hono } from "hono";
import type { ToolAnswer } from "../../engine/world/call.ts";
import { type Calling, callWorld, conversationOfKey, openWorld } from "../domain/conversations/world-call.ts";
import { Refused } from "../errors.ts";
import type { Context, Environment } from "../http/environment.ts";
import { jsonBody } from "../http/json-body.ts";
import type { Attempts } from "../http/keys.ts";

/** Bytes of a body. */
const BYTES_MAXIMUM = 256 * 1024;

export interface WorldAccess {
  /** Counts addresses whose keys are unknown. */
  readonly attempts: Attempts;
  /** Opens the world of any conversation, which a header names: only in a test, for the agent that it has started. */
  readonly world_key?: string | undefined;
}

export function addWorlds(app: Hono<Environment>, service: Calling, access: WorldAccess): void {
  const route =
    <T>(name: string, answer: (c: Context, id: number) => Promise<T>) =>
    async (c: Context) => {
      c.set("route", name);
      return answer(c, await conversationIn(c, service, access));
    };
  app.get(
    "/worlds/:key/tools",
    route("/worlds/{key}/tools", async (c, id) => {
      const { world } = await openWorld(service, service.db, id);
      return c.json(
        [...world.tools.values()].map(({ name, description, input }) => ({
          type: "function",
          function: { name, ...(description !== undefined && { description }), parameters: input },
        })),
      );
    }),
  );
  app.post(
    "/worlds/:key/tools/:tool",
    route("/worlds/{key}/tools/{tool}", async (c, id) => {
      const given = await jsonBody(c.env.incoming, BYTES_MAXIMUM);
      const { status, answer } = await answered(c, service, id, c.req.param("tool") ?? "", given);
      return c.json(answer as object, status as 200);
    }),
  );
  app.all(
    "/worlds/:key/mcp",
    route("/worlds/{key}/mcp", async (c, id) => {
      const { answerMcp } = await import("./mcp.ts");
      const { world } = await openWorld(service, service.db, id);
      const body = c.req.method === "POST" ? await jsonBody(c.env.incoming, BYTES_MAXIMUM) : undefined;
      return answerMcp(c.req.raw, body, world, (tool, given) => answered(c, service, id, tool, given));
    }),
  );
}

/** The answer, after as long as the world says. */
async function answered(
  c: Context,
  service: Calling,
  id: number,
  tool: string,
  given: unknown,
): Promise<ToolAnswer> {
  const answer = await callWorld(service, id, { tool, arguments: given });
  if (answer.wait_ms > 0) {
    const gone = new AbortController();
    c.env.incoming.socket.once("close", () => gone.abort());
    await sleep(answer.wait_ms, undefined, { signal: gone.signal }).catch(() => undefined);
  }
  return answer;
}

async function conversationIn(
  c: Context,
  service: Calling,
  { attempts, world_key }: WorldAccess,
): Promise<number> {
  const key = c.req.param("key") ?? "";
  if (world_key !== undefined && key === world_key) return namedConversation(c, service);
  const address = c.env.incoming.socket.remoteAddress ?? "";
  attempts.admit(address);
  const id = key === "" ? undefined : await conversationOfKey(service, key);
  if (id !== undefined) return id;
  attempts.failed(address);
  throw new Refused(404, "world not found; a world_url is good for one conversation");
}

/** The conversation that the header names, or the only one that is in progress. */
async function namedConversation(c: Context, { db }: Calling): Promise<number> {
  const named = c.req.header("x-simulation-result-id");
  if (named !== undefined) {
    if (/^\d{1,15}$/.test(named)) return Number(named);
    throw new Refused(400, "X-Simulation-Result-Id is not the id of a conversation");
  }
  const open = await db
    .selectFrom("simulation_result")
    .select("id")
    .where("status", "=", "RUNNING")
    .where("ended_at", "is", null)
    .limit(2)
    .execute();
  const [only, ...others] = open;
  if (only && others.length === 0) return only.id;
  throw only
    ? new Refused(
        400,
        "several conversations are in progress: send X-Simulation-Result-Id, or use the world_url that each of them tells you",
      )
    : new Refused(410, "no conversation is in progress");
}
