import { describe, expect, test } from "vitest";
import { ATTEMPTS_MAXIMUM } from "../../src/service/http/keys.ts";
import { expectRefusal } from "../support/expect.ts";
import { ACME_KEY, RIVAL_KEY, useService } from "../support/service.ts";

const { withKey } = useService();
const list = (key: string) => withKey(key)("GET", "/v1/all-agents");

describe("who tries keys", () => {
  test("is answered 429 after so many, also for a right one; who has one already is not disturbed", async () => {
    expect((await list(ACME_KEY)).status).toBe(200);
    const tried = [];
    for (let attempt = 0; attempt < ATTEMPTS_MAXIMUM; attempt++)
      tried.push((await list(`guess-${attempt}`)).status);
    expect(new Set(tried)).toEqual(new Set([401]));
    const refused = await list("one-more");
    expectRefusal(refused, 429, /unknown API keys came from this address/);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(60);
    expect((await list(RIVAL_KEY)).status, "a guess that would have been right").toBe(429);
    expect((await list(ACME_KEY)).status).toBe(200);
  });
});
