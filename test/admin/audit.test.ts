/** `parley admin audit` lists how keys are used while a service runs. */
import { sql } from "kysely";
import { beforeAll, describe, expect, test, vi } from "vitest";
import type { ListedUse } from "../../src/service/administration/audit.ts";
import { openStore } from "../../src/service/store/store.ts";
import { useCli } from "../support/cli.ts";
import { usePlace } from "../support/place.ts";
import { callsWith } from "../support/service.ts";

const parley = useCli();
const SEED = { kind: "Seed", organizations: [{ name: "acme", api_key: "pk_test_acme" }] };
const WHEN = { timeout: 60_000, interval: 300 };

describe("parley admin audit", () => {
  const place = usePlace(parley);
  const list = async (...flags: string[]): Promise<ListedUse[]> =>
    (await place.admin("audit", "--json", ...flags)).json;
  const summary = (uses: readonly ListedUse[]) =>
    uses.map(({ key_id, operation, outcome, count }) => [key_id, operation, outcome, count]).sort();

  let id = "";
  let key = "";
  beforeAll(async () => {
    const service = await place.serve(SEED);
    ({ id, key } = (await place.admin("key", "create", "acme", "--name", "ci", "--json")).json);
    const ci = callsWith(service.url, key);
    await ci("POST", "/v1/add-agent", { name: "Desk", mode: "TEXT" });
    await ci("POST", "/v1/add-agent", { name: "Desk 2", mode: "TEXT" });
    await ci("POST", "/v1/add-agent", { mode: "NONE" });
    for (let asked = 0; asked < 3; asked++) await ci("GET", "/v1/all-agents");
    await ci("GET", "/v1/agents/999999");
    await callsWith(service.url, "pk_guessed")("GET", "/v1/all-agents");
    await callsWith(service.url, undefined)("POST", "/v1/add-agent", {});
    await place.admin("key", "revoke", id, "--yes");
    await ci("POST", "/v1/add-agent", { name: "Late", mode: "TEXT" });
    // Counts are written while it runs.
    await vi.waitUntil(async () => (await list()).length === 7, WHEN);
    await service.stop("SIGTERM");
  });

  test("counts uses and refusals by key, address, and operation, and contains no key", async () => {
    const uses = (await list()).filter(({ key_id }) => key_id === id || key_id === null);
    expect(summary(uses)).toEqual(
      [
        [id, "create_agent", "done", 2],
        [id, "create_agent", "refused", 1],
        [id, "create_agent", "revoked_key", 1],
        [id, "read", "done", 3],
        [id, "read", "refused", 1],
        [null, "create_agent", "missing_key", 1],
        [null, "read", "unknown_key", 1],
      ].sort(),
    );
    const made = uses.find(({ operation, outcome }) => operation === "create_agent" && outcome === "done");
    expect(made).toMatchObject({
      organization: "acme",
      key_name: "ci",
      address: expect.stringMatching(/127\.0\.0\.1$/),
    });
    expect(Date.parse(made?.first_at ?? "")).toBeLessThan(Date.parse(made?.last_at ?? ""));
    const text = JSON.stringify(uses);
    for (const secret of [key, "pk_guessed", "pk_test_acme"]) expect(text).not.toContain(secret);
  });

  test("adds up over starts of the service, and the last counts are written at its end", async () => {
    const service = await place.serve();
    const acme = callsWith(service.url, "pk_test_acme");
    await acme("GET", "/v1/all-agents");
    await service.stop("SIGTERM");
    const again = await place.serve();
    await callsWith(again.url, "pk_test_acme")("GET", "/v1/all-agents");
    await again.stop("SIGTERM");
    const [seeded, ci] = (await place.admin("key", "list", "--json")).json;
    expect(summary(await list("--key", seeded.id))).toEqual([[seeded.id, "read", "done", 2]]);
    expect(seeded.last_used_at).toBe((await list("--key", seeded.id))[0]?.last_at);
    expect(ci.last_used_at).not.toBeNull();
  });

  test("filters the list, latest first", async () => {
    const all = await list();
    expect(all.map(({ last_at }) => last_at)).toEqual(
      all
        .map(({ last_at }) => last_at)
        .sort()
        .reverse(),
    );
    expect(await list("--org", "acme")).toEqual(all.filter(({ organization }) => organization === "acme"));
    const since = all[1]?.last_at ?? "";
    expect(await list("--since", since)).toEqual(all.filter(({ last_at }) => last_at >= since));
    expect((await place.admin("audit", "--org", "nobody")).code).toBe(5);
  });

  test("lines that are older than --retain are deleted", async () => {
    const earlier = await place.serve();
    await callsWith(earlier.url, "pk_guessed")("POST", "/v1/add-agent", {});
    await earlier.stop("SIGTERM");
    const isOld = ({ operation, outcome }: ListedUse) =>
      operation === "create_agent" && outcome === "unknown_key";
    expect((await list()).some(isOld)).toBe(true);
    const { db } = await openStore(place.store());
    await sql`update key_use set last_at = '2020-01-01T00:00:00.000Z'
      where operation = 'create_agent' and outcome = 'unknown_key'`.execute(db);
    await db.destroy();
    const service = await place.serve(undefined, "--retain", "30d");
    await expect.poll(async () => (await list()).some(isOld), WHEN).toBe(false);
    expect((await list()).some(({ outcome }) => outcome === "revoked_key")).toBe(true);
    await service.stop("SIGTERM");
  });
});
