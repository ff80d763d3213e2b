/** Callers who want to know how something stands, and the tools that say so. */
import { type AgentTool, parametersOf } from "../../tools/tool.ts";
import { identifies } from "./identification.ts";
import { findsRecord, isReference } from "./lookups.ts";

const LONGEST_GOAL = 1_000;
const HOW_IT_STANDS =
  /\b(?:arrived|completed?|done|finished(?! with\b)|how far|progress|ready|status|track|upcoming|when will|where (?:is|are)|where\b.{1,40}\b(?:is|are))\b/i;
/** "Fetch the finished car" asks nothing. */
const FINISHED_THING = /\b(?:her|his|my|the|their) (?:completed|finished|ready) (?=\p{L})/giu;
const SAYS_STATUS = /\b(?:progress|stage|state|status|track\w*)\b/i;
/** "Whether her posters are ready": what the business has on record says so. */
const HOW_OWN_STANDS =
  /\b(?:how far|if|when|where|whether) (?:her|his|my|our|their) [^.,;]{1,40}? (?:are|has|have|is|stands?|will)\b/i;

/** Whether a goal is to find out how something stands. */
export const asksHowItStands = (goal: string): boolean =>
  HOW_IT_STANDS.test(goal.slice(0, LONGEST_GOAL).replace(FINISHED_THING, " "));

/** The tools that say how something stands: those whose words say so, or else those that look up what the caller has ordered. */
export function sayingHowItStands(goal: string, tools: readonly AgentTool[]): readonly AgentTool[] {
  const saying = tools.filter(({ name, description = "" }) =>
    SAYS_STATUS.test(`${name.replaceAll("_", " ")} ${description}`),
  );
  if (saying.length > 0 || !HOW_OWN_STANDS.test(goal.slice(0, LONGEST_GOAL))) return saying;
  return tools.filter((one) => findsRecord(one) && parametersOf(one).some(isReference) && !identifies(one));
}
