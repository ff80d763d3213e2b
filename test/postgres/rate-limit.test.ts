/** Three services over one database together admit what one limit allows. */
import pg from "pg";
import { describe, expect, test } from "vitest";
import { useCli } from "../support/cli.ts";
import { callsWith } from "../support/service.ts";
import { useSharedDatabase } from "../support/shared-database.ts";

const SEED = { kind: "Seed", organizations: [{ name: "acme", api_key: "pk_acme" }] };
const LIMIT = 200;
/** A twentieth of the limit: the share that a process takes at a time. */
const PART = 10;
const PROCESSES = 3;

describe.runIf(process.env["PARLEY_TEST_DATABASE_URL"])("a rate limit", () => {
  const shared = useSharedDatabase(useCli());

  async function query(text: string): Promise<Record<string, string>> {
    const client = new pg.Client({ connectionString: shared.url() });
    await client.connect();
    const { rows } = await client.query(text);
    await client.end();
    return rows[0];
  }
  const minute = async () =>
    Number((await query("select floor(extract(epoch from clock_timestamp()) / 60) as at"))["at"]);

  test("is one for all, and costs a statement for many requests", async () => {
    const start = () => shared.start(SEED, "--rate-limit", `${LIMIT}/min`);
    const services = await Promise.all(Array.from({ length: PROCESSES }, start));
    const first = await minute();
    let admitted = 0;
    await Promise.all(
      services.flatMap(({ url }) =>
        Array.from({ length: 8 }, async () => {
          const acme = callsWith(url, "pk_acme");
          while ((await acme("GET", "/v1/all-agents")).status === 200) admitted++;
        }),
      ),
    );
    const windows = (await minute()) - first + 1;
    expect(admitted).toBeLessThanOrEqual(LIMIT * windows);
    // All of them sent requests until they were refused, so nothing was left over except what others had not
    // taken yet.
    expect(admitted).toBeGreaterThanOrEqual(LIMIT - (PROCESSES - 1) * (PART - 1));
    const { taken } = await query("select taken from rate_window");
    expect(Number(taken) / PART).toBeLessThanOrEqual(LIMIT / PART + PROCESSES);
  });
});
