/** Events that an agent reports in the course of a conversation. */
import type { Kysely } from "kysely";
import type { Output } from "../../../contract/types.ts";
import type { Database } from "../../store/schema.ts";
import { offsetIn } from "./clock.ts";
import type { Conversation } from "./conversation.ts";
import { redacted } from "./entries.ts";
import { storeUpdates, updateOf } from "./updates.ts";

type Events = NonNullable<Output<"SendHttpTextMessage">["events"]>;

/** Characters of all events of a conversation, as JSON. Each new event writes all of them again, so later ones are not kept. */
const LENGTH_MAXIMUM = 100_000;

/** Adds events to those that are reported of a conversation. One without a time happened now. */
export async function addReportedEvents(
  transaction: Kysely<Database>,
  conversation: Conversation,
  events: Events,
  at: Date,
): Promise<void> {
  if (events.length === 0) return;
  const { id } = conversation.result;
  const now = Math.max(0, offsetIn(conversation.result, at));
  const { events: earlier } = await updateOf(transaction, id);
  const all = [
    ...(earlier ?? []),
    ...redacted(conversation, events).map((event) => ({ start_offset_ms: now, ...event })),
  ];
  while (all.length > (earlier ?? []).length && JSON.stringify(all).length > LENGTH_MAXIMUM) all.pop();
  if (all.length > (earlier ?? []).length) await storeUpdates(transaction, new Map([[id, { events: all }]]));
}
