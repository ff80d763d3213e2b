/** `/mcp`: the Model Context Protocol for whoever has a key. What answers it is passed in, because it calls the service. */
import type { Hono } from "hono";
import { type KeyOwner, KeyRefused } from "../auth.ts";
import { Refused } from "../errors.ts";
import type { GiveRoom } from "./bodies-in-memory.ts";
import type { Context, Environment } from "./environment.ts";
import { keyOf } from "./incoming.ts";
import { jsonBody } from "./json-body.ts";

/** Bytes of a message. */
const BYTES_MAXIMUM = 4 * 1024 * 1024;

/** Answers a request whose key is known. `parsedBody` is the JSON of a POST. */
export type AnswerMcp = (
  request: Request,
  asked: { readonly key: string; readonly key_id: string; readonly parsedBody: unknown },
) => Promise<Response>;

interface Means {
  readonly answer: AnswerMcp;
  readonly ownerOf: (c: Context) => Promise<KeyOwner>;
  readonly roomFor: GiveRoom;
}

export function addMcp(app: Hono<Environment>, { answer, ownerOf, roomFor }: Means): void {
  app.all("/mcp", async (c) => {
    c.set("route", "/mcp");
    const { key_id, organization_id } = await ownerOf(c).catch(unauthorized);
    const { incoming } = c.env;
    const key = keyOf(incoming);
    if (key === undefined)
      throw refused("a session of the console is not enough here; send a key in X-API-Key");
    const room = roomFor(organization_id);
    try {
      const parsedBody =
        c.req.method === "POST" ? await jsonBody(incoming, BYTES_MAXIMUM, room.grow) : undefined;
      return await answer(c.req.raw, { key, key_id, parsedBody });
    } finally {
      room.free();
    }
  });
}

function unauthorized(error: unknown): never {
  throw error instanceof KeyRefused ? refused(error.message) : error;
}

/** In the published form. */
const refused = (detail: string) => new Refused(401, detail, { error: "Unauthorized" });
