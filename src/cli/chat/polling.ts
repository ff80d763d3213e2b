/** Reads replies from the service's record of the conversation, if no webhook can reach this machine. */
import { setTimeout as sleep } from "node:timers/promises";
import { Failure } from "../../lib/failure.ts";
import { type ConversationRecord, endOf, repliesFrom } from "./record.ts";
import type { Session } from "./session.ts";

export interface PollingOptions {
  read(): Promise<ConversationRecord>;
  /** How many transcript entries are already known. */
  readonly from: number;
  readonly interval_ms: number;
  readonly signal: AbortSignal;
  /** Called once when the service cannot be reached, and again only after it could be reached in between. */
  trouble(failure: Failure): void;
}

/** Runs until the conversation is over or the signal aborts. */
export async function pollReplies(
  session: Session,
  { read, from, interval_ms, signal, trouble }: PollingOptions,
): Promise<void> {
  let entries_read = from;
  let isTroubled = false;
  while (!session.isOver && !signal.aborted) {
    try {
      const record = await read();
      for (const reply of repliesFrom(record, entries_read)) await session.hear(reply);
      entries_read = record.transcript.length;
      const end = endOf(record);
      if (end !== undefined) await session.end(end);
      isTroubled = false;
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof Failure)) throw error;
      if (!isTroubled) trouble(error);
      isTroubled = true;
    }
    await sleep(interval_ms, undefined, { signal }).catch(() => undefined);
  }
}
