import { ended, type Reply, type Turn } from "./reply.ts";

const MAX_FALLBACKS = 3;

/**
 * What a caller does when it cannot follow: it asks the agent to repeat, then says again what it wants, and
 * gives up the third time in a row. The first reaction can be different: `restate`, or `not_yet` if the agent
 * says goodbye too early.
 */
export function fallback(
  { caller, state, voice }: Turn,
  begin: "repeat" | "restate" | "not_yet" = "repeat",
): Reply {
  const fallbacks = state.fallbacks + 1;
  const update = { fallbacks };
  if (fallbacks >= MAX_FALLBACKS)
    return { rule: "fallback", say: voice.phrase("give_up"), update, end: ended("out_of_script") };
  const intent = caller.goals[state.goal];
  const key = fallbacks > 1 ? "restate" : begin;
  if (key === "repeat" || intent === undefined)
    return { rule: "fallback", say: voice.phrase("repeat"), update };
  return { rule: "fallback", say: voice.phrase(key, { intent }), update };
}
