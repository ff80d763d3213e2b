import { createSemaphore } from "../semaphore.ts";
import { createYielder } from "../yield.ts";
import type { PipelinedConnection } from "./pipeline.ts";
import type { SharedStore } from "./postgres.ts";
import { isRolledBack } from "./sqlstate.ts";
import type { Work } from "./writer.ts";

/** Groups under way at once: while one waits for the disk, the next one fills up. */
const GROUPS = 2;
/** Changes of a group. With more, the changes that arrive meanwhile would wait too long. */
const MEMBERS = 100;
/** How long a group waits for a row that someone has locked. After that, each of its changes runs alone. */
const LOCK_MS = 100;

/** Parts of divided groups under way at once, and changes that had to run alone. Both leave connections to others. */
const PARTS = 3;
const ALONE = 3;

const BEGIN = ["begin isolation level read committed", `set local lock_timeout = ${LOCK_MS}`];
const UNFORCED = "set local synchronous_commit = off";

interface Member {
  readonly work: Work<unknown>;
  readonly about: readonly string[];
  readonly unforced: boolean;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Makes a change together with changes about other things. */
type Together = <T>(work: Work<T>, about: readonly string[], unforced: boolean) => Promise<T>;

/**
 * Group commit over PostgreSQL. Changes about different things that arrive together share a transaction and run in it
 * side by side, so that their statements travel together. Each is answered after the commit. If a change refuses, it
 * is left out. If the database refuses, the group is divided until the refused change is alone.
 * @param alone makes one change in a transaction of its own
 */
export function createGroups(
  withConnection: SharedStore["withConnection"],
  alone: <T>(work: Work<T>) => Promise<T>,
): Together {
  let waiting: Member[] = [];
  /** What the changes under way are about. */
  const busy = new Set<string>();
  const inParts = createSemaphore(PARTS);
  const byItself = createSemaphore(ALONE);
  let running = 0;
  let is_woken = false;

  function wake(): void {
    if (is_woken || running >= GROUPS) return;
    is_woken = true;
    setImmediate(() => {
      is_woken = false;
      while (running < GROUPS) {
        const members = gather();
        if (members.length === 0) return;
        running++;
        void commit(members).finally(() => {
          running--;
          wake();
        });
      }
    });
  }

  /** Takes the waiting changes in order, and leaves those for later that are about the same thing as an earlier one. */
  function gather(): Member[] {
    const members: Member[] = [];
    const left: Member[] = [];
    const named = new Set(busy);
    for (const member of waiting) {
      const isFree = members.length < MEMBERS && !member.about.some((thing) => named.has(thing));
      (isFree ? members : left).push(member);
      for (const thing of member.about) named.add(thing);
    }
    waiting = left;
    // Groups of several services lock the same rows in the same order, so they do not wait for each other.
    members.sort(byThing);
    for (const { about } of members) for (const thing of about) busy.add(thing);
    return members;
  }

  function settle({ about }: Member, answer: () => void): void {
    for (const thing of about) busy.delete(thing);
    answer();
    wake();
  }

  /** Resolves when the group is done, or divided. */
  async function commit(members: readonly Member[]): Promise<void> {
    let attempts: readonly Attempt[];
    try {
      attempts = await withConnection((connection) => attempt(connection, members));
    } catch (error) {
      if (isRolledBack(error)) return divide(members);
      for (const member of members) settle(member, () => member.reject(error));
      return;
    }
    const refused = attempts.filter((result) => "error" in result);
    if (refused.length === 0) {
      for (const { member, value } of attempts as Done[]) settle(member, () => member.resolve(value));
      return;
    }
    for (const { member, error } of refused as Failed[]) settle(member, () => member.reject(error));
    const others = attempts.filter((result) => !("error" in result)).map(({ member }) => member);
    if (others.length > 0) await commit(others);
  }

  function divide(members: readonly Member[]): void {
    const [first] = members;
    if (members.length === 1 && first) {
      void byItself(() => alone(first.work), undefined).then(
        (value) => settle(first, () => first.resolve(value)),
        (error) => settle(first, () => first.reject(error)),
      );
      return;
    }
    const half = Math.ceil(members.length / 2);
    for (const part of [members.slice(0, half), members.slice(half)])
      void inParts(() => commit(part), undefined);
  }

  return (work, about, unforced) =>
    new Promise((resolve, reject) => {
      waiting.push({ work, about, unforced, resolve: resolve as (value: unknown) => void, reject });
      wake();
    });
}

function byThing({ about: [one = ""] }: Member, { about: [other = ""] }: Member): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

interface Done {
  readonly member: Member;
  readonly value: unknown;
}

interface Failed {
  readonly member: Member;
  readonly error: unknown;
}

type Attempt = Done | Failed;

/**
 * Runs the changes of a group in one transaction; commits it only if all of them succeed.
 * @throws what the database refused, or how the connection broke
 */
async function attempt(connection: PipelinedConnection, members: readonly Member[]): Promise<Attempt[]> {
  connection.begin(...BEGIN, ...(members.every(({ unforced }) => unforced) ? [UNFORCED] : []));
  try {
    const yieldIfDue = createYielder();
    const running: Promise<Attempt>[] = [];
    for (const member of members) {
      running.push(outcomeOf(member, connection));
      await yieldIfDue();
    }
    const done = await Promise.all(running);
    connection.requireSound();
    if (done.some((result) => "error" in result)) await connection.rollback();
    else await connection.commit();
    return done;
  } catch (error) {
    await connection.rollback();
    throw error;
  }
}

const outcomeOf = (member: Member, { db }: PipelinedConnection): Promise<Attempt> =>
  member.work(db).then(
    (value) => ({ member, value }),
    (error: unknown) => ({ member, error }),
  );
