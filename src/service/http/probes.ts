/** Routes without a key, for load balancers, scrapers and people. */
import type { Hono } from "hono";
import { sql } from "kysely";
import type { Metrics } from "../observe/metrics.ts";
import type { Store } from "../store/store.ts";
import type { Context, Environment } from "./environment.ts";

export interface Probed {
  readonly service: Pick<Store, "db">;
  readonly isStopping: () => boolean;
  /** Whether the data folder has space; absent if everything is in memory. */
  readonly hasRoom?: (() => Promise<boolean>) | undefined;
  readonly metrics?: Pick<Metrics, "text" | "content_type"> | undefined;
}

export function addProbes(app: Hono<Environment>, { service, isStopping, hasRoom, metrics }: Probed): void {
  addRoute(app, "/healthz", (c) => c.json({ status: "ok" }));
  addRoute(app, "/readyz", async (c) => {
    if (isStopping()) return c.json({ status: "the service is stopping" }, 503);
    if (!(await isOpen(service))) return c.json({ status: "the store does not answer" }, 503);
    if (hasRoom && !(await hasRoom()))
      return c.json({ status: "the data folder is full, or cannot be written" }, 503);
    return c.json({ status: "ready" });
  });
  if (metrics)
    addRoute(app, "/metrics", async (c) =>
      c.body(await metrics.text(), 200, { "content-type": metrics.content_type }),
    );
}

/** A GET route, identified by its path. */
export function addRoute(
  app: Hono<Environment>,
  route: string,
  respond: (c: Context) => Response | Promise<Response>,
): void {
  app.get(route, (c) => {
    c.set("route", route);
    return respond(c);
  });
}

/** The tables existed when the service started to listen, but their database may have gone since. */
const isOpen = ({ db }: Probed["service"]) =>
  sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
