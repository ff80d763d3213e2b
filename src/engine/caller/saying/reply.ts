import type { Caller } from "../caller.ts";
import type { Heard } from "../hearing/hear.ts";
import type { Language } from "../language.ts";
import type { ScriptedRule } from "../script/scripted-responses.ts";
import type { CallerState, Ending, EndReason, Rule, TurnRecord } from "../state.ts";
import type { Voice } from "./phrase.ts";

/** Everything needed to choose a reply. */
export interface Turn {
  caller: Caller;
  state: CallerState;
  language: Language;
  heard: Heard;
  /** How often the agent has said this since the conversation last made progress, this time included. */
  times: number;
  voice: Voice;
}

/** What the caller answers, before its manner and the limits apply. */
export interface Reply {
  rule: Rule;
  say: string;
  /** `say` consists of keys to press. */
  keys?: true;
  /** How long the caller is silent before it speaks. */
  silence_ms?: number;
  end?: Ending;
  update?: Partial<CallerState>;
  record?: Partial<TurnRecord>;
}

const NOT_COMPLETED: ReadonlySet<EndReason> = new Set([
  "silence_timeout",
  "out_of_script",
  "going_in_circles",
  "max_turns",
  "max_duration",
]);

/** The ending for an end reason. */
export function ended(end_reason: EndReason): Ending {
  return { end_reason, completed: !NOT_COMPLETED.has(end_reason) };
}

/** The words of a scripted response, or the keys that it presses. */
export const scriptedReply = ({ say, keys, silence_ms }: ScriptedRule): Reply => ({
  rule: "scripted_response",
  say: say ?? "",
  silence_ms,
  ...(keys && { keys }),
});
