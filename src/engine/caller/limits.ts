import type { Caller } from "./caller.ts";
import type { CallerState } from "./state.ts";

/** The limit that a conversation has reached, if any. A turn is an event the caller acts on: a message or a silence. */
export function limitReached(
  { limits }: Caller,
  state: CallerState,
  now_ms: number,
): "max_turns" | "max_duration" | undefined {
  if (state.turn >= limits.max_turns) return "max_turns";
  return now_ms - state.started_at_ms >= limits.max_duration_ms ? "max_duration" : undefined;
}
