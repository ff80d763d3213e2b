/** Counts of people that a tool takes side by side: adults, children, concessions. */
import type { ToolParameter } from "../../tools/tool.ts";
import { stemOf } from "../../words/english.ts";
import { countedInGoal, numberInGoal, YOUNG } from "./in-goal.ts";
import { wordsOf } from "./stems.ts";
import { stemsIn } from "./words-in-goal.ts";

const KIND =
  /\b(?:adults?|bab(?:y|ies)|child(?:ren)?|concessions?|infants?|kids?|pensioners?|pupils?|seniors?|students?|teens?|toddlers?|youths?)\b/;
const CHILDREN = new Set(YOUNG.map(stemOf));
const LONGEST_TEXT = 50_000;
const LONGEST_GOAL = 1_000;
const LONGEST_NAME = 40;

/**
 * How many a goal names of each kind. "Two adults and two children" leaves no concession: of a kind that it doesn't name while it names
 * another, there are 0. Empty if the tool has no such counts, or the goal names none of them.
 * @param text the agent's texts, which may say who else is of a kind: "concession (students, pensioners)"
 */
export function countsSideBySide(
  parameters: readonly ToolParameter[],
  goal: string,
  text: string,
): ReadonlyMap<string, number> {
  const kinds = parameters.filter(
    ({ name, type, options = [] }) =>
      (type === "integer" || type === "number") &&
      options.length === 0 &&
      name.length <= LONGEST_NAME &&
      KIND.test(wordsOf(name)),
  );
  if (kinds.length < 2) return new Map();
  const said = kinds.map((kind) => ({ kind, number: countedInGoal(goal, alsoCalled(kind, text)) }));
  if (said.every(({ number }) => number === undefined)) return ofAll(kinds, goal);
  return new Map(
    said.flatMap(({ kind: { name, minimum = 0 }, number }) =>
      number !== undefined || minimum <= 0 ? [[name, number ?? 0] as const] : [],
    ),
  );
}

const ADULTS = /\badults?\b/;
const NO_ADULT = new RegExp(`${KIND.source}|\\bfamil`, "i");

/** "A seat to Leeds" is for an adult, and nobody else comes. */
function ofAll(kinds: readonly ToolParameter[], goal: string): ReadonlyMap<string, number> {
  const adults = kinds.find(({ name }) => ADULTS.test(wordsOf(name)));
  const number = adults && numberInGoal(goal, wordsOf(adults.name));
  if (number === undefined || NO_ADULT.test(goal.slice(0, LONGEST_GOAL))) return new Map();
  const others = kinds.filter((one) => one !== adults && (one.minimum ?? 0) <= 0);
  return new Map([[adults?.name ?? "", number], ...others.map(({ name }) => [name, 0] as const)]);
}

/** The stems of what a kind is called, and of who else belongs to it by the agent's texts. */
function alsoCalled({ name, description = "" }: ToolParameter, text: string): ReadonlySet<string> {
  const own = KIND.exec(wordsOf(name))?.[0] ?? "";
  const stem = stemOf(own);
  const singular = own.replace(/s$/, "");
  const all = `${own} (${description})\n${text}`.slice(0, LONGEST_TEXT).toLowerCase();
  const within = all
    .split(singular)
    .slice(1)
    .flatMap((after) => stemsIn(/^s? ?\(([^()]{2,80})\)/.exec(after)?.[1] ?? ""));
  return new Set([stem, ...within, ...(CHILDREN.has(stem) ? CHILDREN : [])]);
}
