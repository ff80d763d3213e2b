/** What callers of an agent know: a value for what its tools take, and what is left open for a person. */

import { traitType } from "../../../contract/rules/trait-type.ts";
import type { Trait } from "../../caller/digital-human.ts";
import { isRoleTrait, ROLE_TRAITS, traitName } from "../../caller/errand.ts";
import { seemsEffectful } from "../../metrics/tools/effectful.ts";
import { type AgentTool, parametersOf, type ToolParameter } from "../../tools/tool.ts";
import { sentences } from "../../transcript/sentences.ts";
import { isNewcomer } from "../../words/newcomer.ts";
import { identifiersOf } from "../identifiers.ts";
import type { Agent } from "../reading/agent.ts";
import { asChosen } from "./by-option.ts";
import { type Errand, errandFor, isCompared, useOf } from "./errand.ts";
import { FINDS } from "./feeders.ts";
import { hoursIn } from "./hours.ts";
import { isOfPerson, provenBy } from "./identification.ts";
import { COLLECTS } from "./in-goal.ts";
import { listsIn } from "./lists.ts";
import { findsRecord, findsThingOf, isReference, keyOfAny, withNamesakes } from "./lookups.ts";
import { isMoment, isMomentInGoal } from "./moments.ts";
import { namedInGoal } from "./named-options.ts";
import { wishesFor } from "./offers.ts";
import { usualOf } from "./options.ts";
import { isName, isPersonal, ofPerson, personalKind } from "./personal.ts";
import { toldInGoal } from "./said-in-goal.ts";
import { isBeside, keyOf, severalIn } from "./several.ts";
import type { Caller, Found, Scalar, Sources, Use } from "./sources.ts";
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

/** The traits of a caller that comes for a tool: the tool itself, and a fact for what it takes. */
export function factsFor(tool: AgentTool, agent: Agent, sources: Sources, caller: Caller): KnownFacts {
  const errand = errandFor(tool, agent, sources, caller);
  const facts: KnownFacts = { traits: [trait(ROLE_TRAITS.tool, tool.name)], open: [] };
  for (const one of errand.asked) addForTool(facts, one, errand);
  addWishes(facts, errand);
  // Who asks about something new may be asked who it is for, as if it wanted it.
  const asksOnly = !errand.aboutExisting && !seemsEffectful(tool.name) && !findsRecord(tool);
  if (asksOnly) addForWhom(facts, errand);
  // Who wants something new can say who it is for, if the agent's texts ask for it.
  if (!errand.aboutExisting && (seemsEffectful(tool.name) || asksOnly)) addContacts(facts, errand);
  if (errand.aboutExisting) addProofs(facts, errand);
  const told = toldInGoal(caller.goal, "name", sources.text);
  if (told !== undefined && !facts.traits.some(({ trait_name }) => isName(trait_name)))
    add(facts, "full_name", told);
  return facts;
}

const add = ({ traits }: KnownFacts, name: string, value: FactValue) => traits.push(trait(name, value));

/** A tool of an errand, and what the goal says about its parameters. */
interface Asking {
  readonly one: AgentTool;
  readonly errand: Errand;
  readonly parameters: readonly ToolParameter[];
  /** It finds what the aim takes. */
  readonly feeds: boolean;
  /** What it takes is compared with the agent's records. */
  readonly looksUp: boolean;
  readonly several: ReadonlyMap<string, Found>;
  /** What the caller wants to have changed. */
  readonly changed: readonly ToolParameter[];
}

/** A fact for each parameter of a tool that a caller knows something about. */
function addForTool(facts: KnownFacts, one: AgentTool, errand: Errand): void {
  const { aim, agent, sources, caller, feeders, identified, onRecord, findIds } = errand;
  const { traits, open } = facts;
  const key = keyOfAny(one);
  const parameters = parametersOf(one)
    .map((parameter) => withNamesakes(parameter, agent.tools))
    .map((parameter) => (parameter.name === key ? { ...parameter, required: true } : parameter));
  const common = useOf(one, parameters, errand);
  const asking: Asking = {
    one,
    errand,
    parameters,
    feeds: feeders.includes(one),
    looksUp: key !== undefined || isCompared(one, errand),
    several: severalIn(parameters, caller.goal, sources),
    changed: common.refersBack ? changedBy(parameters, caller.goal) : [],
  };
  for (const written of parameters) {
    const name = traitName(written, parameters);
    if (traits.some(({ trait_name }) => trait_name === name)) continue;
    const chosen = asChosen(written, parameters, (other) => knownAs(traits, other));
    if (isLeftOut(written, chosen, asking)) continue;
    const parameter = chosen?.parameter ?? written;
    const use = {
      ...common,
      things: thingsIn(besideOrAll(written, parameters), caller.goal).filter((thing) =>
        traits.some(({ value }) => value === thing),
      ),
      looksUp: asking.looksUp || onRecord.has(parameter.name),
    };
    const found = foundFor(written, chosen, use, asking);
    if (!found) continue;
    // What finds the thing may be open as well: without a card number, no account.
    const isServed = one === aim && use.places?.has(parameter.name) === true;
    const finds =
      findIds.includes(one) || identified.includes(one) || (asking.feeds && findsThingOf(one, aim));
    const isKey = finds && parameter.required;
    const isUnasked = !parameter.required && !isNamedFor(parameter, asking);
    if ("open" in found && !isServed && (isUnasked || (asking.feeds && !isKey))) continue;
    // "Both meter readings", of gas and water, are two facts.
    for (const fact of "open" in found ? eachOf(name, caller.goal) : [name]) {
      add(facts, fact, "open" in found ? null : found.value);
      if ("open" in found) open.push(`${fact} (${found.open})`);
    }
  }
}

type AsChosen = ReturnType<typeof asChosen>;

/** From when an agent looks. */
const SINCE = /^(?:after|earliest|from|on|since|start)$/;
const NO_PREFERENCE = /^(?:any|either|no_?preference)$/i;

/**
 * Whether a caller has no fact for a parameter.
 * @param chosen the parameter as it is described for what the caller has chosen, if it depends on that
 */
function isLeftOut(written: ToolParameter, chosen: AsChosen, asking: Asking): boolean {
  const { errand, several, feeds, looksUp, changed } = asking;
  const { agent, sources, caller, aboutExisting, isNew, identified } = errand;
  const parameter = chosen?.parameter ?? written;
  // Who is new has no number, and who is on record is not asked what a new one is.
  if (isNew ? isOfPerson(written.name) : identified.length > 0 && isOfNewcomer(written)) return true;
  const isSaid = several.has(keyOf(written)) || isInGoal(written, sources, caller.goal);
  // Of extras, a caller has those that it asks for.
  if (!written.required && written.path.includes(0) && !isSaid) return true;
  // Who changes something else stays where it is.
  const isPlace = /^(?:address|city|postcode)$/.test(personalKind(wordsOf(written.name), undefined) ?? "");
  if (aboutExisting && isPlace && !written.required && !isSaid && !changed.includes(written)) return true;
  // Who fetches it has it delivered nowhere.
  if (!written.required && /\bdeliver/.test(wordsOf(written.name)) && COLLECTS.test(caller.goal)) return true;
  // Who says nothing about it takes any.
  const isOpenChoice = written.options?.some((option) => NO_PREFERENCE.test(`${option}`));
  if (isUnlisted(written, asking)) return true;
  if (feeds && !written.required && isOpenChoice && !isInGoal(written, sources, caller.goal)) return true;
  // From when an agent looks is the day that the caller would like.
  if (feeds && isMoment(written) && SINCE.test(wordsOf(written.name))) return true;
  if (!isSaid && !isWanted(written, parameter, asking) && (!feeds || looksUp)) return true;
  // Where a booked flight goes is fixed; the caller knows to when it shall be moved.
  const isFixed = feeds && aboutExisting && !looksUp && !isMoment(parameter);
  if (isFixed && !isInGoal(parameter, sources, caller.goal)) return true;
  return chosen !== undefined && isListed(chosen, agent.tools);
}

/** `new_patient.phone` */
const isOfNewcomer = ({ path }: ToolParameter): boolean =>
  path.slice(0, -1).some((step) => isNewcomer(wordsOf(`${step}`)));

/** So many fields in one sentence are all that the agent asks for. */
const A_LIST = 4;

/** Whether the prompt lists what to ask for without it, and the goal doesn't say it: the agent chooses the vehicle. */
function isUnlisted(parameter: ToolParameter, { one, parameters, errand }: Asking): boolean {
  const { aim, sources, caller } = errand;
  if (one !== aim || parameter.options === undefined || isInGoal(parameter, sources, caller.goal))
    return false;
  // Who says nothing wants the usual.
  if (usualOf(parameter.options, caller.goal) !== undefined) return false;
  const isIn = ({ name, path }: ToolParameter, stems: ReadonlySet<string>) =>
    [...path.map(String), name].some((step) => [...stemsOf(step)].some((stem) => stems.has(stem)));
  return sentences(sources.text.slice(0, 50_000)).some((sentence) => {
    if (!ASKING.test(sentence)) return false;
    const stems = stemsOf(sentence);
    return parameters.filter((each) => isIn(each, stems)).length >= A_LIST && !isIn(parameter, stems);
  });
}

/** Whether a caller has a value for a parameter, even if its goal says none. */
const isWanted = (written: ToolParameter, parameter: ToolParameter, asking: Asking): boolean => {
  const { one, changed, errand } = asking;
  const { aim, aboutExisting, sources } = errand;
  return (
    parameter.required ||
    changed.includes(written) ||
    isPersonal(parameter) ||
    (one === aim && isMoment(parameter) && (!aboutExisting || isNewMoment(parameter, asking))) ||
    isNamedFor(parameter, asking) ||
    isAskedFor(parameter, sources.text)
  );
};

/** Whether a day or an hour shall be another one, and not only something else: "a different card message". */
const isNewMoment = (parameter: ToolParameter, { parameters, errand }: Asking): boolean => {
  if (!/^new/i.test(parameter.name)) return false;
  const { goal } = errand.caller;
  const said = stemsOf(goal);
  const isSaid = ({ name }: ToolParameter) =>
    [...stemsOf(name.replace(/^new/i, ""))].every((stem) => said.has(stem));
  const others = parameters.filter((one) => /^new/i.test(one.name) && !isMoment(one));
  return (
    parameter.required ||
    !others.some(isSaid) ||
    isMomentInGoal(goal, wordsOf(parameter.name), parameter.format)
  );
};

const isNamedFor = (parameter: ToolParameter, { one, errand }: Asking) =>
  one === errand.aim && isNamedIn(errand.caller.goal, parameter);

function foundFor(written: ToolParameter, chosen: AsChosen, use: Use, asking: Asking): Found | undefined {
  const { aim, sources, caller, aboutExisting } = asking.errand;
  if (asking.one === aim && aboutExisting && staysAsItIs(aim, written, sources, caller.goal))
    return { open: "as your test system has it" };
  const parameter = chosen?.parameter ?? written;
  if (chosen !== undefined && !isMoment(parameter))
    return { open: `for ${chosen.option}: ${parameter.description}` };
  return asking.several.get(keyOf(written)) ?? valueFor(parameter, sources, caller, use);
}

/** What a caller would like best of what the agent offers. */
function addWishes(facts: KnownFacts, { feeders, sources, caller }: Errand): void {
  if (feeders.every(findsRecord)) return;
  const known = facts.traits.flatMap(({ trait_name, value }) => [
    trait_name,
    ...kindsOfMoment(value, sources.today),
  ]);
  for (const { name, value } of wishesFor(sources, caller, known)) add(facts, name, value);
}

/** A car that is dropped off on a day and at an hour to come has no other day that it would prefer. */
function kindsOfMoment(value: unknown, today: string): string[] {
  const [, day = "", time] = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d)?/.exec(String(value)) ?? [];
  if (day === "" || day < today.slice(0, 10)) return [];
  return time === undefined ? ["date"] : ["date", "time"];
}

function addForWhom(facts: KnownFacts, { aim, agent, sources, caller }: Errand): void {
  for (const parameter of aboutWhom(aim, agent.tools)) {
    if (isKnownIn(facts.traits, parameter)) continue;
    const use = { tool: aim.name, refersBack: false, found: new Set<string>() };
    const found = valueFor(parameter, sources, caller, use);
    if (found && "value" in found) add(facts, parameter.name, found.value);
  }
}

/** What an agent's texts ask for, and the name of the fact. */
const CONTACTS = [
  ["phone", "phone", /\b(?:phone|telephone|mobile) ?(?:number|\b)/i],
  ["email", "email", /\be-?mail\b/i],
  ["name", "full_name", /\b(?:full|first|last|their|caller's|customer's|guest's) names?\b/i],
] as const;

function addContacts(facts: KnownFacts, { sources, caller }: Errand): void {
  // Whose number, or whose child, is on record has a name there.
  const isOnRecord = facts.traits.some(
    ({ trait_name, value }) =>
      value === null && (isOfPerson(trait_name) || personalKind(wordsOf(trait_name), undefined) === "child"),
  );
  for (const [kind, name, asks] of CONTACTS) {
    if (isOnRecord && kind === "name") continue;
    const isKnown = facts.traits.some(({ trait_name }) => {
      const own = personalKind(wordsOf(trait_name), undefined);
      return own === kind || (kind === "name" && own === "last");
    });
    if (isKnown || !asks.test(sources.text)) continue;
    const told = toldInGoal(caller.goal, kind, sources.text);
    add(facts, name, told ?? ofPerson(kind, caller.person, () => undefined));
  }
}

/** By what the agent's texts make sure of who is calling. */
function addProofs(facts: KnownFacts, { aim, agent, sources, caller }: Errand): void {
  const known = facts.traits.map(({ trait_name }) => trait_name);
  const about = `${wordsOf(aim.name)} ${aim.description ?? ""} ${caller.goal}`;
  for (const [kind, name] of provenBy(sources.text, agent.tools, known, about)) {
    const told = toldInGoal(caller.goal, kind, sources.text);
    add(facts, name, told ?? null);
    if (told === undefined) facts.open.push(`${name} (as your test system has it)`);
  }
}

/** What a number in a list counts is beside it, and not the area in which all the seats are. */
function besideOrAll(
  parameter: ToolParameter,
  parameters: readonly ToolParameter[],
): readonly ToolParameter[] {
  const beside = parameters.filter((one) => one.options !== undefined && isBeside(one, parameter));
  return beside.length > 0 ? beside : parameters;
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

/** Traits without the tool, and without what is open: for a caller that has another aim than the tool's. */
export const onlyKnown = ({ traits }: KnownFacts): Trait[] =>
  traits.filter((one) => !isRoleTrait(one) && one.value !== null);

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
