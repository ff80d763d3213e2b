/** How calls of other platforms ended. */
import { event } from "./fields.ts";
import type { Event, LoggedFields } from "./reader.ts";

/** The reasons that the metric `end_reason` has names for. Any other reason keeps the platform's name. */
export type EndReason =
  | "user_hangup"
  | "agent_hangup"
  | "call_transfer"
  | "voicemail_reached"
  | "inactivity"
  | "max_duration_reached";

interface Ending {
  /** One of the names, or the platform's word for any other reason. */
  readonly reason?: EndReason | (string & {}) | undefined;
  /** What the platform says. */
  readonly stated?: string | undefined;
  readonly at_ms?: number | undefined;
}

/** The event that the metric `end_reason` reads, after all others, and who hung up, if anybody did. */
export function endingOf(
  events: readonly Event[],
  { reason, stated, at_ms }: Ending,
): Pick<LoggedFields, "events" | "conversation_ended_by"> {
  const description = stated === reason ? undefined : stated;
  const end =
    reason === undefined ? [] : [event(reason, { start: at_ms, description, tags: ["end_reason"] })];
  const all = [...events, ...end];
  return {
    ...(all.length > 0 && { events: all }),
    ...(reason === "user_hangup" && { conversation_ended_by: "USER" as const }),
    ...(reason === "agent_hangup" && { conversation_ended_by: "AGENT" as const }),
  };
}
