/** What callers of an agent know: a value for what its tools take, and what is left open for a person. */

import { traitType } from "../../../contract/rules/trait-type.ts";
import type { Trait } from "../../caller/digital-human.ts";
import { isRoleTrait, ROLE_TRAITS, traitName } from "../../caller/errand.ts";
import { seemsEffectful } from "../../metrics/tools/effectful.ts";
import { type AgentTool, parametersOf, type ToolParameter } from "../../tools/tool.ts";
import { sentences } from "../../transcript/sentences.ts";
import { identifiersOf } from "../identifiers.ts";
import type { Agent } from "../reading/agent.ts";
import { asChosen } from "./by-option.ts";
import { FINDS, feedersOf, foundBy, listingSlots, sourcesOfId } from "./feeders.ts";
import { hoursIn } from "./hours.ts";
import { identifying, isOfPerson, provenBy } from "./identification.ts";
import { listsIn } from "./lists.ts";
import { findsRecord, isReference, lookupsBeside, returning, withNamesakes } from "./lookups.ts";
import { isMoment } from "./moments.ts";
import { namedInGoal } from "./named-options.ts";
import { wishesFor } from "./offers.ts";
import { isHouseNumber, isName, isPersonal, isPostcode, ofPerson, personalKind } from "./personal.ts";
import { codeInGoal, toldInGoal } from "./said-in-goal.ts";
import { keyOf, severalIn } from "./several.ts";
import { countsSideBySide } from "./side-by-side.ts";
import type { Caller, Scalar, Sources, Use } from "./sources.ts";
import { staysAsItIs } from "./stays.ts";
import { stemsOf, wordsOf } from "./stems.ts";
import { todayIn } from "./today.ts";
import { isInGoal, valueFor } from "./values.ts";

export interface KnownFacts {
  traits: Trait[];
  /** `order_number (of an order that your test system knows)`. */
  open: string[];
}

/** Reads the texts of an agent once for all its callers. */
export function sourcesOf(agent: Agent, { seed, today }: Pick<Sources, "seed" | "today">): Sources {
  const text = [agent.prompt, agent.knowledge_base, agent.agent_description].join("\n");
  return {
    text,
    lists: listsIn(text),
    hours: hoursIn(text),
    identifiers: identifiersOf(agent),
    today: todayIn(text) ?? today,
    seed,
  };
}

const ASKING = /\b(?:ask|find out|collect|get|need|take|request|confirm|check|note|require)s?\b/i;
const REFERS_BACK =
  /^(?:cancel|change|move|modify|reschedule|update|return|refund|track|check|get|find|look|lookup|status|pay|extend|close|report|block|activate|verify)/i;

/** The traits of a caller that comes for a tool: the tool itself, and a fact for what it takes. */
export function factsFor(tool: AgentTool, agent: Agent, sources: Sources, caller: Caller): KnownFacts {
  const traits: Trait[] = [trait(ROLE_TRAITS.tool, tool.name)];
  const open: string[] = [];
  const aboutExisting = refersBack(tool, parametersOf(tool));
  // What is on record is the agent's to look up, unless the caller wants it changed.
  const returned = new Map(
    parametersOf(tool).flatMap((one) => {
      const isOwn = aboutExisting || isInGoal(one, sources, caller.goal);
      const by = isOwn ? [] : returning(one, tool, agent.tools, sources.text);
      return by.length > 0 ? [[one.name, by] as const] : [];
    }),
  );
  const feeders = [
    ...new Set([...feedersOf(tool, agent.tools, caller.goal), ...[...returned.values()].flat()]),
  ];
  const sourcesIds = parametersOf(tool).flatMap((parameter) => sourcesOfId(parameter, tool, agent.tools));
  const add = (name: string, value: FactValue) => traits.push(trait(name, value));
  const identified = identifying(tool, agent.tools, sources.text, {
    goal: caller.goal,
    refersBack: aboutExisting,
  });
  const asked = [tool, ...feeders, ...identified, ...lookupsBeside(tool, agent.tools)];
  // What an agent compares with its records, whether it looks the record up or only checks it.
  const isCompared = (one: AgentTool) => one !== tool && (findsRecord(one) || identified.includes(one));
  const onRecord = recordedIn(asked.filter(isCompared));
  for (const one of new Set(asked)) {
    const parameters = parametersOf(one).map((parameter) => withNamesakes(parameter, agent.tools));
    const feeds = feeders.includes(one);
    const looksUp = isCompared(one);
    const own = new Set([
      ...ownIds(parameters, agent.tools, identified.some(findsRecord), caller.goal),
      ...returned.keys(),
    ]);
    const common = {
      tool: one.name,
      refersBack: refersBack(one, parameters),
      places: placesLookedUp(agent.tools),
      own,
      isFed: feeders.some(findsRecord),
      takesSlot: listingSlots(one, agent.tools, caller.goal).length > 0,
      found: foundBy(one, agent.tools),
      twins: twinsIn(parameters),
      counts: countsSideBySide(parameters, caller.goal, sources.text),
      isOnRecord: lookupsBeside(one, agent.tools).length > 0,
      isOnlyKey:
        one === tool && parametersOf(tool).filter((each) => each.required && isReference(each)).length === 1,
      takesHouseNumber: parameters.some(({ name }) => isHouseNumber(name)),
      takesPostcode: asked.some((other) => parametersOf(other).some(({ name }) => isPostcode(name))),
    };
    const several = severalIn(parameters, caller.goal, sources);
    const things = thingsIn(parameters, caller.goal);
    const changed = common.refersBack ? changedBy(parameters, caller.goal) : [];
    for (const written of parameters) {
      const name = traitName(written, parameters);
      const chosen = asChosen(written, parameters, (other) => knownAs(traits, other));
      const parameter = chosen?.parameter ?? written;
      if (traits.some(({ trait_name }) => trait_name === name)) continue;
      // Of extras, a caller has those that it asks for.
      const list = several.get(keyOf(written));
      const isSaid = list !== undefined || isInGoal(written, sources, caller.goal);
      if (!written.required && written.path.includes(0) && !isSaid) continue;
      // Who says nothing about it takes any.
      const isOpenChoice = written.options?.some((option) =>
        /^(?:any|either|no_?preference)$/i.test(`${option}`),
      );
      if (feeds && !written.required && isOpenChoice && !isInGoal(written, sources, caller.goal)) continue;
      // From when an agent looks is the day that the caller would like.
      if (
        feeds &&
        isMoment(written) &&
        /^(?:after|earliest|from|on|since|start)$/.test(wordsOf(written.name))
      )
        continue;
      const isNamed = one === tool && isNamedIn(caller.goal, parameter);
      const isWanted =
        parameter.required ||
        changed.includes(written) ||
        isPersonal(parameter) ||
        (one === tool && isMoment(parameter) && (!aboutExisting || /^new/i.test(parameter.name))) ||
        isSaid ||
        isNamed ||
        isAskedFor(parameter, sources.text);
      if (!isWanted && (!feeds || looksUp)) continue;
      // Where a booked flight goes is fixed; the caller knows to when it shall be moved.
      if (
        feeds &&
        aboutExisting &&
        !looksUp &&
        !isMoment(parameter) &&
        !isInGoal(parameter, sources, caller.goal)
      )
        continue;
      const use = {
        ...common,
        things: things.filter((thing) => traits.some(({ value }) => value === thing)),
        looksUp: looksUp || onRecord.has(parameter.name),
      };
      if (chosen !== undefined && isListed(chosen, agent.tools)) continue;
      const found =
        one === tool && aboutExisting && staysAsItIs(tool, written, sources, caller.goal)
          ? { open: "as your test system has it" }
          : chosen === undefined || isMoment(parameter)
            ? (list ?? valueFor(parameter, sources, caller, use))
            : { open: `for ${chosen.option}: ${chosen.parameter.description}` };
      // What finds the thing may be open as well: without a card number, no account.
      const isServed = one === tool && use.places.has(parameter.name);
      const isKey = sourcesIds.includes(one) && parameter.required;
      if (
        !found ||
        ("open" in found && !isServed && ((!parameter.required && !isNamed) || (feeds && !isKey)))
      )
        continue;
      // "Both meter readings", of gas and water, are two facts.
      for (const fact of "open" in found ? eachOf(name, caller.goal) : [name]) {
        add(fact, "open" in found ? null : found.value);
        if ("open" in found) open.push(`${fact} (${found.open})`);
      }
    }
  }
  if (feeders.some((one) => !findsRecord(one)))
    for (const { name, value } of wishesFor(
      sources,
      caller,
      traits.map(({ trait_name }) => trait_name),
    ))
      add(name, value);
  // Who asks about something new may be asked who it is for, as if it wanted it.
  const asksOnly = !aboutExisting && !seemsEffectful(tool.name) && !findsRecord(tool);
  for (const parameter of asksOnly ? aboutWhom(tool, agent.tools) : []) {
    if (isKnownIn(traits, parameter)) continue;
    const found = valueFor(parameter, sources, caller, {
      tool: tool.name,
      refersBack: false,
      found: new Set(),
    });
    if (found && "value" in found) add(parameter.name, found.value);
  }
  // Who wants something new can say who it is for, if the agent's texts ask for it.
  if (!aboutExisting && (seemsEffectful(tool.name) || asksOnly))
    for (const [kind, name, asks] of [
      ["phone", "phone", /\b(?:phone|telephone|mobile) ?(?:number|\b)/i],
      ["email", "email", /\be-?mail\b/i],
      ["name", "full_name", /\b(?:full|first|last|their|caller's|customer's|guest's) names?\b/i],
    ] as const)
      if (
        asks.test(sources.text) &&
        traits.every((one) => personalKind(wordsOf(one.trait_name), undefined) !== kind)
      )
        add(
          name,
          toldInGoal(caller.goal, kind, sources.text) ?? ofPerson(kind, caller.person, () => undefined),
        );
  const known = traits.map(({ trait_name }) => trait_name);
  for (const [kind, name] of aboutExisting ? provenBy(sources.text, agent.tools, known) : []) {
    const told = toldInGoal(caller.goal, kind, sources.text);
    add(name, told ?? null);
    if (told === undefined) open.push(`${name} (as your test system has it)`);
  }
  const told = toldInGoal(caller.goal, "name", sources.text);
  if (told !== undefined && !traits.some(({ trait_name }) => isName(trait_name))) add("full_name", told);
  return { traits, open };
}

/** What the goal names of what the parameters choose from: a coat. */
const thingsIn = (parameters: readonly ToolParameter[], goal: string): readonly string[] =>
  parameters.flatMap(({ options = [] }) =>
    namedInGoal(goal, options).filter((option) => typeof option === "string"),
  );

/** What the tools that do what a caller asks about need of a person: both take the same instrument, or the same class of car. */
const aboutWhom = (aim: AgentTool, tools: readonly AgentTool[]): readonly ToolParameter[] => {
  const own = new Set(parametersOf(aim).map(({ name }) => name));
  return tools
    .filter((one) => seemsEffectful(one.name) && parametersOf(one).some(({ name }) => own.has(name)))
    .flatMap(parametersOf)
    .filter(
      (one) => one.required && !own.has(one.name) && (isPersonal(one) || /\bage\b/.test(wordsOf(one.name))),
    );
};

/** Whether a caller has a fact of this name, or of the same kind: who knows its full name knows its name. */
function isKnownIn(traits: readonly Trait[], { name, format }: ToolParameter): boolean {
  const kind = personalKind(wordsOf(name), format);
  return traits.some(
    ({ trait_name }) =>
      trait_name === name || (kind !== undefined && personalKind(wordsOf(trait_name), undefined) === kind),
  );
}

const PAIR = /\b(\p{Ll}{3,12}) and (\p{Ll}{3,12})\b/u;

/** The names of the two facts that a goal wants of one kind: "with gas and water … both meter readings". */
function eachOf(name: string, goal: string): readonly string[] {
  const text = goal.slice(0, 1_000);
  const [, first, second] = PAIR.exec(text) ?? [];
  const words = wordsOf(name);
  const isBoth = /\bboth\b/i.test(text) && text.toLowerCase().includes(`${words}s`);
  return isBoth && first !== undefined && second !== undefined
    ? [`${first} ${words}`, `${second} ${words}`]
    : [name];
}

const knownAs = (traits: readonly Trait[], name: string) =>
  traits.find(({ trait_name }) => trait_name === name)?.value;

/** Whether the agent lists what there is to choose from: the pick-up points and their ids. */
const isListed = (
  { parameter, option }: NonNullable<ReturnType<typeof asChosen>>,
  tools: readonly AgentTool[],
) =>
  /\bids?\b/i.test(parameter.description ?? "") &&
  tools.some(({ name }) => FINDS.test(name) && [...stemsOf(option)].some((stem) => stemsOf(name).has(stem)));

/** Whether the goal says that there is such a number: "with the police reference number". */
const isNamedIn = (goal: string, { name }: ToolParameter): boolean => {
  const words = wordsOf(name);
  const text = goal.slice(0, 1_000).toLowerCase();
  const at = words.includes(" ") && isReference({ name }) ? text.indexOf(words) : -1;
  return at >= 0 && !/\b(?:no|without|not)\b[^.,;]{0,30}$/.test(text.slice(Math.max(0, at - 40), at));
};

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
  isIdentified: boolean,
  goal: string,
): ReadonlySet<string> {
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
      isIdentified &&
      options.length === 0 &&
      isOfPerson(name) &&
      !taken.has(name) &&
      codeInGoal(goal, [wordsOf(name)], undefined) === undefined,
  );
  return new Set([...own, ...ofPerson].map(({ name }) => name));
}

const isOwners = (name: string) =>
  /^(?:order|booking|reservation|appointment|account|policy|claim|member|membership|customer|client|patient|user|invoice|card)/i.test(
    name,
  );

/** The names of parameters for a place that some tool looks up: not every place is served. */
const placesLookedUp = (tools: readonly AgentTool[]): ReadonlySet<string> =>
  new Set(
    tools
      .filter(findsRecord)
      .flatMap((tool) => parametersOf(tool).flatMap(({ name }) => (isPostcode(name) ? [name] : []))),
  );

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

/** Traits without the tool, and without what is open: for a caller that has another aim than the tool's. */
export const onlyKnown = ({ traits }: KnownFacts): Trait[] =>
  traits.filter((one) => !isRoleTrait(one) && one.value !== null);

const refersBack = ({ name }: AgentTool, parameters: readonly ToolParameter[]) =>
  REFERS_BACK.test(name) && parameters.some(isReference);

/** The same thing in other words. */
const ALIKE = [
  "date day days night nights",
  "time hour hours",
  "people guests party persons covers adults",
].map((group) => new Set(group.split(" ")));

/**
 * What a caller wants to have changed, if the tool needs nothing but to know of what: the parameters that the goal names,
 * otherwise the first. Without any, a caller that moves a booking would not know to when.
 */
function changedBy(parameters: readonly ToolParameter[], goal: string): ToolParameter[] {
  if (
    !parameters.every((parameter) => !parameter.required || isReference(parameter) || isPersonal(parameter))
  )
    return [];
  const optional = parameters.filter((one) => !one.required && !isReference(one) && one.type !== "boolean");
  const said = new Set(
    goal
      .slice(0, 1_000)
      .toLowerCase()
      .match(/\p{L}+/gu),
  );
  const isNamed = ({ name }: ToolParameter) =>
    wordsOf(name)
      .split(" ")
      .some(
        (word) =>
          said.has(word) || ALIKE.some((group) => group.has(word) && [...said].some((one) => group.has(one))),
      );
  const named = optional.filter(isNamed);
  return named.length > 0 ? named : optional.slice(0, 1);
}

/** Whether the prompt tells the agent to ask for it. */
function isAskedFor({ name }: ToolParameter, text: string): boolean {
  const stems = [...stemsOf(name)];
  if (stems.length === 0) return false;
  return sentences(text.slice(0, 50_000)).some((sentence) => {
    if (!ASKING.test(sentence)) return false;
    const said = stemsOf(sentence);
    return stems.every((stem) => said.has(stem));
  });
}

type FactValue = Scalar | readonly (string | number)[] | null;

const trait = (trait_name: string, value: FactValue): Trait => ({
  trait_name,
  trait_data_type: traitType(value),
  value,
});
