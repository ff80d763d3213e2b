import type { Rng } from "../random.ts";
import type { Caller } from "./caller.ts";
import type { MadeCall } from "./made-call.ts";
import type { Situation } from "./script/scripted-responses.ts";
import type { CallerState } from "./state.ts";

/** A moment in a conversation: who calls, how far it has come, and the clock. */
export interface Moment {
  readonly caller: Caller;
  readonly state: CallerState;
  /** Milliseconds since the conversation began. */
  readonly at_ms: number;
  /** `turnRng` for `state.turn`. */
  readonly rng: Rng;
}

/** The moment in which the caller hears a message of the agent. */
export interface AgentMessage extends Moment {
  readonly message: string;
  /** Which situation of the script it is, if a model was asked. */
  readonly situation?: Situation | undefined;
  /** The tool calls that the agent has made since its last message. */
  readonly calls?: readonly MadeCall[] | undefined;
}
