/** Prints a conversation as it happens: lines for a person, and a table or JSON for a program. */
import type { Message } from "../../chat/message.ts";
import type { Reply } from "../../chat/reply.ts";
import type { Answer, Observer } from "../../chat/session.ts";
import type { Context } from "../../context.ts";
import { sanitizeLine } from "../../terminal/sanitize.ts";
import { createPrinter, type StreamView, streamOutput } from "../shared/stream.ts";
import { endText } from "./shared/end-text.ts";
import { writeNote } from "./shared/write-note.ts";

/** A line of `-o jsonl`. */
type Event =
  /** A sent message, and the service's answer to it. */
  | ({ readonly event: "sent" } & Message & Answer)
  | ({ readonly event: "reply"; readonly latency_ms: number | null } & Reply)
  | { readonly event: "ended"; readonly reason: string | null };

const roleOf = (event: Event) =>
  event.event === "reply" ? "USER" : event.event === "sent" && event.type === "tool_call" ? "tool" : "AGENT";

function wordsOf(event: Event): string {
  if (event.event === "ended") return "";
  if (event.event === "reply" || event.type !== "tool_call") return event.message ?? "";
  const { name, parameters, output } = event;
  return `${name}(${parameters ? JSON.stringify(parameters) : ""}) → ${JSON.stringify(output ?? null)}`;
}

const view: StreamView<Event> = {
  columns: [
    { title: "role", value: roleOf },
    { title: "message", value: wordsOf },
    { title: "message_id", value: "message_id" },
  ],
  text: (event) => `${`${roleOf(event)}>`.padEnd(7)}${wordsOf(event).replaceAll("\n", "\n       ")}`,
};

/** Prints the conversation to stdout. If a person is reading, anything else is a note on stderr. */
export async function createConversationPrinter(context: Context): Promise<Observer> {
  const print = await createPrinter(context, view);
  const isForProgram = streamOutput(context) !== "table";
  return {
    async sent(message, answer) {
      // An empty message says nothing: it only ends something.
      if (isForProgram || message.message !== "") await print({ event: "sent", ...message, ...answer });
      if (answer.status !== "success")
        await writeNote(context, `status: ${sanitizeLine(String(answer.status))}`);
    },
    async heard(reply, latency_ms) {
      await print({
        event: "reply",
        ...reply,
        latency_ms: latency_ms === undefined ? null : Math.round(latency_ms),
      });
    },
    async ended(reason) {
      if (isForProgram) await print({ event: "ended", reason: reason ?? null });
      else await writeNote(context, endText(reason));
    },
  };
}
