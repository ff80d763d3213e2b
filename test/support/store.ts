import { randomUUID } from "node:crypto";
import { afterAll, beforeAll } from "vitest";
import { Seed } from "../../src/contract/schemas/index.ts";
import type { Service } from "../../src/service/handler.ts";
import { createEmbeddedJobs } from "../../src/service/jobs/embedded.ts";
import { createOutbound } from "../../src/service/network/outbound.ts";
import { loadSeed } from "../../src/service/seed.ts";
import { memoryBlobs } from "../../src/service/store/blobs.ts";
import { migrate } from "../../src/service/store/migrate.ts";
import { openSqlite } from "../../src/service/store/sqlite.ts";
import { createWriter } from "../../src/service/store/writer.ts";

/**
 * What rules work with, without HTTP: a store in memory in which one organization has the text agent 101, and a
 * clock that stands where the test sets it.
 */
export function useStore() {
  const db = openSqlite(":memory:");
  const clock = { at: new Date("2025-03-01T10:00:00.000Z") };
  const service: Service = {
    db,
    write: createWriter(db),
    blobs: memoryBlobs(),
    jobs: createEmbeddedJobs(),
    outbound: createOutbound({ allow_private: false, allow_loopback: true }),
    now: () => clock.at,
    newId: randomUUID,
  };
  const organization = { name: "acme", agents: [{ id: 101, name: "Front desk", mode: "TEXT" }] };
  beforeAll(async () => {
    await migrate(db);
    await loadSeed(service, Seed.parse({ kind: "Seed", organizations: [organization] }));
  });
  afterAll(() => db.destroy());
  const organizationId = async () =>
    (await db.selectFrom("organization").select("id").executeTakeFirstOrThrow()).id;
  return { service, clock, organizationId };
}
