import { cueSpan, fold } from "../../transcript/fold.ts";
import { joined } from "../words.ts";
import type { Reply, Turn } from "./reply.ts";

/** A greeting must begin within this many words of the start of a sentence. */
const GREETING_PLACE = 3;

/**
 * Says what the caller wants, after a greeting, unless the caller is brief or the sentence has a greeting
 * already.
 */
export function opening(
  { caller, state, language, voice }: Omit<Turn, "heard" | "times">,
  rule: "opening" | "goal",
): Reply {
  const goal = caller.goals[0];
  if (goal === undefined) return { rule, say: voice.phrase("greeting"), update: { opened: true } };
  const greeted = language.cues.greeting.some(
    (cue) => (cueSpan(fold(goal), cue)?.[0] ?? GREETING_PLACE) < GREETING_PLACE,
  );
  const greets = !greeted && caller.style.verbosity !== "low" && state.history.length === 0;
  return {
    rule,
    say: joined([greets ? voice.phrase("greeting") : "", goal], language.code),
    update: { opened: true },
  };
}
