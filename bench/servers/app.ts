/**
 * The service's own HTTP layer over other ways of answering: what of a call's time is the store's?
 * Argument: no-store (creates are checked and answered, and not kept), commit-each (each create is a transaction of
 * its own; second argument: the folder), ready (handlers that return a string; second argument: a JSON file,
 * operation to path and text) or bare (the same strings behind nothing but routes).
 */
import { createHash, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { Hono } from "hono";
import type { Handlers, Service } from "../../src/service/handler.ts";
import { handlers } from "../../src/service/handlers.ts";
import { createApp } from "../../src/service/http/app.ts";
import { JsonText } from "../../src/service/json-text.ts";
import { answerWith, columnsOf } from "../../src/service/rules/digital-humans/record.ts";
import { withDerived } from "../../src/service/rules/digital-humans/transcripts.ts";
import { openStore } from "../../src/service/store/store.ts";
import { createWorkThread } from "../../src/service/thread/work-thread.ts";

const KEY = "pk_bench";
const [how, where = ""] = process.argv.slice(2);

interface Answer {
  readonly path: string;
  readonly text: string;
}

const answersOf = (file: string): [string, Answer][] =>
  Object.entries(JSON.parse(readFileSync(file, "utf8")));

function bare() {
  const app = new Hono();
  for (const [, { path, text }] of answersOf(where))
    app.get(path, (c) => c.body(text, 200, { "content-type": "application/json" }));
  return app;
}

const ready = () =>
  Object.fromEntries(
    answersOf(where).map(([operation, { text }]) => [operation, async () => new JsonText(text)]),
  );

const unkept: Handlers["create_digital_human"] = async ({ body: { digital_human } }, service) =>
  answerWith(
    {
      id: 1,
      ...columnsOf(await withDerived(digital_human, {})),
      created_at: service.now().toISOString(),
    },
    [1],
  );

const keysAlone: Service["revisionOf"] = (tables) => (tables.includes("api_key") ? 0 : Number.NaN);

async function app() {
  if (how === "bare") return bare();
  const { db, revisionOf } = await openStore(how === "commit-each" ? { data: where } : {});
  const organization = { id: "bench", name: "bench", created_at: "2026-01-01T00:00:00Z" };
  await db.insertInto("organization").values(organization).execute();
  const hash = createHash("sha256").update(KEY).digest("hex");
  await db
    .insertInto("api_key")
    .values({ id: "bench", hash, organization_id: "bench", created_at: organization.created_at })
    .execute();
  const service = {
    db,
    // Lists are created again each time, because that is part of the measurement.
    revisionOf: how === "ready" ? keysAlone : revisionOf,
    write: (work: Parameters<Service["write"]>[0]) => db.transaction().execute(work),
    now: () => new Date(),
    newId: randomUUID,
  } as unknown as Service;
  const served = {
    ...handlers,
    ...(how === "no-store" && { create_digital_human: unkept }),
    ...(how === "ready" && ready()),
  };
  return createApp({
    audit: { record: () => undefined, close: async () => undefined },
    service,
    bodies: createWorkThread(),
    openness: { strict: false, dialect: "both" },
    handlers: served,
    allowsHost: () => true,
    report: (error) => process.stderr.write(`${error}\n`),
  });
}

async function main() {
  const server = createAdaptorServer({ fetch: (await app()).fetch }) as Server;
  server.listen(0, "127.0.0.1", () => {
    const { port } = server.address() as AddressInfo;
    process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
  });
}

main();
