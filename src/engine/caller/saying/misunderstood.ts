/** What a caller answers to an agent that has taken its wish for another one. Only in English. */

import { findValues } from "../facts/values.ts";
import { concerns } from "./pursue-goal.ts";
import type { Reply, Turn } from "./reply.ts";

const ONLY_FINDS = /^(?:cancel|check|find|get|list|look|query|search|show|status|trace|track)\b/;

/**
 * Whether a choice is of something that a caller who only wants to know or to cancel something has not come for: "Spring Meadow, please." of
 * somebody who tracks an order. What has a day, an hour or a fact of its own may concern it.
 */
export function isForeignChoice({ rule, say }: Reply, turn: Turn): boolean {
  const { caller, state, language } = turn;
  const tool = (caller.errand?.tool ?? "").replaceAll("_", " ");
  if (language.code !== "en" || rule !== "choice" || !ONLY_FINDS.test(tool)) return false;
  const own = [caller.goals[state.goal] ?? "", tool, caller.errand?.description ?? ""];
  return findValues(say, language).length === 0 && !own.some((one) => concerns(say, one, turn));
}
