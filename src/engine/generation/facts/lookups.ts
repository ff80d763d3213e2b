/** The tools by which an agent finds what it has on record: they take what the record has, and any other value finds nothing. */
import { type AgentTool, parametersOf, type ToolParameter } from "../../tools/tool.ts";
import { sentences } from "../../transcript/sentences.ts";
import { isMoment, isPast } from "./moments.ts";
import { isPersonal, personalKind } from "./personal.ts";
import { stemsOf, wordsOf } from "./stems.ts";
import { isSecret } from "./values.ts";

const FINDS_BY_NAME =
  /^(?:auth(?!ori[sz])|check|fetch|find|get|identif|load|look|query|read|retrieve|search|show|track|validate|verif)/i;
const FINDS_IN_WORDS =
  /^(?:authenticat|check|fetch|find|identif|look|retriev|return|verif)\w{0,10}\b|\breturns\b/i;
/** What names one thing of many. */
const REFERENCE = /\b(?:number|no|id|ids|reference|ref|code|pnr|registration|plate|locator|iban|vin|imei)\b/;

/** Whether a parameter names one thing that exists already: an order, a booking, a customer. */
export const isReference = ({ name }: Pick<ToolParameter, "name">): boolean => REFERENCE.test(wordsOf(name));

/** Whether a tool looks up a record by what only its owner knows: a number, a name, a telephone number. */
export function findsRecord(tool: AgentTool): boolean {
  if (!FINDS_BY_NAME.test(tool.name) && !FINDS_IN_WORDS.test(tool.description ?? "")) return false;
  const needed = keysOf(tool);
  return (
    needed.some((one) => isReference(one) || isPersonal(one) || isSecret(wordsOf(one.name))) &&
    needed.every((one) => one.type !== "boolean" && (one.options ?? []).length === 0 && !isFree(one))
  );
}

/** What a tool needs to find something: what it requires, or any of what it takes, if it takes nothing but names and numbers. */
function keysOf(tool: AgentTool): readonly ToolParameter[] {
  const all = parametersOf(tool);
  const needed = all.filter(({ required }) => required);
  return needed.length === 0 && takesOnlyKeys(all) ? all : needed;
}

const takesOnlyKeys = (all: readonly ToolParameter[]): boolean =>
  all.some(isReference) && all.every((one) => isReference(one) || isPersonal(one));

/** Whether a tool looks up what another one needs the id or the code of: find_property for a `property_id`. */
export const findsThingOf = (one: AgentTool, aim: AgentTool): boolean => {
  const stems = stemsOf(one.name);
  return (
    findsRecord(one) &&
    parametersOf(aim).some(
      (each) =>
        each.required &&
        OF_RECORD.test(wordsOf(each.name)) &&
        [...stemsOf(each.name)].some((stem) => stems.has(stem)),
    )
  );
};
const OF_RECORD = /\b(?:id|code|reference|ref)$/;

/** The number or code by which a caller is found where the tool takes a name or a telephone number as well. */
export function keyOfAny(tool: AgentTool): string | undefined {
  const all = parametersOf(tool);
  const isAny = all.every(({ required }) => !required) && takesOnlyKeys(all) && findsRecord(tool);
  return isAny ? all.find(isReference)?.name : undefined;
}

/** Whether a parameter takes a day or an hour that anybody may choose. A date of birth is on record. */
const isFree = (one: ToolParameter): boolean =>
  isMoment(one) && personalKind(wordsOf(one.name), one.format) !== "birth";

/** The tools that look up the thing that a tool is about: both take its number. */
export function lookupsBeside(tool: AgentTool, tools: readonly AgentTool[]): AgentTool[] {
  const own = parametersOf(tool).filter((one) => one.required && isReference(one));
  const taken = new Set(parametersOf(tool).map(({ name }) => name));
  const isNew = BEGINS.test(tool.name);
  return tools.filter(
    (other) =>
      other.name !== tool.name &&
      findsRecord(other) &&
      parametersOf(other).some((one) => own.some(({ name }) => name === one.name)) &&
      // What looks up an order is not beside what places one.
      (isNew ? keysOf(other) : parametersOf(other).filter(({ required }) => required)).every(
        (one) => !isReference(one) || taken.has(one.name),
      ),
  );
}
/** What is booked has no number yet by which it could be looked up. */
const BEGINS =
  /^(?:add|book|create|hire|make|open|order|place|register|rent|reserve|schedule|start|submit)(?=_|[A-Z])/;

/** The tools that look up what a parameter takes, by their descriptions or by a text: "lookup_address. It returns the district". */
export function returning(
  { name, type }: ToolParameter,
  tool: AgentTool,
  tools: readonly AgentTool[],
  text: string,
): AgentTool[] {
  const words = wordsOf(name);
  if (type !== "string") return [];
  const lookups = tools.filter(
    (one) =>
      one.name !== tool.name &&
      findsRecord(one) &&
      parametersOf(one).every((other) => other.name !== name) &&
      (returns(one.description ?? "", words) || text.includes(one.name)),
  );
  const said = lookups.length === 0 ? [] : sentences(text.slice(0, LONGEST_TEXT));
  return lookups.filter(
    (one) =>
      returns(one.description ?? "", words) ||
      said.some(
        (sentence, at) =>
          sentence.includes(one.name) &&
          (returns(sentence, words) ||
            (/^(?:it|this|that)\b/i.test(said[at + 1] ?? "") && returns(said[at + 1] ?? "", words))),
      ),
  );
}

const LONGEST_TEXT = 50_000;
const RETURNS = /\b(?:gives?|returns?|tells?)\b/i;

/** "Returns the district and …" */
function returns(sentence: string, words: string): boolean {
  const at = RETURNS.exec(sentence)?.index;
  return (
    at !== undefined && ` ${wordsOf(sentence.slice(at)).replace(/[^a-z ]/g, " ")} `.includes(` ${words} `)
  );
}

/** "The day on which it should have been emptied" is that tool's day alone. */
const isOfPast = (one: ToolParameter): boolean =>
  isMoment(one) && isPast((one.description ?? "").toLowerCase());

/** A parameter with what its namesakes in other tools say about it: one of them may describe it alone. */
export function withNamesakes(parameter: ToolParameter, tools: readonly AgentTool[]): ToolParameter {
  const alike = tools.flatMap((tool) =>
    parametersOf(tool).filter(({ name, type }) => name === parameter.name && type === parameter.type),
  );
  const from = <K extends "description" | "format" | "options" | "pattern" | "minimum" | "maximum">(
    key: K,
  ) => {
    const value =
      parameter[key] ??
      alike.find(
        (one) => one[key] !== undefined && one[key] !== "" && (key !== "description" || !isOfPast(one)),
      )?.[key];
    return value === undefined ? {} : { [key]: value };
  };
  const described = parameter.description ? {} : from("description");
  return {
    ...parameter,
    ...described,
    ...from("format"),
    ...from("options"),
    ...from("pattern"),
    ...from("minimum"),
    ...from("maximum"),
  };
}
