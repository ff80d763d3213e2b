/** What a caller with an errand says of its own accord: facts in full sentences, each by its name. Only in English. */
import { fold } from "../../transcript/fold.ts";
import { capitalized } from "../../words/capitalized.ts";
import type { Caller } from "../caller.ts";
import type { Fact } from "../facts/facts.ts";
import { numberOf } from "../facts/rivals.ts";
import type { CallerState } from "../state.ts";

const OWN =
  /\b(?:name|surname|phone|mobile|telephone|e ?mail|address|street|house|post ?code|zip|birth|dob|age|pin)\b/;
/** What is somebody else's: "recipient name". */
const OF_OTHERS = /^(recipient|addressee|receiver|beneficiary|child|pupil) (name|surname|phone|e ?mail)\b/;
/** "Valid until", "neighbours affected" */
const NO_NOUN = /(?: (?:on|off|until|till|from|to|at|by|for|with)|ed)$/;
/** Nobody says "The to is Milford" or "The detail is Tuesday". */
export const SAYS_NOTHING =
  /^(?:to|from|at|by|for|in|of|on|with|details?|data|info|values?|contents?|text|input)$/;
const COUNTS = /(?:s|people|children|adult|child|senior|guest)$/;

/** "The size is large.", "My name is Ana Diaz.", "It's 4 adults." */
export function sentenceOf({ label, value, slot }: Fact): string {
  const name = label === "" ? (slot ?? "").replaceAll("_", " ") : label;
  if (name === "" || SAYS_NOTHING.test(name)) return `${capitalized(value)}.`;
  if (/^\d{1,3}$/.test(value) && COUNTS.test(name)) return `It's ${value} ${countedAs(name, value)}.`;
  if (/^none$/i.test(value)) return `No ${name}.`;
  if (NO_NOUN.test(name)) return `${capitalized(name)}: ${value}.`;
  const [, other, theirs = ""] = OF_OTHERS.exec(name) ?? [];
  if (other !== undefined) return `The ${other}'s ${withoutRole(theirs)} is ${value}.`;
  return OWN.test(name) ? `My ${withoutRole(name)} is ${value}.` : `The ${name} is ${value}.`;
}

/** Nobody says "my customer name", and "my phone" is a thing. */
const withoutRole = (name: string): string =>
  name
    .replace(/^(?:customer|caller|guest|contact|client|sender) (?=\S)/, "")
    .replace(/^(phone|mobile|telephone)$/, "$1 number");

/** A value with what it is, where it says little alone: "4 adults". */
export const namedValue = ({ label, value }: Pick<Fact, "label" | "value">): string =>
  /^\d{1,3}$/.test(value) && COUNTS.test(label) ? `${value} ${countedAs(label, value)}` : value;

const IRREGULAR: Readonly<Record<string, string>> = { children: "child", people: "person" };
const PLURAL: Readonly<Record<string, string>> = {
  adult: "adults",
  child: "children",
  senior: "seniors",
  guest: "guests",
};

/** What is counted, as one says it: "1 adult", "2 children". */
function countedAs(label: string, value: string): string {
  return label.replace(/[a-z]{1,40}$/, (last) => {
    if (value !== "1") return PLURAL[last] ?? last;
    if (IRREGULAR[last]) return IRREGULAR[last];
    if (/ies$/.test(last)) return last.replace(/ies$/, "y");
    return last.replace(/(?<=x|ch|sh|ss)es$|(?<!s)s$/, "");
  });
}

/** Positions of the facts of the caller's errand. */
export function errandFacts({ facts, errand }: Pick<Caller, "facts" | "errand">): number[] {
  if (!errand) return [];
  return facts.flatMap(({ label, value }, place) => (label !== "" && value !== "" ? [place] : []));
}

/** The facts that the caller has not said yet. */
export const untold = (caller: Caller, { told }: Pick<CallerState, "told">): number[] =>
  errandFacts(caller).filter((place) => !told.includes(place));

export type Kind = "date" | "time" | "number" | "other";

export function kindOf({ value, date, slot }: Pick<Fact, "value" | "date" | "slot">): Kind {
  if (date !== undefined || slot === "date" || slot === "date_of_birth") return "date";
  if (slot === "time") return "time";
  return numberOf(value) === undefined ? "other" : "number";
}

const KINDS: readonly (readonly [RegExp, readonly Kind[]])[] = [
  [/\b(?:what|which) (?:time|hour)\b|\bat what hour\b/, ["time"]],
  [/\b(?:what|which) (?:day|date|weekday)\b/, ["date"]],
  [/\b(?:until|till|by|from|since) when\b|\bwhen\b/, ["date", "time"]],
  [/\bhow (?:many|much)\b/, ["number", "other"]],
  [/\bwhere\b|\bwho\b|\bwhose\b/, ["other"]],
];

const NO_MOMENT = /\b(?:number|digits|figures|name|surname|address|postcode|street|plate)\b/;
const MOMENT = /\b(?:dates?|days?|birth\w{0,3}|born|times?|hours?|months?|years?|until|since)\b/;

/** The kinds of facts that can answer a question by its question word. Undefined if any can. */
export function kindsAsked(question: string): readonly Kind[] | undefined {
  const folded = fold(question);
  const found = KINDS.filter(([pattern]) => pattern.test(folded)).map(([, kinds]) => kinds);
  // "Which house number does the neighbour live at?" asks for no day.
  if (found.length === 0 && NO_MOMENT.test(folded) && !MOMENT.test(folded)) return ["number", "other"];
  const [first, ...rest] = found;
  if (first === undefined) return undefined;
  // "Which day, and when will you drop it off?" asks for both.
  return [...new Set([...first, ...rest.flat()])];
}

/** Whether a fact can be what a question with this question word asks for. */
export const canAnswer = (
  fact: Pick<Fact, "value" | "date" | "slot">,
  kinds: readonly Kind[] | undefined,
): boolean => kinds === undefined || kinds.includes(kindOf(fact));

const DIGITS = /\b(\d{1,2}|\p{L}{3,6})[- ](?:digits?|figures?)\b/u;

/** The facts that have as many digits as a question asks for: "the five digits on the meter". */
export function ofSoManyDigits(question: string, { facts }: Pick<Caller, "facts">): number[] {
  const count = numberOf(DIGITS.exec(fold(question))?.[1] ?? "");
  if (count === undefined) return [];
  return facts.flatMap(({ value }, place) => (/^\d+$/.test(value) && value.length === count ? [place] : []));
}
