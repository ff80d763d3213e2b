/** What a parameter asks about the person who calls, and the values that such a person has. */
import { thingNamed } from "../../tools/thing-name.ts";
import type { ToolParameter } from "../../tools/tool.ts";
import type { Person } from "../person.ts";
import { ownOf, postcodeFor, townFor } from "./home.ts";
import type { Caller, Scalar, Sources } from "./sources.ts";
import { wordsOf } from "./stems.ts";

const PERSONAL_NAME = new RegExp(
  `^(?:(?:${[
    "customer|caller|from|guest|patient|full|first|last|given|family|contact|holder|account holder|owner|your",
    "passenger|driver|member|client|user|sender|claimant|policyholder|policy holder|tenant",
    "attendee|lead|participant|visitor|reservation|booking|pickup|party|learner|student|pupil|renter|applicant|resident|buyer|subscriber",
  ].join("|")}) )*(?:name|surname|firstname|lastname|fullname)(?: on \\w+)?$`,
);
const LONGEST_GOAL = 1_000;
const PETS = ["Biscuit", "Luna", "Oscar", "Pepper", "Milo", "Hazel", "Rocky", "Daisy"];

/** Whether a parameter is about the person who calls. Callers know such things even if they need not say them. */
export const isPersonal = (parameter: ToolParameter): boolean =>
  thingNamed(parameter) === undefined &&
  personalKind(wordsOf(parameter.name), parameter.format) !== undefined;

/** Somebody to whom the caller has something sent. */
const RECIPIENT = /^(?:recipient|addressee|receiver|beneficiary)$/;
const OF_RECIPIENT = /^(?:recipient|addressee|receiver|beneficiary)(?: full)? (?:name|e ?mail)\b/;

/** `recipient.name` in words, if it is about somebody to whom the caller has something sent. */
export const ofRecipient = ({ path, name }: ToolParameter): string | undefined => {
  const holder = path.slice(0, -1).findLast((step) => typeof step === "string");
  return holder !== undefined && RECIPIENT.test(wordsOf(`${holder}`))
    ? `${wordsOf(`${holder}`)} ${wordsOf(name)}`
    : undefined;
};

/** The name or the e-mail address of somebody else. */
export function recipientFor(words: string, sources: Sources, caller: Caller): string {
  const name = ownOf(RECIPIENTS, sources, caller) ?? "";
  return /\be ?mail\b/.test(words) ? `${name.replace(" ", ".").toLowerCase()}@example.com` : name;
}
const RECIPIENTS = ["Grace Harlow", "Martin Webb", "Helen Marsh", "Peter Osei", "Ruth Calder", "Simon Lane"];
const CHILDREN = ["Mia", "Ben", "Ella", "Leo", "Ida", "Noah"];
/** Whose name, or age, is not the caller's own. */
export const OF_CHILD = /\b(?:baby|child|children|daughter|kid|son)\b/;

const LEARNER = /\b(?:attendee|learner|participant|pupil|student|swimmer)\b/;

/** Whether a parameter is about who takes part, who need not be the caller. */
const isOfLearner = ({ path, name }: ToolParameter): boolean =>
  LEARNER.test(wordsOf([...path.slice(0, -1), name].join(" ")));

/** `child.first_name` */
const isWithinChild = ({ path }: ToolParameter): boolean =>
  path.slice(0, -1).some((step) => OF_CHILD.test(wordsOf(`${step}`)));

/** Whether a parameter is about a child, and not about who calls: the tool says so, or the goal is about one that takes part. */
export const isChilds = (
  kind: string,
  parameter: ToolParameter,
  goal: string,
): kind is "name" | "first" | "birth" =>
  /^(?:name|first|birth)$/.test(kind) &&
  (isWithinChild(parameter) || (isOfLearner(parameter) && OF_CHILD.test(goal.slice(0, LONGEST_GOAL))));

/**
 * A child's name, with the caller's family name if it is to be whole. Undefined if the parameter takes something else.
 * @param told the name that the goal gives the child
 * @param name the caller's own
 */
export function nameOfChild(
  kind: string,
  parameter: ToolParameter,
  told: string | undefined,
  name: string,
): string | undefined {
  const isOfChild = kind === "child" || (/^(?:name|first)$/.test(kind) && isWithinChild(parameter));
  if (told === undefined || !isOfChild) return undefined;
  const isWhole = kind === "name" || /\b(?:family|full|last|surname)\b/i.test(parameter.description ?? "");
  return isWhole ? `${told} ${familyNameOf(name)}` : told;
}

const familyNameOf = (name: string): string => name.split(" ").slice(1).join(" ");

/** What a caller says of its child: it has the caller's family name, and is eight, or two. */
export function ofChild(kind: "name" | "first" | "birth", caller: Caller, sources: Sources): string {
  const first = ownOf(CHILDREN, sources, caller) ?? "";
  const age = /\b(?:baby|infant|toddler)\b/i.test(caller.goal.slice(0, LONGEST_GOAL)) ? 2 : 8;
  if (kind === "birth") return `${Number(sources.today.slice(0, 4)) - age}-05-21`;
  return kind === "first" ? first : `${first} ${familyNameOf(caller.person.name)}`;
}

/** Whether a parameter takes the name of a person, or a part of it. */
export const isName = (name: string): boolean => PERSONAL_NAME.test(wordsOf(name));

/** Whether a parameter takes a postcode. */
export const isPostcode = (name: string): boolean => personalKind(wordsOf(name), undefined) === "postcode";

/** An address with the town that its field asks for, and the postcode that the agent will ask for. */
export function addressFor(
  street: string,
  description: string,
  sources: Sources,
  caller: Caller,
  { withCode }: { readonly withCode: boolean },
): string {
  const asked = `${description} ${sources.text}`.toLowerCase();
  const code = /\bpost ?codes?\b/.test(asked) ? "postcode" : /\bzip\b/.exec(asked)?.[0];
  return [
    street,
    ...(/\b(?:town|city)\b/.test(description) ? [townFor(sources, caller)] : []),
    ...(code === undefined || !withCode ? [] : [postcodeFor(code, description, sources, caller)]),
  ].join(", ");
}

/** Whether a parameter takes the number of a house without its street. */
export const isHouseNumber = (name: string): boolean => HOUSE_NUMBER.test(wordsOf(name));
const HOUSE_NUMBER = /\b(?:building|house|street) (?:no|nr|number)\b/;

/** The part of "12 Mill Lane" or "Mill Lane 12" that a parameter takes of an address whose number has a field of its own. */
export function partOfAddress(address: string, name: string): string {
  const number = /^\d{1,5} ?[A-Za-z]?(?= )|(?<= )\d{1,5} ?[a-z]?$/.exec(address)?.[0];
  if (number === undefined) return address;
  return isHouseNumber(name) ? number : address.replace(number, "").trim();
}

type Personal =
  | "name"
  | "first"
  | "last"
  | "phone"
  | "email"
  | "address"
  | "city"
  | "postcode"
  | "country"
  | "birth"
  | "age"
  | "pet"
  | "child"
  | "recipient";

export function personalKind(words: string, format: string | undefined): Personal | undefined {
  if (PERSONAL_NAME.test(words))
    return /\b(?:first|given)\b|firstname/.test(words)
      ? "first"
      : /\b(?:last|family|surname)\b|lastname|surname/.test(words)
        ? "last"
        : "name";
  if (/\b(?:pet|dog|cat|animal) name\b/.test(words)) return "pet";
  if (OF_CHILD.test(words) && /\bname\b/.test(words)) return "child";
  if (OF_RECIPIENT.test(words)) return "recipient";
  if (/\b(?:phone|telephone|mobile|cell|callback|msisdn)\b/.test(words) || format === "phone") return "phone";
  if (/\be ?mail\b/.test(words) || format === "email") return "email";
  if (/\b(?:post ?code|zip|postal)\b/.test(words)) return "postcode";
  if (/\b(?:address|street|house)\b|^line ?1$/.test(words)) return "address";
  if (/\b(?:city|town)\b/.test(words)) return "city";
  if (/^country$/.test(words)) return "country";
  if (/\b(?:birth ?date|birthday|dob|born|birth)\b/.test(words)) return "birth";
  return /^(?:age|patient age|customer age)$/.test(words) ? "age" : undefined;
}

export function ofPerson(
  kind: Exclude<Personal, "city" | "postcode" | "recipient">,
  person: Person,
  pick: <T>(items: readonly T[]) => T | undefined,
): Scalar {
  const [first = "", last = ""] = person.name.split(" ");
  switch (kind) {
    case "first":
      return first;
    case "last":
      return last;
    case "birth":
      return new Date(`${person.date_of_birth} UTC`).toISOString().slice(0, 10);
    case "age":
      return Number(person.age);
    case "pet":
      return pick(PETS) ?? "";
    case "child":
      return pick(CHILDREN) ?? "";
    default:
      return person[kind];
  }
}
