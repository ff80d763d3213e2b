import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import type { Cli } from "./cli.ts";
import { makeDatabase, type TestDatabase } from "./database.ts";
import { type Served, startService } from "./served.ts";

/** Services as separate processes with one PostgreSQL database, which the test file creates. */
export function useSharedDatabase(parley: Cli) {
  let folder = "";
  const running: Served[] = [];
  let database: TestDatabase | undefined;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "parley-shared-"));
    database = await makeDatabase();
  });
  afterAll(async () => {
    for (const { process } of running) process.kill("SIGKILL");
    await database?.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function startAt(database_url: string, seed: unknown, ...flags: string[]): Promise<Served> {
    const file = join(folder, "seed.yaml");
    writeFileSync(file, JSON.stringify(seed));
    const place = ["--database-url", database_url, "--data", folder];
    const service = await startService(parley, ...place, "--seed", file, ...flags);
    running.push(service);
    return service;
  }

  return {
    /** Breaks every connection to the database. */
    disconnect: async () => database?.disconnect(),

    /** Drops the database, with every connection to it. */
    async drop(): Promise<void> {
      await database?.drop();
      database = undefined;
    },

    url: () => database?.url ?? "",

    /** Starts one more service with the database. */
    start: (seed: unknown, ...flags: string[]) => startAt(database?.url ?? "", seed, ...flags),

    /** Starts one more service, which reaches the database at another URL. */
    startAt,
  };
}
