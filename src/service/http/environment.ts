import type { HttpBindings } from "@hono/node-server";
import type { Context as HonoContext } from "hono";

/** What accompanies a request through the routes. The app runs on Node's own server. */
export interface Environment {
  Bindings: HttpBindings;
  Variables: {
    /** Template of the path, like `/v1/agents/{agent_id}/labels`. */
    route?: string;
    organization_id?: string;
    /** Id of the key, never the key. */
    key_id?: string;
    /** How many fields and parameters it sent that the contract does not know. */
    unknown_fields?: number;
    /** Why the request failed, if that is the service's own fault. */
    failure?: unknown;
  };
}
export type Context = HonoContext<Environment>;
