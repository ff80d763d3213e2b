import type { Step } from "../../../engine/caller/apply.ts";
import type { Caller } from "../../../engine/caller/caller.ts";
import { next, nextSaying, nextUnheard, onSilence, start } from "../../../engine/caller/next.ts";
import type { Rng } from "../../../engine/caller/random.ts";
import type { Reply } from "../../../engine/caller/reply.ts";
import type { Situation } from "../../../engine/caller/scripted-responses.ts";
import type { CallerState } from "../../../engine/caller/state.ts";

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
  met: CallerEvent,
  at_ms: number,
  rng: Rng,
): Step {
  if (state === undefined || met.event === "open") return start(caller, at_ms, rng);
  if (met.event === "silence") return onSilence(caller, state, at_ms, rng);
  if (met.event === "unheard") return nextUnheard(caller, state, at_ms, rng);
  const { heard, reply, situation } = met;
  return reply
    ? nextSaying(caller, state, heard, reply, at_ms, rng, situation)
    : next(caller, state, heard, at_ms, rng, situation);
}
