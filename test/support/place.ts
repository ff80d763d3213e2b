import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import type { Cli } from "./cli.ts";
import { makeDatabase, type TestDatabase } from "./database.ts";
import { type Served, startService } from "./served.ts";

/**
 * A place for a store that processes of their own open: a folder, or a database beside it where
 * PARLEY_TEST_DATABASE_URL names a server. Services that the test leaves running are ended with it.
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
  /** The flags that name it. */
  const flags = () => ["--data", folder, ...(database ? ["--database-url", database.url] : [])];
  return {
    folder,
    flags,
    /** What the service keeps it in, for a test that looks into the store. */
    store: () => ({ data: folder, database_url: database?.url }),
    /** How `parley admin` names it. */
    named(): string {
      const { host, pathname } = new URL(database?.url ?? "none://none");
      return database ? `the PostgreSQL database ${host}${pathname}` : folder;
    },
    /** `parley admin …` over it. */
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
