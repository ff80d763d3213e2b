/** RTVI 2.1, the protocol of a bot of Pipecat, as JSON over the WebSocket of its evaluation transport. */
import { randomUUID } from "node:crypto";
import { fieldsOf } from "../../../contract/is-object.ts";
import type { ToolCall } from "../agent.ts";
import type { Frame, SocketLine } from "../socket/line.ts";
import { excerpt } from "../trouble.ts";

const LABEL = "rtvi-ai";

/** What to say of a bot that does not get ready. */
export const NOT_READY =
  "the bot did not say that it is ready (bot-ready): does it run with its evaluation transport (-t eval)?";

export const rtvi = (type: string, data: object) => ({ label: LABEL, type, id: randomUUID(), data });

/** Its type and its fields. Undefined for a frame of another protocol. */
export function readRtvi({
  label,
  type,
  data,
}: Frame): { readonly type: string; readonly fields: Frame } | undefined {
  return label === LABEL && typeof type === "string" ? { type, fields: fieldsOf(data) } : undefined;
}

/**
 * Says hello, and asks for all of the bot's calls of functions.
 * @param next waits for the next frame
 * @returns the frames that came until the bot was ready
 */
export async function handshake(line: SocketLine, next: () => Promise<Frame>): Promise<Frame[]> {
  line.send(rtvi("client-ready", { version: "2.1.0", about: { library: "parley" } }));
  const early: Frame[] = [];
  do early.push(await next());
  while (readRtvi(early.at(-1) ?? {})?.type !== "bot-ready");
  line.send(
    rtvi("client-message", {
      t: "eval-configure",
      d: { function_call_report_level: { "*": "full" }, vad_user_speaking: true },
    }),
  );
  return early;
}

/** The bot's own words for what went wrong. Undefined for a message of another type. */
export const errorIn = (type: string, fields: Frame): string | undefined =>
  type === "error" || type === "error-response"
    ? `reports an error: ${excerpt(String(fields["error"] ?? fields["message"] ?? "without words"))}`
    : undefined;

/** The bot's calls of functions, which begin and end in messages of their own. */
export class FunctionCalls {
  readonly #open = new Map<string, Frame>();

  get are_open(): boolean {
    return this.#open.size > 0;
  }

  /** @returns the call that a message ends */
  take(type: string, fields: Frame): { readonly call: ToolCall; readonly cancelled: boolean } | undefined {
    const id = String(fields["tool_call_id"] ?? "");
    if (type === "llm-function-call-in-progress") this.#open.set(id, fields);
    const begun = type === "llm-function-call-stopped" ? this.#open.get(id) : undefined;
    if (!begun) return undefined;
    this.#open.delete(id);
    const { cancelled, result: output = null } = fields;
    return {
      call: {
        name: String(begun["function_name"] ?? fields["function_name"] ?? ""),
        parameters: fieldsOf(begun["arguments"]),
        output,
      },
      cancelled: cancelled === true,
    };
  }
}
