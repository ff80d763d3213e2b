/** A value for a parameter of a tool, from what the agent's texts say, or else by the parameter's name and format. */
import { matchesPattern } from "../../metrics/tools/matches-pattern.ts";
import { thingNamed } from "../../tools/thing-name.ts";
import type { ToolParameter } from "../../tools/tool.ts";
import { drawFor, shuffled } from "../draw.ts";
import { isFoundByAgent, isWorkedOut } from "./agents-own.ts";
import { examplesOf } from "./examples.ts";
import { formOf } from "./forms.ts";
import { aboutGoal, colourInGoal, IS_QUOTED, quotedInGoal, thingInGoal } from "./free-text.ts";
import { postcodeFor, townFor } from "./home.ts";
import { atHourOfGoal, hourFor } from "./hour-options.ts";
import {
  COLLECTS,
  countOf,
  nameInGoal,
  numberInGoal,
  optionInGoal,
  switchInGoal,
  wantsMore,
} from "./in-goal.ts";
import { withUnit } from "./lengths.ts";
import { itemsFor, type NamedList } from "./lists.ts";
import { isDayAndHour, isMoment, isMomentInGoal, isPast, momentFor } from "./moments.ts";
import { asAbsent, hourInGoal, isByHours, isSoonest } from "./moments-in-goal.ts";
import { COUNT, countedAs, isWithin, numberFor, OF_PARTY, withRange } from "./numbers.ts";
import { optionFor } from "./options.ts";
import {
  addressFor,
  isChilds,
  nameOfChild,
  ofChild,
  ofPerson,
  ofRecipient,
  partOfAddress,
  personalKind,
  recipientFor,
} from "./personal.ts";
import { endsAtHome } from "./places.ts";
import { codeInGoal, onlyCodeInGoal, shapeOf, toldInGoal } from "./said-in-goal.ts";
import type { Caller, Found, Scalar, Sources, Use } from "./sources.ts";
import { wordsOf } from "./stems.ts";
import { isPrecondition, switchFor } from "./switches.ts";

const KEY = new RegExp(
  `\\b(?:${[
    "order|booking|reservation|appointment|account|policy|claim|member|membership|customer|client|case",
    "ticket|tracking|invoice|parcel|package|shipment|contract|patient|subscription|confirmation|rental",
    "loan|card|meter|reference|passport|licen[cs]e|insurance|device|serial|transaction|delivery|iban",
    "plate|vin|imei|registration|job|visit|pupil|learner|student|tenant|resident|hire|plot|work order",
  ].join("|")})\\b`,
);
const OF_OWNER = /\b(?:account|client|contract|customer|member|membership|patient|policy|user)\b/;
const KEY_FORM =
  /\b(?:number|no|id|code|reference|ref|locator|plate|digits|key)\b|^(?:reference|iban|vin|imei|pnr|tracking|registration)$/;
/** "Number of the card", "8 digits" */
const OF_CODE = /^(?:the )?(?:code|number|reference)\b|\b\d{1,2} digits\b/;
const SECRET = /\b(?:pin|password|passcode|otp|security (?:code|answer)|last (?:four|4)|cvv)\b/;
const INTERNAL = new RegExp(
  `\\b(?:${[
    "session|conversation|call|request|trace|idempotency|agent|tenant(?! (?:number|no)\\b)|thread|user agent|timestamp|token",
    "locale|language|currency|channel|source|timezone|time zone|status|priority|offset|page|dry run",
    "metadata",
  ].join("|")})\\b`,
);
/** What something costs is for the agent to say. */
const CHARGED = /\b(?:fees?|charges?|costs?|surcharge|refund|refunded|total)\b/;
/** What a caller says nothing special about. */
const NOTHING_SPECIAL =
  /\b(?:allerg\w{1,5}|notes?|comments?|special requests?|requests?|wish(?:es)?|remarks?|extras?|message|dietary)\b/;
const FREE =
  /\b(?:reason|notes?|description|details?|issue|problem|symptoms?|message|comments?|summary|query|question|topic|subject|purpose|concern|complaint|special requests?|requests?|instructions?)\b/;
const NAMES_CHILD =
  /\b(?:child|kid|pupil|school|baby|babies|infant|son|daughter|famil|pet|dog|student|senior)/i;
const NO_CHILD = new RegExp(`^(?!.*${NAMES_CHILD.source})(?=.*\\b(?:adults?|couple)\\b)`, "i");
/** Whether a parameter takes what only its owner knows: a PIN, a password. */
export const isSecret = (words: string): boolean => SECRET.test(words);

/** Whether the goal's words say what the caller wants for a parameter. */
export function isInGoal(parameter: ToolParameter, { lists }: Sources, goal: string): boolean {
  const { name, options = [], type, format, path } = parameter;
  const words = thingNamed(parameter) ?? wordsOf(name);
  if (options.length > 0)
    return (atHourOfGoal(goal, options, words)?.length ?? 0) > 0 || optionInGoal(goal, options) !== undefined;
  if (type === "boolean") return switchInGoal(goal, words) === true;
  if (type !== "string") return numberInGoal(goal, withUnit(words, parameter)) !== undefined;
  return (
    nameInGoal(goal, words, path) !== undefined ||
    optionInGoal(goal, itemsFor(parameter, lists)) !== undefined ||
    (IS_QUOTED.test(words) && quotedInGoal(goal) !== undefined) ||
    isMomentInGoal(goal, words, format)
  );
}

/** A parameter that a caller is asked for, and what its value is made of. */
interface Asked {
  readonly parameter: ToolParameter;
  /** What it names, if it is the name of a thing. */
  readonly thing: string | undefined;
  /** Its name in words. */
  readonly words: string;
  /** In lower case. */
  readonly description: string;
  readonly sources: Sources;
  readonly caller: Caller;
  readonly use: Use;
  /** One of several, as the seed has it. */
  pick<T>(items: readonly T[]): T | undefined;
}

/** The value that a caller has for a parameter. Undefined for what the agent itself knows or decides. */
export function valueFor(
  parameter: ToolParameter,
  sources: Sources,
  caller: Caller,
  use: Use,
): Found | undefined {
  const { name, type, options = [], required } = parameter;
  const thing = thingNamed(parameter);
  const words = thing ?? ofRecipient(parameter) ?? wordsOf(name);
  const asked: Asked = {
    parameter,
    thing,
    words,
    sources,
    caller,
    use,
    description: (parameter.description ?? "").toLowerCase(),
    pick(items) {
      // Two parameters with the same values, such as an origin and a destination, draw from one order, one place apart.
      const twin = use.twins?.get(name);
      const order = shuffled(items, drawFor(sources.seed, `${use.tool} ${twin?.of ?? name}`));
      return order[(caller.place + (twin?.place ?? 0)) % Math.max(1, items.length)];
    },
  };
  if (isLeftToAgent(asked)) return undefined;
  if (SECRET.test(words)) return secretValue(asked);
  const key = keyValue(asked);
  if (key) return key;
  if (options.length > 0) return optionFor(parameter, words, caller, use, asked.pick);
  if (type === "boolean") return switchFor(words, asked.description, caller.goal, required);
  const named = nameInGoal(caller.goal, words, parameter.path);
  if (named !== undefined) return { value: named };
  const personal = personalOf(asked);
  if (personal !== undefined) return personalValue(personal, asked);
  const when = whenFor(asked);
  if (when !== undefined) return { value: when };
  return isNumber(parameter) ? numberValue(asked) : textValue(asked);
}

const value = (found: Scalar | undefined): Found | undefined =>
  found === undefined ? undefined : { value: found };

const isNumber = ({ type }: ToolParameter) => type === "number" || type === "integer";

/** Whether the agent finds the value itself, or decides it. */
function isLeftToAgent({ parameter, words, description, caller, use }: Asked): boolean {
  const { type, options = [] } = parameter;
  // Of sessions to choose from, the caller chooses.
  const isInternal = INTERNAL.test(options.length > 0 ? words.replace(/\bsession$/, "") : words);
  if (isInternal || words === "limit" || isFoundByAgent(parameter, words, description, use)) return true;
  // When a slot that the agent lists begins is the agent's to say, and what day it shall be is the caller's.
  if (use.takesSlot && SLOT.test(words) && isDayAndHour(parameter) && hourInGoal(caller.goal) === undefined)
    return true;
  if (
    use.refersBack &&
    isByHours(caller.goal) &&
    isMoment(parameter) &&
    hourInGoal(caller.goal) === undefined
  )
    return true;
  if (
    isSoonest(caller.goal) &&
    isMoment(parameter) &&
    !isPast(words) &&
    personalKind(words, parameter.format) === undefined
  )
    return !isMomentInGoal(caller.goal, words, parameter.format);
  // What is to be paid back, and from when something ends, is for the agent to work out.
  const isAgreed = type === "boolean" && isPrecondition(words, description);
  if (options.length === 0 && type !== "string" && CHARGED.test(words) && !isAgreed) return true;
  return use.refersBack && isWorkedOut(parameter, words, use.tool, caller.goal);
}

const secretValue = ({ words, caller }: Asked): Found =>
  value(/\blast ?(?:four|4)\b/.test(words) ? codeInGoal(caller.goal, [words], "1234") : undefined) ?? {
    open: "that your test system knows",
  };

/** The number or code of something. Undefined for anything else. */
function keyValue({ parameter, words, sources, caller, use }: Asked): Found | undefined {
  const { type, options = [] } = parameter;
  const noun = KEY_FORM.test(words) ? KEY.exec(words)?.[0] : undefined;
  if (noun === undefined || options.length > 0 || type === "boolean" || COUNT.test(words)) return undefined;
  const found = identified(noun, words, parameter, sources, caller.goal);
  const isOfThing = use.isOnlyKey === true && !OF_OWNER.test(words);
  const only = isOfThing && "open" in found ? onlyCodeInGoal(caller.goal) : undefined;
  return value(only) ?? found;
}

type PersonalKind = NonNullable<ReturnType<typeof personalKind>>;

/** The kind of what a person has of its own, if it is that of the caller. */
function personalOf({ parameter, words, caller }: Asked): PersonalKind | undefined {
  const kind = personalKind(words, parameter.format);
  // An age that the goal names, or that the tool does not take, is not the caller's own.
  const isOthersAge =
    isNumber(parameter) &&
    kind === "age" &&
    (numberInGoal(caller.goal, words) !== undefined || !isWithin(Number(caller.person.age), parameter));
  return isOthersAge ? undefined : kind;
}

function personalValue(kind: PersonalKind, asked: Asked): Found | undefined {
  const { parameter, words, description, sources, caller, use, pick } = asked;
  const { name, required } = parameter;
  const told =
    nameOfChild(kind, parameter, toldInGoal(caller.goal, "child", sources.text), caller.person.name) ??
    toldInGoal(caller.goal, kind, sources.text) ??
    (kind === "birth" ? bornFor(caller.goal, sources.today) : undefined);
  const partOf = (address: string) =>
    use.takesHouseNumber === true ? partOfAddress(address, name) : address;
  if (told !== undefined) return { value: kind === "address" ? partOf(told) : told };
  const isServed = use.places?.has(name) === true && !COLLECTS.test(caller.goal);
  if (isServed || (required && (use.looksUp || (use.refersBack && VERIFIES.test(words)))))
    return { open: isServed && !use.looksUp ? "that the agent serves" : "as your test system has it" };
  if (use.looksUp) return undefined;
  if (kind === "postcode") return { value: postcodeFor(words, description, sources, caller) };
  if (isChilds(kind, parameter, caller.goal)) return { value: ofChild(kind, caller, sources) };
  if (kind === "recipient") return { value: recipientFor(words, sources, caller) };
  if (kind === "city") return { value: townFor(sources, caller) };
  if (use.endsOfTrip?.has(name) === true && !endsAtHome(caller.goal)) return { open: "where the trip ends" };
  if (kind === "address")
    return {
      // What has a field of its own, for another code, is not part of the address.
      value: addressFor(partOf(caller.person.address), description, sources, caller, {
        withCode: use.takesPostcode !== true || /^new\b/.test(words),
      }),
    };
  return { value: ofPerson(kind, caller.person, pick) };
}

/** A day, an hour, or both. Undefined for anything else. */
function whenFor({ parameter, words, description, sources, caller, use }: Asked): string | undefined {
  const { format, pattern, type, path } = parameter;
  const tool = wordsOf(use.tool);
  // The day of a loss is behind the caller, even if it is only called the date.
  const isOfLoss =
    (/^(?:date|day|when|time|hour)$/.test(words) || (LOST.test(tool) && !NEW.test(words))) && LOSS.test(tool);
  const within = `${wordsOf(path.slice(0, -1).join(" "))}${isOfLoss ? " loss" : ""}`;
  const isDroppedFirst = use.returns === true;
  const { place } = caller;
  const goal = OF_ABSENCE.test(tool) ? asAbsent(caller.goal) : caller.goal;
  const moment = { words, description, format, pattern, type, within, isDroppedFirst };
  return momentFor(moment, sources, { place, goal });
}
const OF_ABSENCE = /\b(?:absences?|absent)\b/;

function numberValue({ parameter, words, sources, caller, use, pick }: Asked): Found | undefined {
  const { name, required, minimum = -Infinity, maximum = Infinity } = parameter;
  if (/\bhour$/.test(words)) return hourFor(parameter, words, sources, caller);
  if (wantsMore(caller.goal, words)) return { open: "which is so many more than there are" };
  const thingCount = OF_THINGS.test(words) ? countOf(caller.goal, use.things ?? []) : undefined;
  const said = use.counts?.get(name) ?? thingCount ?? numberInGoal(caller.goal, withUnit(words, parameter));
  const isWhole = parameter.type !== "integer" || Number.isInteger(said);
  if (said !== undefined && (said < minimum || said > maximum || !isWhole) && required)
    return { open: "which the goal gives beyond what the tool takes" };
  // "For four adults" leaves no child.
  const isNone = NO_CHILD.test(caller.goal) || (!required && !NAMES_CHILD.test(caller.goal));
  const none = OF_PARTY.test(words) && minimum <= 0 && isNone ? 0 : undefined;
  // Somebody who is locked out has one lock, and not twelve.
  const least = !required && parameter.type === "integer" && minimum >= 1 ? minimum : undefined;
  const number =
    said ??
    none ??
    least ??
    numberFor(
      countedAs(parameter, words),
      withRange(parameter, words),
      `${use.tool} ${name} ${caller.place}`,
      sources.seed,
    );
  const examples = examplesOf(parameter).filter((one) => typeof one === "number");
  return (
    value(number ?? pick(examples)) ??
    (required ? { open: "which is nowhere in the agent's texts" } : undefined)
  );
}

function textValue(asked: Asked): Found | undefined {
  const { parameter, thing, words, description, sources, caller, pick } = asked;
  const isCode = KEY_FORM.test(words);
  const all = choicesFor(parameter, thing, sources.lists).filter((one) => mayMatch(one, parameter));
  // A number or code is one word: "on Saturdays at 10" is another list's.
  const items = isCode ? all.filter((one) => !one.includes(" ")) : all;
  const quoted = IS_QUOTED.test(words) && !isCode ? quotedInGoal(caller.goal) : undefined;
  const item = optionInGoal(caller.goal, items) ?? quoted ?? pick(items);
  if (item !== undefined) return { value: item };
  const form = formOf([words], description.toUpperCase(), "");
  // "Yesterday's train NV405"
  const coded = isCode || OF_CODE.test(description) ? codeInGoal(caller.goal, [words], form) : undefined;
  if (coded !== undefined) return { value: coded };
  // "Such as L-204" shows how it looks, and not which one it is.
  if (isCode && parameter.required && form !== undefined)
    return { open: `that your test system knows, in the form of ${form}` };
  return freeText(asked);
}

/** Whether a text is of the form that a parameter takes: "on the sidewall" is not the size of a tyre. */
const mayMatch = (text: string | number, { pattern }: ToolParameter): boolean =>
  pattern === undefined || matchesPattern(pattern, String(text)) !== "no_match";

/** What is neither chosen from a list nor a code. */
function freeText({ parameter, words, sources, caller, use, pick }: Asked): Found | undefined {
  const { required } = parameter;
  const examples = examplesOf(parameter).filter((one) => mayMatch(one, parameter));
  const isCode = KEY_FORM.test(words);
  const quoted = isCode ? undefined : quotedInGoal(caller.goal);
  if (quoted !== undefined && IS_QUOTED.test(words)) return { value: quoted };
  if (NOTHING_SPECIAL.test(words)) return required ? { value: pick(examples) ?? "none" } : undefined;
  const thingSaid = /^(?:lost )?(?:article|item|object|product)(?: (?:name|description))?$/.test(words)
    ? thingInGoal(caller.goal)
    : /\bcolou?r\b/.test(words)
      ? colourInGoal(caller.goal)
      : undefined;
  if (thingSaid !== undefined) return { value: optionInGoal(caller.goal, examples) ?? thingSaid };
  if (FREE.test(words)) return required ? { value: aboutGoal(caller.goal) } : undefined;
  const place = /\b(?:place|location|where)\b/.test(words)
    ? `${caller.person.address}, ${townFor(sources, caller)}`
    : undefined;
  const chosen = optionInGoal(caller.goal, examples) ?? pick(examples) ?? place;
  if (chosen !== undefined) return { value: chosen };
  // What the agent reads out of the record it has found need not be known.
  const isRead = use.isFed && !use.looksUp && parameter.pattern === undefined && !isCode;
  if (isRead || !required) return undefined;
  if (quoted !== undefined) return { value: quoted };
  return { open: isCode ? "that your test system knows" : "which is nowhere in the agent's texts" };
}

const OF_THINGS = /^(?:count|qty|quantity)$/;

const LOSS = /\b(?:accident|burglary|claim|collision|damage|incident|loss|lost|missed|theft)\b/;
const LOST = /\b(?:loss|lost|missed)\b/;
const NEW = /\b(?:callback|collect\w{0,4}|new|pick ?up|prefer\w{0,3}|visit)\b/;

/** A day of birth for the age that the goal names: the birthday was a month ago. */
function bornFor(goal: string, today: string): string | undefined {
  const age = numberInGoal(goal, "age");
  const now = new Date(today);
  if (age === undefined || age < 1 || age > 110) return undefined;
  const born = Date.UTC(now.getUTCFullYear() - age, now.getUTCMonth() - 1, Math.min(28, now.getUTCDate()));
  return new Date(born).toISOString().slice(0, 10);
}

const SLOT = /\b(?:slot|starts?|begins?|time|when)\b/;

/** The lists that a shop sells from. */
const ON_SALE = /\b(?:menu|products?|catalogu?e|items?|services?|dishes|range|prices?|price list)\b/i;

/** What a parameter chooses from: for the name of a thing, the list of such things, or of all that there is. */
export function choicesFor(
  { name, description = "" }: ToolParameter,
  thing: string | undefined,
  lists: readonly NamedList[],
): readonly string[] {
  if (thing === undefined) return itemsFor({ name, description }, lists);
  const own = itemsFor({ name: thing, description }, lists);
  return own.length > 0 ? own : (lists.find((list) => ON_SALE.test(list.name))?.items ?? []);
}

/** What proves who somebody is has to be as in the record that it belongs to. */
const VERIFIES = /\b(?:last|surname|birth|dob|post ?code|zip|postal|email|e mail|phone|mobile|name)\b/;

function identified(
  noun: string,
  words: string,
  parameter: ToolParameter,
  { identifiers, text }: Sources,
  goal: string,
): Found {
  const names = [
    words,
    noun,
    ...words.split(" ").filter((word) => /^(?:reference|code|locator)$/.test(word)),
  ];
  const form = formOf(names, parameter.description ?? "", text);
  // "Orders of 250" names a quantity where order numbers look like INK-40213.
  const isAlike = (value: string) =>
    form === undefined || form.includes(" ") || shapeOf(value) === shapeOf(form);
  const said =
    codeInGoal(goal, names, form) ??
    identifiers.find(
      ({ slot, value }) => slot.startsWith(noun) && isAlike(value) && mayMatch(value, parameter),
    )?.value;
  if (said !== undefined) return { value: said };
  const article = /^[aeiou]/.test(noun) ? "an" : "a";
  const what = /number|id|code|reference|ref/.test(noun) ? "that" : `of ${article} ${noun} that`;
  return { open: `${what} your test system knows${form ? `, in the form of ${form}` : ""}` };
}
