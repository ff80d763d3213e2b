import { expect, test } from "vitest";
import { openStore } from "../store/store.ts";
import { createLink, endSession, findSessions, redeemLink } from "./sessions.ts";

const OWNER = { organization_id: "o1", key_id: "k1" };

/** A store with one organization and its key, and a clock set by the test. */
async function place() {
  const store = await openStore({});
  let at = Date.parse("2026-11-01T09:00:00Z");
  const created_at = new Date(at).toISOString();
  await store.db.insertInto("organization").values({ id: "o1", name: "acme", created_at }).execute();
  await store.db
    .insertInto("api_key")
    .values({
      hash: "h1",
      id: "k1",
      organization_id: "o1",
      name: null,
      beginning: null,
      created_at,
      revoked_at: null,
    })
    .execute();
  const service = { ...store, now: () => new Date(at) };
  const link = async () => (await createLink(OWNER, service)).path.replace("/#/sign-in/", "");
  return {
    service,
    link,
    pass: (ms: number) => {
      at += ms;
    },
    revoke: () => store.db.updateTable("api_key").set({ revoked_at: created_at }).execute(),
  };
}

const MINUTE = 60_000;

test("a link works for five minutes, and a session for twelve hours", async () => {
  const { service, link, pass } = await place();
  const ownerOfSession = findSessions(service);
  const late = await link();
  pass(5 * MINUTE + 1);
  expect(await redeemLink(service, late)).toBeUndefined();
  const session = (await redeemLink(service, await link())) ?? "";
  pass(12 * 60 * MINUTE - 1);
  expect(await ownerOfSession(session)).toEqual(OWNER);
  pass(1);
  expect(await ownerOfSession(session)).toBeUndefined();
});

test("a key that is revoked ends its sessions, and its links are worth nothing", async () => {
  const { service, link, revoke } = await place();
  const ownerOfSession = findSessions(service);
  const session = (await redeemLink(service, await link())) ?? "";
  const unused = await link();
  expect(await ownerOfSession(session)).toEqual(OWNER);
  await revoke();
  expect(await ownerOfSession(session)).toBeUndefined();
  expect(await redeemLink(service, unused)).toBeUndefined();
});

test("a link is not a session, and a session is not a link; both stay ended", async () => {
  const { service, link } = await place();
  const ownerOfSession = findSessions(service);
  const secret = await link();
  expect(await ownerOfSession(secret)).toBeUndefined();
  const session = (await redeemLink(service, secret)) ?? "";
  expect(await redeemLink(service, session)).toBeUndefined();
  await endSession(service, session);
  expect(await ownerOfSession(session)).toBeUndefined();
});

test("sessions that are asked for together are each found, or not", async () => {
  const { service, link } = await place();
  const ownerOfSession = findSessions(service);
  const [one = "", other = ""] = [
    await redeemLink(service, await link()),
    await redeemLink(service, await link()),
  ];
  await endSession(service, other);
  const asked = [one, other, one, "unknown"].map(ownerOfSession);
  expect(await Promise.all(asked)).toEqual([OWNER, undefined, OWNER, undefined]);
});
