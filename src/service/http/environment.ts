import type { HttpBindings } from "@hono/node-server";
import type { Context as HonoContext } from "hono";

/** The data that accompanies a request through the routes. The app runs on Node's own server. */
export interface Environment {
  Bindings: HttpBindings;
  Variables: {
    /** Template of the path, like `/v1/agents/{agent_id}/labels`. */
    route?: string;
    organization_id?: string;
    /** Id of the key, never the key. */
    key_id?: string;
    /** How many unknown fields and parameters it sent. */
    unknown_fields?: number;
    /** Why the request failed, if that is the service's own fault. */
    failure?: unknown;
  };
}
export type Context = HonoContext<Environment>;
