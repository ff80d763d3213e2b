/** One of the values that a parameter takes: what the goal names, what goes without saying, or a drawn one. */
import type { ToolParameter } from "../../tools/tool.ts";
import { atHourOfGoal } from "./hour-options.ts";
import { COLLECTS, numberInGoal, optionInGoal, optionsForGoal, STAFF } from "./in-goal.ts";
import { withUnit } from "./lengths.ts";
import { isSoonest } from "./moments-in-goal.ts";
import { namedInGoal } from "./named-options.ts";
import { OF_CHILD } from "./personal.ts";
import type { Caller, Found, Use } from "./sources.ts";
import { stemsOf } from "./stems.ts";
import { includesRun, stemsIn, wordsIn } from "./words-in-goal.ts";

const CLASS = /\b(?:class|fare|tariff)\b/;
/** Who says nothing about it wants none, and otherwise the usual. */
const UNSAID = [/^(?:no|none|nothing)$/i, /^(?:default|normal|standard)$/i];
/** Tickets for some people cost less, and those for everybody else are the ordinary ones. */
const REDUCED = /^(?:child|children|concession|infant|junior|pensioner|reduced|senior|student|youth)s?\b/i;
const ORDINARY = /^(?:adult|full|ordinary|regular)s?(?:[ _-](?:fare|price|rate|ticket))?$/i;
const OF_REDUCED =
  /\b(?:bab(?:y|ies)|child(?:ren)?|class|famil(?:y|ies)|grandparents?|juniors?|kids?|pensioners?|pupils?|school|seniors?|students?|teen\p{L}{0,6}|toddlers?)\b/iu;

/** The value that goes without saying, among several. */
export function usualOf<T>(options: readonly T[], goal: string): T | undefined {
  const hasReduced =
    options.some((one) => REDUCED.test(`${one}`)) && !OF_REDUCED.test(goal.slice(0, LONGEST_GOAL));
  return [...UNSAID, ...(hasReduced ? [ORDINARY] : [])]
    .map((form) => options.find((one) => form.test(`${one}`)))
    .find((one) => one !== undefined);
}

/** What a goal is about: a drawn value would be another goal. */
const SUBJECT =
  /^new\b|\b(?:course|garment|issue|item|job|level|membership|plan|problem|product|service|topic|treatment)\b/;
const UNKNOWN = { open: "which the goal does not say" } as const;

export function optionFor(
  parameter: ToolParameter,
  words: string,
  { goal }: Caller,
  use: Use,
  pick: <T>(items: readonly T[]) => T | undefined,
): Found | undefined {
  const { type, name } = parameter;
  // A course for adults does not suit a daughter.
  const isForChild = OF_CHILD.test(goal.slice(0, LONGEST_GOAL)) && !/\badults?\b/i.test(goal);
  const options = (parameter.options ?? []).filter((one) => !isForChild || !/adult/i.test(`${one}`));
  const number = type === "string" ? undefined : numberInGoal(goal, withUnit(words, parameter));
  const said = options.find((one) => one === number);
  if (said !== undefined) return { value: said };
  // In which class somebody has booked is on record.
  if (use.isOnRecord === true && CLASS.test(words) && optionInGoal(goal, options) === undefined)
    return { open: "as your test system has it" };
  const chosen = (some: readonly (string | number)[]): Found => {
    const value = pick(some);
    return value === undefined ? UNKNOWN : { value };
  };
  // "Because of a knee operation" is its reason, whichever of these that is.
  const because = OF_REASON.test(words) ? BECAUSE.exec(goal.slice(0, LONGEST_GOAL))?.[1] : undefined;
  const reasons = because === undefined ? [] : namedInGoal(because, options);
  if (because !== undefined) return reasons.length > 0 ? chosen(reasons) : undefined;
  const extreme = SIZE.test(words) ? extremeOf(goal, options) : undefined;
  if (extreme !== undefined) return { value: extreme };
  const hours = atHourOfGoal(goal, options, words);
  if (hours !== undefined) return chosen(hours);
  const named = namedInGoal(goal, options);
  const from = otherOfTwo(goal, options, words);
  if (from !== undefined) return { value: from };
  const end = use.twins?.has(name) === true ? atEnd(goal, named, words) : undefined;
  if (end !== undefined) return chosen(end);
  // "A resident only wants to keep the address": what the caller is now is not what it changes to.
  const isNew = /^new\b/.test(words);
  const wanted = isNew ? namedInGoal(withoutSubject(goal), options) : named;
  if (wanted.length > 0) return chosen(optionsForGoal(isNew ? withoutSubject(goal) : goal, options, words));
  const partly = isNew ? [] : partlyNamed(goal, options);
  if (partly.length === 1) return chosen(partly);
  const fetched = COLLECTS.test(goal.slice(0, LONGEST_GOAL))
    ? options.filter((one) => FETCHED.test(`${one}`))
    : [];
  if (fetched.length === 1) return chosen(fetched);
  // Which chocolate cake, and how large "large" is, the agent has to find out.
  if (partly.length > 1 || (SIZE.test(words) && SAYS_SIZE.test(goal))) return undefined;
  if (isLeftToAgent(goal, words, use.tool)) return undefined;
  const usual = usualOf(options, goal);
  if (usual !== undefined) return { value: usual };
  if (SUBJECT.test(words) || isObjectOf(use.tool, words)) return UNKNOWN;
  return chosen(optionsForGoal(goal, options, words));
}

const OF_REASON = /\b(?:reason|cause)\b/;
const BECAUSE = /\b(?:because|due to) ([^;]{1,200})/i;

/** "The smallest unit" */
function extremeOf(goal: string, options: readonly (string | number)[]): number | undefined {
  const numbers = options.filter((one) => typeof one === "number");
  if (numbers.length < 2 || numbers.length < options.length) return undefined;
  if (/\b(?:smallest|shortest)\b/i.test(goal)) return Math.min(...numbers);
  return /\b(?:biggest|largest|longest)\b/i.test(goal) ? Math.max(...numbers) : undefined;
}

/** What a tool calls it if the caller picks it up. */
const FETCHED = /collect|pick|take_?away/i;
/** How urgent something is, and of what kind, the agent says by its own rules. How bad it is, the caller sees. */
const AGENTS_TO_SAY = /\b(?:category|urgency)\b/;
/** Who wants it as soon as can be takes any hour, and anybody. */
const OF_WHEN_OR_WHOM = new RegExp(`${STAFF.source}|\\b(?:hour|part of day|period|slot|time|window)\\b`);
/** "The same film", "which films are on" */
const THE_SAME = /\b(?:same|what|which) ([\p{L}-]{3,20})/giu;
const DESCRIBED = /\b(?:an?|her|his|my|the|their) ((?:\p{Ll}[\p{Ll}-]{2,15} ){1,3})([\p{Ll}-]{3,20})/gu;
/** What every one of its kind may be called. */
const SAYS_NOTHING = /^(?:another|different|good|new|nice|single)$/;

/** Whether a value that the goal doesn't name would be one against it: another film than "the same film", a massage for "a first appointment". */
function isLeftToAgent(goal: string, words: string, tool: string): boolean {
  const text = goal.slice(0, LONGEST_GOAL);
  const nouns = words.split(" ").flatMap((word) => (/^(?:kind|type)$/.test(word) ? [] : stemsIn(word)));
  const isOwn = (noun: string) => stemsIn(noun).some((stem) => nouns.includes(stem));
  return (
    AGENTS_TO_SAY.test(words) ||
    STAFF.test(words) ||
    (isSoonest(text) && OF_WHEN_OR_WHOM.test(words)) ||
    [...text.matchAll(THE_SAME)].some(([, noun = ""]) => isOwn(noun)) ||
    (/\b(?:kind|type)\b/.test(words) &&
      [...text.matchAll(DESCRIBED)].some(
        ([, adjectives = "", noun = ""]) =>
          isOwn(noun) &&
          // "An eye test" is what book_eye_test books.
          !adjectives
            .trim()
            .split(" ")
            .every((one) => SAYS_NOTHING.test(one) || wordsIn(tool).includes(one)),
      ))
  );
}
const LONGEST_GOAL = 1_000;

const SIZE = /\bsize\b/;
const SAYS_SIZE =
  /\b(?:big|huge|large|little|medium|mini|small|tiny)\b|\bfor (?:\d{1,4}|\p{L}{3,9}) (?:adults|children|guests|people|persons)\b/iu;
const LETTERS_OF_PART = 4;

/** The values that share a word with the goal which not all of them have: chocolate of `chocolate_fudge`. */
function partlyNamed<T extends string | number>(goal: string, options: readonly T[]): readonly T[] {
  const own = options.map((option) => (typeof option === "string" ? stemsIn(option) : []));
  const said = new Set(
    wordsIn(goal).flatMap((word) => (word.length >= LETTERS_OF_PART ? stemsIn(word) : [])),
  );
  const telling = [...said].filter((stem) => !own.every((stems) => stems.includes(stem)));
  return options.filter((_, place) => own[place]?.some((stem) => telling.includes(stem)));
}

/** Whether the tool is named after what the parameter chooses: the room of book_room, and not its kind. */
const isObjectOf = (tool: string, words: string): boolean => {
  const stems = stemsOf(tool);
  return [...stemsOf(words.split(" ").at(-1) ?? "")].some((stem) => stems.has(stem));
};

/** "A Flex member ", before what it does. */
const withoutSubject = (goal: string): string => goal.replace(/^(?:an?|the) (?:\p{L}{1,20} ){1,3}/iu, "");

const [FROM, TO] = [
  /\b(?:departure|from|origin|pick ?up|source|start)\b/,
  /\b(?:arrival|destination|drop ?off|end|target|to)\b/,
];
const [BEFORE_FROM, BEFORE_TO] = [new Set(["from", "in", "at", "leaving"]), new Set(["to", "into", "for"])];

/** "To Skarvik" is from the other one of two. */
export function otherOfTwo<T extends string | number>(
  goal: string,
  options: readonly T[],
  words: string,
): T | undefined {
  const named = options.length === 2 && /^from\b/.test(words) ? namedInGoal(goal, options) : [];
  return named.length === 1 && atEnd(goal, named, words)?.length === 0
    ? options.find((one) => !named.includes(one))
    : undefined;
}

/** Where something begins or ends, by the word before it. Undefined if the goal says nothing about it. */
function atEnd<T extends string | number>(
  goal: string,
  named: readonly T[],
  words: string,
): readonly T[] | undefined {
  const [own, other] = FROM.test(words)
    ? [BEFORE_FROM, BEFORE_TO]
    : TO.test(words)
      ? [BEFORE_TO, BEFORE_FROM]
      : [];
  if (own === undefined || other === undefined || named.length === 0 || named.length > 2) return undefined;
  const all = wordsIn(goal);
  const stems = stemsIn(goal);
  const isAfter = (option: T, ends: ReadonlySet<string>) =>
    all.some((word, at) => {
      const run = stemsIn(String(option));
      const start = /^(?:an?|the)$/.test(all[at + 1] ?? "") ? at + 2 : at + 1;
      return ends.has(word) && includesRun(stems.slice(start, start + run.length), run);
    });
  const here = named.filter((one) => isAfter(one, own) && !isAfter(one, other));
  const there = named.filter((one) => isAfter(one, other));
  if (here.length === 1) return here;
  return there.length === 0 ? undefined : named.filter((one) => !there.includes(one));
}
