/**
 * Watches the conversations of all organizations that have an open page. Each change is read once for all
 * pages of a process.
 */
import { EventEmitter, once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "../clock.ts";
import type { Table } from "../store/revisions.ts";
import type { Store } from "../store/store.ts";
import { type Conversations, conversationsOf } from "./conversations.ts";
import {
  allStoredAsSent,
  forgetOld,
  markSent,
  type PlacedTurn,
  type SentTurns,
  TURNS_MAXIMUM,
  turnsAt,
  unsentTurns,
} from "./turns.ts";

/** How often to check the store for changes. */
const TICK_MS = 400;
/**
 * How many recent turns to keep for pages that are about to ask for them. A page that asks later reads them
 * from the store.
 */
const KEPT_TURNS = 2000;
const KEPT_CHARACTERS = 4_000_000;

const TABLES: readonly Table[] = ["conversation_entry", "simulation_result"];

/** The conversations of one organization, for one page. */
export interface Watched {
  /** Increases with everything that is found. */
  readonly version: () => number;
  /** Undefined until they are read. The same object as long as nothing changes. */
  readonly conversations: () => Conversations | undefined;
  /** The turns found after a version. Undefined if they are no longer kept. */
  readonly turnsSince: (version: number) => readonly PlacedTurn[] | undefined;
  /**
   * Resolves after the next check of the store, or when the service stops. @throws if the store does not
   * answer, or if the page has gone
   */
  readonly nextTick: () => Promise<unknown>;
  readonly leave: () => void;
}

/** Starts watching an organization, until `leave`. Everything stored after this resolves will be found. */
export type Watch = (organization_id: string, gone: AbortSignal) => Promise<Watched>;

/** Checks the store for changes every 0.4 s, and reads them, as long as any page is open. */
export function createWatch(
  service: Pick<Store, "db" | "revisionOf"> & Clock,
  isStopping: () => boolean,
): Watch {
  /** How many pages watch an organization. */
  const pages = new Map<string, number>();
  const conversations = new Map<string, Conversations>();
  let recent_turns: { readonly version: number; readonly placed: PlacedTurn }[] = [];
  /** Turns up to this version may be forgotten. */
  let forgotten = 0;
  let version = 0;
  /** Undefined until the starting point is known. */
  let sent: SentTurns | undefined;
  let isRunning = false;
  const bell = new EventEmitter().setMaxListeners(0);

  const unread = () => [...pages.keys()].filter((organization_id) => !conversations.has(organization_id));

  async function start(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    while (pages.size > 0 && !isStopping()) await run();
    isRunning = false;
  }

  async function run(): Promise<void> {
    let revision: number | undefined;
    while (pages.size > 0 && !isStopping()) {
      let hasMore = false;
      try {
        sent ??= await allStoredAsSent(service.db);
        forgetOld(sent);
        const now = await service.revisionOf(TABLES);
        const hasChanged = now === undefined || now !== revision;
        if (hasChanged) hasMore = await findTurns(sent);
        await findConversations(hasChanged ? [...pages.keys()] : unread());
        revision = now;
        hasMore ||= unread().length > 0;
        bell.emit("tick");
      } catch (error) {
        if (bell.listenerCount("error") > 0) bell.emit("error", error);
      }
      if (!hasMore) await rest();
    }
    sent = undefined;
    recent_turns = [];
    forgotten = version;
    // Pages that are still waiting learn that the service stops.
    bell.emit("tick");
  }

  /** Waits until the next tick. A newly opened page ends the wait. */
  async function rest(): Promise<void> {
    const rested = new AbortController();
    const { signal } = rested;
    const opened = once(bell, "opened", { signal });
    await Promise.race([opened, sleep(TICK_MS, undefined, { ref: false, signal })]).catch(() => undefined);
    rested.abort();
    await opened.catch(() => undefined);
  }

  /** Returns whether there may be more. */
  async function findTurns(sent: SentTurns): Promise<boolean> {
    const unsent = await unsentTurns(service.db, sent);
    const watched = unsent.filter(({ organization_id }) => pages.has(organization_id));
    const turns = await turnsAt(service.db, watched);
    markSent(
      sent,
      unsent.map(({ id }) => id),
    );
    if (turns.length > 0) {
      version++;
      recent_turns.push(...turns.map((placed) => ({ version, placed })));
      forget();
    }
    return unsent.length === TURNS_MAXIMUM;
  }

  function forget(): void {
    let characters = 0;
    const kept = recent_turns.findLastIndex(({ placed }, index) => {
      characters += placed.turn.message.length;
      return recent_turns.length - index > KEPT_TURNS || characters > KEPT_CHARACTERS;
    });
    forgotten = recent_turns[kept]?.version ?? forgotten;
    recent_turns = recent_turns.slice(kept + 1);
  }

  async function findConversations(organization_ids: readonly string[]): Promise<void> {
    for (const [organization_id, shown] of await conversationsOf(service, organization_ids)) {
      const before = conversations.get(organization_id);
      if (!pages.has(organization_id) || (before && isSame(before, shown))) continue;
      conversations.set(organization_id, shown);
      version++;
    }
  }

  return async (organization_id, gone) => {
    pages.set(organization_id, (pages.get(organization_id) ?? 0) + 1);
    // Old conversations may have ended long ago.
    conversations.delete(organization_id);
    const leave = () => {
      const left = (pages.get(organization_id) ?? 1) - 1;
      if (left > 0) pages.set(organization_id, left);
      else {
        pages.delete(organization_id);
        conversations.delete(organization_id);
      }
    };
    const nextTick = () => once(bell, "tick", { signal: gone });
    void start();
    bell.emit("opened");
    try {
      while (!sent && !isStopping()) await nextTick();
    } catch (error) {
      leave();
      throw error;
    }
    return {
      version: () => version,
      conversations: () => conversations.get(organization_id),
      turnsSince: (since) =>
        since < forgotten
          ? undefined
          : recent_turns
              .filter((one) => one.version > since && one.placed.organization_id === organization_id)
              .map(({ placed }) => placed),
      nextTick,
      leave,
    };
  };
}

const isSame = (one: Conversations, other: Conversations) =>
  one.size === other.size && [...one].every(([id, text]) => other.get(id) === text);
