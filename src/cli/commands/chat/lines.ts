/** Lets piped standard input be the agent: one message or JSON object per line. */
import { toMessage } from "../../chat/message.ts";
import type { Context } from "../../context.ts";
import { linesOf } from "../../lines.ts";
import type { Joined } from "./shared/join.ts";

/** Each line waits for the reply to the line before it. Ends with the input or the conversation. */
export async function talkFromInput(
  { terminal, signal }: Context,
  { session, conversation }: Joined,
  wait_ms: number,
): Promise<void> {
  const over = new AbortController();
  session.observe({ ended: async () => over.abort() });
  for await (const line of linesOf(terminal.streams.stdin, {
    name: "standard input",
    signal: AbortSignal.any([signal, over.signal]),
  })) {
    if (line.trim() === "") continue;
    const message = toMessage(line, conversation);
    await session.until(() => !session.isWaiting, wait_ms);
    if (session.isOver) return;
    await session.send(message);
  }
  signal.throwIfAborted();
  await session.until(() => !session.isWaiting, wait_ms);
}
