import { beforeEach, expect, test } from "vitest";
import { Refused } from "../errors.ts";
import { type GiveRoom, limitBodies } from "./bodies-in-memory.ts";

const KB = 1024;
/** Above this, a body counts. */
const LONG = 100 * KB;

let roomFor: GiveRoom;
beforeEach(() => {
  roomFor = limitBodies({ organization_bytes: 3 * LONG, service_bytes: 5 * LONG });
});

/** A body that has sent this many bytes so far. */
function body(holder: string, bytes: number) {
  const room = roomFor(holder);
  room.grow(bytes);
  return room;
}

const tooMuch = expect.objectContaining({
  status: 429,
  headers: { "retry-after": "5" },
});
function refusalOf(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
  return undefined;
}

test("an organization gets its room for bodies back once they are gone", () => {
  const bodies = [1, 2, 3].map(() => body("acme", LONG));
  expect(refusalOf(() => body("acme", LONG))).toEqual(tooMuch);
  bodies[0]?.free();
  body("acme", LONG);
});

test("a body that grows takes no more than it has", () => {
  const room = roomFor("acme");
  for (let at = 0; at < 29; at++) room.grow(10 * KB);
  expect(refusalOf(() => body("acme", LONG))).toEqual(tooMuch);
  room.free();
  for (let at = 0; at < 3; at++) body("acme", LONG);
});

test("a refused body takes nothing once it is gone", () => {
  for (let at = 0; at < 2; at++) body("acme", LONG);
  const refused = roomFor("acme");
  refused.grow(90 * KB);
  expect(refusalOf(() => refused.grow(90 * KB))).toEqual(tooMuch);
  refused.free();
  body("acme", LONG);
});

test("all together have a limited room; a holder with nothing there gets room for one body", () => {
  for (let at = 0; at < 3; at++) body("acme", LONG);
  for (let at = 0; at < 2; at++) body("rival", LONG);
  expect(refusalOf(() => body("rival", LONG))).toEqual(tooMuch);
  const only = body("other", 40 * LONG);
  only.grow(LONG);
  expect(refusalOf(() => body("other", LONG))).toEqual(tooMuch);
});

test("short bodies always have room", () => {
  for (let at = 0; at < 3; at++) body("acme", LONG);
  for (let at = 0; at < 1000; at++) body("acme", 50 * KB);
});
