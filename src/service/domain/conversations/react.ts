import type { MadeCall } from "../../../engine/caller/made-call.ts";
import type { Moment } from "../../../engine/caller/moment.ts";
import { next, nextSaying, nextUnheard, onSilence, start } from "../../../engine/caller/next.ts";
import type { Reply } from "../../../engine/caller/saying/reply.ts";
import type { Situation } from "../../../engine/caller/script/scripted-responses.ts";
import type { CallerState } from "../../../engine/caller/state.ts";
import type { Step } from "../../../engine/caller/turn/apply.ts";
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

/** A moment of a conversation, which may be its beginning. */
export type ReactingMoment = Omit<Moment, "state"> & { readonly state: CallerState | undefined };

/** The digital human's reaction. Live conversations and replays both use only this function. */
export function react({ state, ...rest }: ReactingMoment, event: CallerEvent): Step {
  if (state === undefined || event.event === "open") return start(rest);
  const moment = { ...rest, state };
  if (event.event === "silence") return onSilence(moment);
  if (event.event === "unheard") return nextUnheard(moment);
  const { reply, situation, calls } = event;
  const message = { ...moment, message: attended(event.heard), situation, calls };
  return reply ? nextSaying(message, reply) : next(message);
}
