import { randomUUID } from "node:crypto";
import { afterAll, beforeAll } from "vitest";
import { Seed } from "../../src/contract/schemas/index.ts";
import { memoryBlobs } from "../../src/service/blobs/memory.ts";
import { createWorlds } from "../../src/service/domain/worlds/stored.ts";
import { createEvaluator } from "../../src/service/evaluation/evaluator.ts";
import { createJobs } from "../../src/service/jobs/create.ts";
import type { JobQueues } from "../../src/service/jobs/jobs.ts";
import { createOutbound } from "../../src/service/network/outbound.ts";
import { createStateReader } from "../../src/service/network/state-reader.ts";
import { loadSeed } from "../../src/service/seed.ts";
import type { Service } from "../../src/service/service.ts";
import { openStore } from "../../src/service/store/store.ts";
import { createWorkThread } from "../../src/service/thread/work-thread.ts";
import { makeDatabase } from "./database.ts";
import { ACME_KEY } from "./service.ts";

/**
 * The parts of a service that rules need, without HTTP: a separate store in which one organization has the
 * text agent 101 and ACME_KEY, and a clock set by the test.
 *
 * @param through gives another URL for the database, if there is one
 */
export async function useStore({ through }: { readonly through?: (url: string) => Promise<string> } = {}) {
  const database = await makeDatabase();
  const place = { database_url: database && through ? await through(database.url) : database?.url };
  const { db, write, revisionOf } = await openStore(place);
  const clock = { at: new Date("2025-03-01T10:00:00.000Z") };
  const outbound = createOutbound({ allow_private: false, allow_loopback: true });
  const service: Service & { readonly jobs: JobQueues } = {
    db,
    write,
    revisionOf,
    blobs: memoryBlobs(),
    jobs: await createJobs(place, () => ({ added_at: clock.at.toISOString() })),
    outbound,
    readState: createStateReader(outbound),
    evaluate: createEvaluator(),
    thread: createWorkThread(),
    now: () => clock.at,
    newId: randomUUID,
    worlds: createWorlds(),
  };
  const agents = [{ id: 101, name: "Front desk", mode: "TEXT" }];
  const organization = { name: "acme", api_key: ACME_KEY, agents };
  beforeAll(async () => {
    await loadSeed(service, Seed.parse({ kind: "Seed", organizations: [organization] }));
  });
  afterAll(async () => {
    await db.destroy();
    await database?.drop();
  });
  const organizationId = async () =>
    (await db.selectFrom("organization").select("id").executeTakeFirstOrThrow()).id;
  return { service, clock, organizationId };
}
