import { expect, test } from "vitest";
import { useService } from "../support/service.ts";

const { acme, rival, withKey } = useService(undefined, () => ({
  rate_limit: { requests: 5, window_ms: 3_600_000 },
}));

test("a key that has used up its rate is refused with 429 and the seconds to wait; others keep working", async () => {
  const replies = await Promise.all(Array.from({ length: 12 }, () => acme("GET", "/v1/all-agents")));
  const refused = replies.filter(({ status }) => status === 429);
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(refused).toHaveLength(7);
  for (const { body, headers } of refused) {
    expect(body).toEqual({
      detail: expect.stringMatching(/^more than 5 requests in 3600 s with this API key/),
    });
    const seconds = Number(headers.get("retry-after"));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(3600);
  }
  // Every request counts, even if it would be refused.
  expect((await acme("POST", "/v1/add-agent", {})).status).toBe(429);
  expect((await rival("GET", "/v1/all-agents")).status).toBe(200);
});

test("probes have no key and no rate, and an unknown key is unknown", async () => {
  for (let request = 0; request < 10; request++) {
    expect((await withKey(undefined)("GET", "/healthz")).status).toBe(200);
    expect((await withKey("pk_unknown")("GET", "/v1/all-agents")).status).toBe(401);
  }
});
