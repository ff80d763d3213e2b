/** Receives the digital human's replies by reading the transcript. */
import type { Conversation } from "../../chat/message.ts";
import { recordOf } from "../../chat/record.ts";
import type { Session } from "../../chat/session.ts";
import type { Context } from "../../context.ts";
import { sanitizeLine } from "../../terminal/sanitize.ts";

export interface ReplySource {
  /** The transcript entry to start from. Earlier entries are already known. */
  begin(entry: number): Promise<void>;
  close(): Promise<void>;
}

interface Reading {
  readonly session: Session;
  readonly conversation: Conversation;
  readonly interval_ms: number;
}

/** Reads the transcript repeatedly until `close` is called, and notices the end of the conversation. */
export async function readReplies(
  context: Context,
  { session, conversation: { simulation_result_id }, interval_ms }: Reading,
): Promise<ReplySource> {
  const { pollReplies } = await import("../../chat/polling.ts");
  const stop = new AbortController();
  let polling: Promise<void> | undefined;
  return {
    async begin(entry) {
      polling = pollReplies(session, {
        read: async () =>
          recordOf(await context.read("get_simulation_result", { params: { simulation_result_id } })),
        from: entry,
        interval_ms,
        signal: AbortSignal.any([stop.signal, context.signal]),
        trouble: ({ message }) =>
          void context.terminal.alert(`cannot read replies: ${sanitizeLine(message)}`),
      });
    },
    async close() {
      stop.abort();
      await polling;
    },
  };
}
