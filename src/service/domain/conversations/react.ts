import type { Caller } from "../../../engine/caller/caller.ts";
import type { MadeCall } from "../../../engine/caller/made-call.ts";
import { next, nextSaying, nextUnheard, onSilence, start } from "../../../engine/caller/next.ts";
import type { Reply } from "../../../engine/caller/saying/reply.ts";
import type { Situation } from "../../../engine/caller/script/scripted-responses.ts";
import type { CallerState } from "../../../engine/caller/state.ts";
import type { Step } from "../../../engine/caller/turn/apply.ts";
import type { Rng } from "../../../engine/random.ts";
import { attended } from "../../../engine/transcript/attended.ts";

/**
 * What a digital human reacts to: the conversation opens, the agent says something, or the agent stays
 * silent.
 */
export type CallerEvent =
  | { readonly event: "open" }
  | {
      readonly event: "message";
      readonly heard: string;
      /** The model's answer, if one was asked. */
      readonly reply?: Reply | undefined;
      /** Which of its situations the message is, if a model was asked. */
      readonly situation?: Situation | undefined;
      /** The tool calls that the agent has made since the last message, if the digital human waits for one. */
      readonly calls?: readonly MadeCall[] | undefined;
    }
  /** On a voice line: the agent has spoken, but its words are unknown. */
  | { readonly event: "unheard" }
  | { readonly event: "silence" };

/**
 * The digital human's reaction. Live conversations and replays both use only this function.
 * @param at_ms milliseconds since the conversation began
 */
export function react(
  caller: Caller,
  state: CallerState | undefined,
  event: CallerEvent,
  at_ms: number,
  rng: Rng,
): Step {
  if (state === undefined || event.event === "open") return start(caller, at_ms, rng);
  if (event.event === "silence") return onSilence(caller, state, at_ms, rng);
  if (event.event === "unheard") return nextUnheard(caller, state, at_ms, rng);
  const { reply, situation, calls } = event;
  const heard = attended(event.heard);
  return reply
    ? nextSaying(caller, state, heard, reply, at_ms, rng, situation, calls)
    : next(caller, state, heard, at_ms, rng, situation, calls);
}
