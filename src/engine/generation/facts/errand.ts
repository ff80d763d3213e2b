/** What a caller comes for, and which tools the agent uses for it. */

import { type AgentTool, parametersOf, type ToolParameter } from "../../tools/tool.ts";
import { isNewcomer } from "../../words/newcomer.ts";
import type { Agent } from "../reading/agent.ts";
import { FINDS, feedersOf, foundBy, listingSlots, sourcesOfId } from "./feeders.ts";
import { identifies, identifying, isOfPerson, registers } from "./identification.ts";
import { findsRecord, isReference, lookupsBeside, returning } from "./lookups.ts";
import { isHouseNumber, isName, isPostcode } from "./personal.ts";
import { endsOfTrip } from "./places.ts";
import { codeInGoal } from "./said-in-goal.ts";
import { countsSideBySide } from "./side-by-side.ts";
import type { Caller, Sources, Use } from "./sources.ts";
import { wordsOf } from "./stems.ts";
import { isInGoal } from "./values.ts";

const REFERS_BACK =
  /^(?:amend|cancel|change|exchange|move|modify|pause|postpone|rebook|reschedule|resume|suspend|swap|update|return|refund|track|check|get|find|look|status|pay|extend|close|report|block|activate|verify)/i;

export interface Errand {
  readonly aim: AgentTool;
  readonly agent: Agent;
  readonly sources: Sources;
  readonly caller: Caller;
  /** The business doesn't know the caller yet. */
  readonly isNew: boolean;
  /** It is about something that exists already: an order, a booking. */
  readonly aboutExisting: boolean;
  /** What is on record, and the tools that return it, by the name of the parameter. */
  readonly returned: ReadonlyMap<string, readonly AgentTool[]>;
  /** The tools that find what the aim takes. */
  readonly feeders: readonly AgentTool[];
  /** The tools that find the caller. */
  readonly identified: readonly AgentTool[];
  /** All tools whose parameters the agent may ask for. */
  readonly asked: ReadonlySet<AgentTool>;
  /** The names of what is compared with the agent's records. */
  readonly onRecord: ReadonlySet<string>;
  /** The tools that find the ids that the aim takes. */
  readonly findIds: readonly AgentTool[];
}

export function errandFor(aim: AgentTool, agent: Agent, sources: Sources, caller: Caller): Errand {
  const { goal } = caller;
  const aboutExisting = refersBack(aim, parametersOf(aim));
  // What is on record is the agent's to look up, unless the caller wants it changed.
  const returned = new Map(
    parametersOf(aim).flatMap((one) => {
      const isOwn = aboutExisting || isInGoal(one, sources, goal);
      const by = isOwn ? [] : returning(one, aim, agent.tools, sources.text);
      return by.length > 0 ? [[one.name, by] as const] : [];
    }),
  );
  const isNew = isNewcomer(goal);
  const feeders = [
    ...new Set([...feedersOf(aim, agent.tools, goal), ...[...returned.values()].flat()]),
  ].filter((one) => !isNew || !identifies(one));
  const identified = identifying(aim, agent.tools, sources.text, { goal, refersBack: aboutExisting });
  const registering = isNew ? agent.tools.filter(registers) : [];
  const asked = new Set([aim, ...registering, ...feeders, ...identified, ...lookupsBeside(aim, agent.tools)]);
  const compared = [...asked].filter((one) => isCompared(one, { aim, identified }));
  return {
    aim,
    agent,
    sources,
    caller,
    isNew,
    aboutExisting,
    returned,
    feeders,
    identified,
    asked,
    onRecord: recordedIn(compared),
    findIds: parametersOf(aim).flatMap((parameter) => sourcesOfId(parameter, aim, agent.tools)),
  };
}

/** Whether the agent compares what a tool takes with its records: it looks the record up, or only checks it. */
export const isCompared = (one: AgentTool, { aim, identified }: Pick<Errand, "aim" | "identified">) =>
  one !== aim && (findsRecord(one) || identified.includes(one));

/** How a tool deals with what it takes. */
export function useOf(one: AgentTool, parameters: readonly ToolParameter[], errand: Errand): Use {
  const { aim, agent, sources, caller, returned, feeders, identified, asked } = errand;
  return {
    tool: one.name,
    refersBack: refersBack(one, parameters),
    places: placesLookedUp(agent.tools),
    own: new Set([...ownIds(parameters, agent.tools, identified, caller.goal), ...returned.keys()]),
    isFed: feeders.some(findsRecord),
    takesSlot: listingSlots(one, agent.tools, caller.goal).length > 0,
    found: foundBy(one, agent.tools),
    twins: twinsIn(parameters),
    endsOfTrip: endsOfTrip(parameters),
    counts: countsSideBySide(parameters, caller.goal, sources.text),
    isOnRecord: lookupsBeside(one, agent.tools).length > 0,
    isOnlyKey:
      one === aim && parametersOf(aim).filter((each) => each.required && isReference(each)).length === 1,
    returns: parameters.some(({ name }) => /\breturn\b/.test(wordsOf(name))),
    takesHouseNumber: parameters.some(({ name }) => isHouseNumber(name)),
    takesPostcode: [...asked].some((other) => parametersOf(other).some(({ name }) => isPostcode(name))),
  };
}

const refersBack = ({ name }: AgentTool, parameters: readonly ToolParameter[]) =>
  REFERS_BACK.test(name) && parameters.some(isReference);

/** The names of what tools need that look up a record: a pet's name, a date of birth. */
const recordedIn = (tools: readonly AgentTool[]): ReadonlySet<string> =>
  new Set(tools.flatMap((tool) => parametersOf(tool).flatMap((one) => (one.required ? [one.name] : []))));

/**
 * The names of ids that the agent finds itself: no tool looks up a record by them, while others find something. The number of a
 * customer, an order, or a policy is its owner's; but who is found by another thing need not know the number.
 */
function ownIds(
  parameters: readonly ToolParameter[],
  tools: readonly AgentTool[],
  identified: readonly AgentTool[],
  goal: string,
): ReadonlySet<string> {
  const isIdentified = identified.some(findsRecord);
  const provesItself = identified.some(provesWithoutNumber);
  const finders = tools.filter(({ name }) => FINDS.test(name));
  const taken = new Set(
    tools.filter(findsRecord).flatMap((tool) => parametersOf(tool).map(({ name }) => name)),
  );
  const own = parameters.filter(
    ({ name, pattern, options = [] }) =>
      options.length === 0 &&
      finders.length > 0 &&
      /_ids?$|Ids?$/.test(name) &&
      pattern === undefined &&
      !taken.has(name) &&
      !isOwners(name),
  );
  const ofPerson = parameters.filter(
    ({ name, options = [] }) =>
      ((isIdentified && !taken.has(name)) || provesItself) &&
      options.length === 0 &&
      isOfPerson(name) &&
      codeInGoal(goal, [wordsOf(name)], undefined) === undefined,
  );
  return new Set([...own, ...ofPerson].map(({ name }) => name));
}

/** "verify_patient" by name, date of birth and postcode returns whose record it is. */
const provesWithoutNumber = (tool: AgentTool): boolean =>
  parametersOf(tool).filter(({ required }) => required).length >= 2 && !parametersOf(tool).some(isReference);

const isOwners = (name: string) =>
  /^(?:order|booking|reservation|appointment|account|policy|claim|member|membership|customer|client|patient|user|invoice|card)/i.test(
    name,
  );

/** The names of parameters for a place that some tool looks up: not every place is served. */
const placesLookedUp = (tools: readonly AgentTool[]): ReadonlySet<string> =>
  new Set(
    tools
      // By a postcode beside a number, what is booked is found, and not whether the place is served.
      .filter((tool) => findsRecord(tool) && !parametersOf(tool).some(namesARecord))
      .flatMap((tool) => parametersOf(tool).flatMap(({ name }) => (isPostcode(name) ? [name] : []))),
  );

const namesARecord = ({ name }: ToolParameter): boolean =>
  !isPostcode(name) && (isReference({ name }) || isName(name));

/** The parameters that take the same values: where from, and where to. */
function twinsIn(parameters: readonly ToolParameter[]): NonNullable<Use["twins"]> {
  const found = new Map<string, { of: string; place: number }>();
  for (const { name, options = [] } of parameters) {
    if (options.length < 2) continue;
    const alike = parameters.filter((other) => String(other.options) === String(options));
    const [first] = alike;
    if (first && alike.length > 1)
      found.set(name, { of: first.name, place: alike.findIndex((other) => other.name === name) });
  }
  return found;
}
