import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { afterAll } from "vitest";

/**
 * A folder for a service's data, whose agents can be removed from the store. Requests for them then fail with
 * 500.
 */
export function useBreakableStore() {
  const data = mkdtempSync(join(tmpdir(), "parley-broken-"));
  afterAll(() => rmSync(data, { recursive: true, force: true }));
  return {
    data,
    loseAgents() {
      const store = new DatabaseSync(join(data, "parley.db"));
      store.exec("alter table agent rename to agent_lost");
      store.close();
    },
  };
}
