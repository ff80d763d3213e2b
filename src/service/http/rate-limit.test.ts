import { expect, test } from "vitest";
import { limitRate, type TakeLease, wholeWindow } from "./rate-limit.ts";

const RATE = { requests: 3, window_ms: 60_000 };

/** Whether the next request is admitted: true, or the seconds to wait. */
function limiter(lease: TakeLease) {
  const clock = { at: 1_000_000 };
  const admit = limitRate(RATE, lease, () => clock.at);
  const next = (key = "a") =>
    admit(key).then(
      () => true,
      ({ status, headers }) => ({ status, wait: headers["retry-after"] }),
    );
  return { clock, next };
}

test("as many requests as the rate has are admitted in a window, and again in the next", async () => {
  const { clock, next } = limiter(wholeWindow(RATE));
  expect([await next(), await next(), await next()]).toEqual([true, true, true]);
  expect(await next()).toEqual({ status: 429, wait: "60" });
  clock.at += 59_001;
  expect(await next()).toEqual({ status: 429, wait: "1" });
  clock.at += 999;
  expect(await next()).toBe(true);
});

test("each key has its own", async () => {
  const { next } = limiter(wholeWindow(RATE));
  for (let request = 0; request < 3; request++) expect(await next("a")).toBe(true);
  expect(await next("b")).toBe(true);
  expect(await next("a")).toMatchObject({ status: 429 });
});

test("simultaneous requests share a lease: a part at a time, and no more queries when everything is given out", async () => {
  let asked = 0;
  // Two, then one, then none.
  const { next } = limiter(async () => {
    asked++;
    return { granted: asked === 1 ? 2 : 1, more: asked === 1, ends_in_ms: 60_000 };
  });
  const all = await Promise.all(Array.from({ length: 10 }, () => next()));
  expect(all.filter((admitted) => admitted === true)).toHaveLength(3);
  expect(asked).toBe(2);
});

test("a failing store admits no request, and is asked again by the next one", async () => {
  let works = false;
  const admit = limitRate(
    RATE,
    async () => {
      if (!works) throw new Error("no answer");
      return { granted: 1, more: true, ends_in_ms: 1000 };
    },
    () => 0,
  );
  await expect(admit("a")).rejects.toThrow("no answer");
  works = true;
  await admit("a");
});
