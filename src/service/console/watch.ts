/** What is happening in the conversations of all organizations that somebody watches: read once for all pages of a process. */
import { EventEmitter, once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Service } from "../handler.ts";
import type { Table } from "../store/revisions.ts";
import { type Conversations, conversationsOf } from "./conversations.ts";
import {
  allTold,
  type PlacedTurn,
  settle,
  type Told,
  TURNS_MAXIMUM,
  tell,
  turnsAt,
  untoldTurns,
} from "./turns.ts";

/** How often the store is asked whether anything has changed. */
const TICK_MS = 400;
/** How much of what was found last is kept for pages that are about to ask for it. A page that is later reads it by itself. */
const KEPT_TURNS = 2000;
const KEPT_CHARACTERS = 4_000_000;

const TABLES: readonly Table[] = ["conversation_entry", "simulation_result"];

/** The conversations of one organization, for one page. */
export interface Watched {
  /** Grows with whatever is found. */
  readonly version: () => number;
  /** Undefined until they are read; the same object while they are the same. */
  readonly conversations: () => Conversations | undefined;
  /** What was said and found after a version; undefined if it is not kept any more. */
  readonly turnsSince: (version: number) => readonly PlacedTurn[] | undefined;
  /** Resolves when the store has been asked again, or the service stops. @throws if the store does not answer, or the page has gone */
  readonly nextTick: () => Promise<unknown>;
  readonly leave: () => void;
}

/** Begins to watch an organization, until `leave`. What is stored from the moment at which this resolves is found. */
export type Watch = (organization_id: string, gone: AbortSignal) => Promise<Watched>;

/** Asks the store every 0.4 s whether anything has changed, and reads what has, while somebody watches. */
export function createWatch(
  service: Pick<Service, "db" | "now" | "revisionOf">,
  isStopping: () => boolean,
): Watch {
  /** How many pages watch an organization. */
  const pages = new Map<string, number>();
  const conversations = new Map<string, Conversations>();
  let found: { readonly version: number; readonly placed: PlacedTurn }[] = [];
  /** What was found up to this version may be gone. */
  let forgotten = 0;
  let version = 0;
  /** Undefined until it is known where to begin. */
  let told: Told | undefined;
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
        told ??= await allTold(service.db);
        settle(told);
        const now = await service.revisionOf(TABLES);
        const hasChanged = now === undefined || now !== revision;
        if (hasChanged) hasMore = await findTurns(told);
        await findConversations(hasChanged ? [...pages.keys()] : unread());
        revision = now;
        hasMore ||= unread().length > 0;
        bell.emit("tick");
      } catch (error) {
        if (bell.listenerCount("error") > 0) bell.emit("error", error);
      }
      if (!hasMore) await rest();
    }
    told = undefined;
    found = [];
    forgotten = version;
    // Whoever still waits hears that the service stops.
    bell.emit("tick");
  }

  /** Until the next tick; a page that is opened does not wait for it. */
  async function rest(): Promise<void> {
    const rested = new AbortController();
    const { signal } = rested;
    const opened = once(bell, "opened", { signal });
    await Promise.race([opened, sleep(TICK_MS, undefined, { ref: false, signal })]).catch(() => undefined);
    rested.abort();
    await opened.catch(() => undefined);
  }

  /** Whether there may be more. */
  async function findTurns(told: Told): Promise<boolean> {
    const untold = await untoldTurns(service.db, told);
    const watched = untold.filter(({ organization_id }) => pages.has(organization_id));
    const turns = await turnsAt(service.db, watched);
    tell(
      told,
      untold.map(({ id }) => id),
    );
    if (turns.length > 0) {
      version++;
      found.push(...turns.map((placed) => ({ version, placed })));
      forget();
    }
    return untold.length === TURNS_MAXIMUM;
  }

  function forget(): void {
    let characters = 0;
    const kept = found.findLastIndex(({ placed }, index) => {
      characters += placed.turn.message.length;
      return found.length - index > KEPT_TURNS || characters > KEPT_CHARACTERS;
    });
    forgotten = found[kept]?.version ?? forgotten;
    found = found.slice(kept + 1);
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
    // What was read a while ago may be over for long.
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
      while (!told && !isStopping()) await nextTick();
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
          : found
              .filter((one) => one.version > since && one.placed.organization_id === organization_id)
              .map(({ placed }) => placed),
      nextTick,
      leave,
    };
  };
}

const isSame = (one: Conversations, other: Conversations) =>
  one.size === other.size && [...one].every(([id, text]) => other.get(id) === text);
