/** A database server that goes away while the service runs. */
import { describe, expect, test } from "vitest";
import { useCli } from "../support/cli.ts";
import { callsWith } from "../support/service.ts";
import { useSharedDatabase } from "../support/shared-database.ts";

const SEED = { kind: "Seed", organizations: [{ name: "acme", api_key: "pk_acme" }] };

describe.runIf(process.env["PARLEY_TEST_DATABASE_URL"])("a service whose database is gone", () => {
  const parley = useCli();
  const shared = useSharedDatabase(parley);

  test("is alive and not ready, answers 500, and ends with 0 at SIGTERM", async () => {
    const service = await shared.start(SEED);
    const call = callsWith(service.url, "pk_acme");
    expect((await call("GET", "/readyz")).status).toBe(200);
    await shared.drop();
    expect((await call("GET", "/readyz")).status).toBe(503);
    expect((await call("GET", "/healthz")).status).toBe(200);
    expect((await call("GET", "/v1/all-agents")).status).toBe(500);
    expect(await service.stop("SIGTERM")).toBe(0);
  });

  test("refuses to start, with what to check and without the password", async () => {
    const database_url = "postgres://parley:hunter2@127.0.0.1:1/parley";
    const { code, stderr } = await parley(["serve", "--port", "0", "--database-url", database_url]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/the database cannot be used: connect ECONNREFUSED 127\.0\.0\.1:1/);
    expect(stderr).toContain("hint: check host, port, user");
    expect(stderr).not.toContain("hunter2");
  });
});
