import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import type { Cli } from "./cli.ts";
import { makeDatabase, type TestDatabase } from "./database.ts";
import { type Served, startService } from "./served.ts";

/**
 * A place for a store that separate processes open: a folder, or also a database if PARLEY_TEST_DATABASE_URL
 * names a server. Services that the test leaves running are ended with it.
 */
export function usePlace(parley: Cli) {
  const folder = mkdtempSync(join(tmpdir(), "parley-place-"));
  const running: Served[] = [];
  let database: TestDatabase | undefined;
  beforeAll(async () => {
    database = await makeDatabase();
  });
  afterAll(async () => {
    for (const { process } of running) process.kill("SIGKILL");
    await database?.drop();
    rmSync(folder, { recursive: true, force: true });
  });
  /** The flags for this place. */
  const flags = () => ["--data", folder, ...(database ? ["--database-url", database.url] : [])];
  return {
    folder,
    flags,
    /** The location of the store, for a test that reads it directly. */
    store: () => ({ data: folder, database_url: database?.url }),
    /** The name of this place in messages of `parley admin`. */
    named(): string {
      const { host, pathname } = new URL(database?.url ?? "none://none");
      return database ? `the PostgreSQL database ${host}${pathname}` : folder;
    },
    /** Runs `parley admin …` on it. */
    admin: (...words: string[]) => parley(["admin", ...words, ...flags()]),
    async serve(seed?: unknown, ...more: string[]): Promise<Served> {
      const file = join(folder, "seed.yaml");
      if (seed !== undefined) writeFileSync(file, JSON.stringify(seed));
      const service = await startService(
        parley,
        ...flags(),
        ...(seed === undefined ? [] : ["--seed", file]),
        ...more,
      );
      running.push(service);
      return service;
    },
  };
}
