import { randomBytes } from "node:crypto";
import { describe, test } from "vitest";
import { expectRefusal } from "../support/expect.ts";
import { useService } from "../support/service.ts";

describe.runIf(process.env["PARLEY_TEST_DATABASE_URL"])("a PostgreSQL store", () => {
  const { acme } = useService();

  test("answers 400 for a label that is too long for its index", async () => {
    const label_text = randomBytes(10_000).toString("hex");
    expectRefusal(await acme("POST", "/v1/agents/101/labels", { label_text }), 400, /is too long/);
  });
});
