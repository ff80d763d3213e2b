/** The tools that give an agent what another tool takes: a slot, an id, what is free. */
import { seemsEffectful } from "../../metrics/tools/effectful.ts";
import { type AgentTool, parametersOf, type ToolParameter } from "../../tools/tool.ts";
import { findsRecord } from "./lookups.ts";
import { isDayAndHour, isMoment } from "./moments.ts";
import { hourInGoal } from "./moments-in-goal.ts";
import { stemsOf, wordsOf } from "./stems.ts";

const REFERS = /\b(?:ids?|keys?|code|slot)\b/;
/** Tools that find something, by their names. */
export const FINDS = /^(?:find|search|get|list|look|lookup|check|query|fetch|show)/i;

/** The tools that find what a tool takes: find_slots for the slot of book_slot. */
export function feedersOf(tool: AgentTool, tools: readonly AgentTool[], goal: string): AgentTool[] {
  const taken = parametersOf(tool).flatMap(({ name }) =>
    REFERS.test(wordsOf(name)) ? [...stemsOf(wordsOf(name))] : [],
  );
  const known = foundBy(tool, tools);
  const fed = taken.filter((stem) => known.has(stem));
  const sources = parametersOf(tool).flatMap((parameter) => sourcesOfId(parameter, tool, tools));
  const listing = listingSlots(tool, tools, goal);
  return tools.filter(
    (one) =>
      sources.includes(one) ||
      listing.includes(one) ||
      (one.name !== tool.name && FINDS.test(one.name) && fed.some((stem) => stemsOf(one.name).has(stem))),
  );
}

/**
 * The tools that say what is free, if a tool says that it takes what they return ("Book a slot that list_free_slots returned"), or if
 * it takes a day with an hour, and the goal names no hour.
 */
export const listingSlots = (tool: AgentTool, tools: readonly AgentTool[], goal: string): AgentTool[] =>
  tools.filter(
    (one) =>
      one.name !== tool.name &&
      FINDS.test(one.name) &&
      ((tool.description ?? "").includes(one.name) ||
        (SAYS_WHEN.test(`${wordsOf(one.name)} ${one.description ?? ""}`) &&
          hourInGoal(goal) === undefined &&
          parametersOf(tool).some((each) => each.required && isDayAndHour(each)))) &&
      parametersOf(one).some((each) => isMoment(each) && !isDayAndHour(each)),
  );
const SAYS_WHEN = /\b(?:free|open|available) (?:times?|slots?|places?|appointments?)\b|\b(?:times|slots)\b/i;

/** The tools that give the agent an id: those whose definition names it, or those that the parameter's description names. */
export function sourcesOfId(
  { name, description = "" }: ToolParameter,
  tool: AgentTool,
  tools: readonly AgentTool[],
): AgentTool[] {
  if (!/\bids?\b/.test(wordsOf(name))) return [];
  const others = tools.filter(
    (one) =>
      one.name !== tool.name &&
      (findsRecord(one) || !seemsEffectful(one.name)) &&
      !parametersOf(one).some((parameter) => parameter.name === name),
  );
  const things = `${wordsOf(name).replace(/ ids?$/, "")}s`;
  return others.filter(
    (one) =>
      description.includes(one.name) ||
      (one.description ?? "").includes(name) ||
      // "Returns the patient and the coming appointments."
      (findsRecord(one) &&
        AND_RETURNS.test(one.description ?? "") &&
        (one.description ?? "").includes(` ${things}`)),
  );
}
const AND_RETURNS = /\b(?:answers with|gives|lists|returns|shows)\b/i;

/** Stems of what the agent's other tools find without being told its identifier. */
export function foundBy(tool: AgentTool, tools: readonly AgentTool[]): ReadonlySet<string> {
  const finders = tools.filter(({ name }) => name !== tool.name && FINDS.test(name));
  const ids = parametersOf(tool).flatMap((parameter) =>
    sourcesOfId(parameter, tool, tools).length > 0 ? [...stemsOf(parameter.name)] : [],
  );
  const own = (one: AgentTool) =>
    new Set(
      parametersOf(one)
        // Who is found by a name is not found by an id.
        .filter(({ name, required }) => required && !IS_NAME.test(wordsOf(name)))
        .flatMap(({ name }) => [...stemsOf(name)]),
    );
  return new Set([
    ...ids,
    ...finders.flatMap((finder) => {
      const given = own(finder);
      return [...stemsOf(finder.name)].filter((stem) => !given.has(stem));
    }),
  ]);
}
const IS_NAME = /\bname$/;
