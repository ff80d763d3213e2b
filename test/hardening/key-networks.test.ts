/** Guesses are counted by network, with a clock that jumps. */
import { expect, test } from "vitest";
import { ATTEMPTS_MAXIMUM, limitAttempts, limitKeyAttempts } from "../../src/service/http/keys.ts";
import { useStore } from "../support/store.ts";

const { service, clock } = await useStore();

/** Guesses from an address until no more are looked up. */
async function useUp(find: ReturnType<typeof limitKeyAttempts>, address: (attempt: number) => string) {
  for (let attempt = 0; attempt < ATTEMPTS_MAXIMUM; attempt++)
    await expect(find(address(attempt), `guess ${attempt}`)).rejects.toMatchObject({ status: 401 });
}

test("the addresses of one IPv6 network guess together, those of another by themselves", async () => {
  const find = limitKeyAttempts(service);
  await useUp(find, (attempt) => `2001:db8:0:1::${attempt.toString(16)}`);
  await expect(find("2001:db8:0:1:ffff::1", "guess")).rejects.toMatchObject({ status: 429 });
  await expect(find("2001:db8:0:2::1", "guess")).rejects.toMatchObject({ status: 401 });
  await expect(find("192.0.2.1", "guess")).rejects.toMatchObject({ status: 401 });
});

test("an IPv4 address is the same within IPv6", async () => {
  const find = limitKeyAttempts(service);
  await useUp(find, () => "192.0.2.1");
  await expect(find("::ffff:192.0.2.1", "guess")).rejects.toMatchObject({ status: 429 });
});

test("a clock that is set back keeps no client out for longer than the minute", async () => {
  const find = limitKeyAttempts(service);
  await useUp(find, () => "192.0.2.2");
  clock.at = new Date(clock.at.getTime() - 3_600_000);
  await expect(find("192.0.2.2", "guess")).rejects.toMatchObject({ status: 401 });
});

test("guesses from more addresses than are remembered free none that keeps guessing", async () => {
  const { admit, failed } = limitAttempts(service);
  for (let attempt = 0; attempt < ATTEMPTS_MAXIMUM; attempt++) failed("192.0.2.3");
  const others = Array.from({ length: 20_000 }, (_, i) => `10.0.${Math.floor(i / 250)}.${i % 250}`);
  for (const [i, other] of others.entries()) {
    failed(other);
    if (i % 5_000 === 0) expect(() => admit("192.0.2.3")).toThrow("too many requests");
  }
  expect(() => admit("192.0.2.3")).toThrow("too many requests");
});
