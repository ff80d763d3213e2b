/**
 * Open pages of the console: their cost for the database does not grow with their number, and is almost
 * nothing while nothing happens.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { useCli } from "../support/cli.ts";
import { type DatabaseTap, tapDatabase } from "../support/database-tap.ts";
import { makeConversation } from "../support/make.ts";
import type { Served } from "../support/served.ts";
import { type Calls, callsWith } from "../support/service.ts";
import { useSharedDatabase } from "../support/shared-database.ts";

const KEYS = ["pk_acme", "pk_rival"];
const SEED = {
  kind: "Seed",
  organizations: [
    { name: "acme", api_key: "pk_acme" },
    { name: "rival", api_key: "pk_rival" },
  ],
};
const QUIET_MS = 3000;
/** How often a service checks for changes. */
const TICK_MS = 400;
const TURNS = 4;

describe.runIf(process.env["PARLEY_TEST_DATABASE_URL"])("pages of the console", () => {
  const shared = useSharedDatabase(useCli());
  const opened = new AbortController();
  let tap: DatabaseTap;
  let watching: Served;
  let calls: Calls[] = [];
  let conversations: string[] = [];
  /** What each page received. */
  const pages: { readonly key: string; told: string }[] = [];
  beforeAll(async () => {
    const elsewhere = await shared.start(SEED, "--role", "api");
    tap = await tapDatabase(shared.url());
    watching = await shared.startAt(tap.url, SEED, "--role", "api");
    calls = KEYS.map((key) => callsWith(elsewhere.url, key));
    conversations = await Promise.all(calls.map(makeConversation));
  });
  afterAll(() => {
    opened.abort();
    tap.close();
  });

  /** Signs in, and opens pages that read their streams. */
  async function open(key: string, count: number): Promise<void> {
    const { body } = await callsWith(watching.url, key)("POST", "/v1/console-links");
    const signedIn = await fetch(`${watching.url}/console/session`, {
      method: "POST",
      headers: { origin: watching.url, "x-sign-in": body.path.replace("/#/sign-in/", "") },
    });
    const cookie = signedIn.headers.get("set-cookie")?.split(";")[0] ?? "";
    for (let page = 0; page < count; page++) {
      const answer = await fetch(`${watching.url}/console/events`, {
        headers: { cookie },
        signal: opened.signal,
      });
      expect(answer.status).toBe(200);
      const one = { key, told: "" };
      pages.push(one);
      void (async () => {
        for await (const piece of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) one.told += piece;
      })().catch(() => undefined);
    }
    await expect.poll(() => pages.every(({ told }) => told.includes("event: conversations"))).toBe(true);
  }

  /** How many statements run in some milliseconds without changes. */
  async function quiet(): Promise<number> {
    tap.reset();
    await sleep(QUIET_MS);
    return tap.statements();
  }

  const say = (turn: number, message: string) =>
    calls[turn]?.("POST", "/v1/send-http-text-message", {
      simulation_result_id: conversations[turn],
      message,
      end_turn: false,
    });

  /** How many statements the service runs while its pages receive some turns in order. */
  async function telling(name: string): Promise<number> {
    tap.reset();
    for (let turn = 0; turn < TURNS; turn++) {
      const message = `${name} ${turn}`;
      expect((await say(turn % 2, message))?.status).toBe(200);
      const concerned = pages.filter(({ key }) => key === KEYS[turn % 2]);
      await expect
        .poll(() => concerned.every(({ told }) => told.includes(`"message":"${message}"`)))
        .toBe(true);
      await sleep(TICK_MS * 3);
    }
    return tap.statements();
  }

  test("ask one statement 2.5 times a second while nothing happens, one page or forty", async () => {
    expect(await quiet()).toBeLessThanOrEqual(1);
    await open("pk_acme", 1);
    await open("pk_rival", 1);
    // What has just happened is read again until no transaction is open that may change it.
    await sleep(TICK_MS * 5);
    const ticks = Math.ceil(QUIET_MS / TICK_MS);
    // A comment is due from time to time, and the sessions of readers are checked.
    expect(await quiet()).toBeLessThanOrEqual(ticks + 3);
    const two = await telling("two");
    await open("pk_acme", 19);
    await open("pk_rival", 19);
    await sleep(TICK_MS * 5);
    // If the comments of several pages are due in the same tick, their sessions are looked up together.
    expect(await quiet()).toBeLessThanOrEqual(ticks * 2 + 3);
    const forty = await telling("forty");
    process.stdout.write(`statements for ${TURNS} turns: ${two} with two pages, ${forty} with forty\n`);
    expect(forty).toBeLessThan(two * 1.5);
    for (const { key, told } of pages)
      expect(told.includes(`"simulation_result_id":"${conversations[1 - KEYS.indexOf(key)]}"`)).toBe(false);
  });

  test("send no queries after they are closed", async () => {
    opened.abort();
    await sleep(TICK_MS * 3);
    expect(await quiet()).toBeLessThanOrEqual(1);
  });
});
