/** The animal or the child that a goal is for, by its name: "her cockapoo Biscuit", "her daughter Mia", "for Molly". */
import { CALENDAR } from "../../numbers/calendar.ts";
import { clean } from "../../transcript/fold.ts";

const LONGEST_GOAL = 1_000;
const NAME = "(\\p{Lu}\\p{Ll}[\\p{L}'-]{0,29})(?!\\p{L})";
const NOUN = "\\p{Ll}[\\p{Ll}-]{1,20}";
const OWN = new RegExp(
  `(?<!\\p{L})(?:an?|[Hh]er|[Hh]is|[Mm]y|[Oo]ur|[Tt]heir|[Tt]he) ((?:${NOUN} ){0,2}${NOUN}),? (?:(?:called|named) )?${NAME}`,
  "gu",
);
const FOR = new RegExp(
  `(?<!\\p{L})for ${NAME}(?! \\p{Lu}| \\d)(?=[,.;]|$| (?:and|at|for|from|in|next|on|this|today|tomorrow|who|with)(?!\\p{L}))`,
  "u",
);
const CHILD =
  /(?:^| )(?:baby|boy|child|daughter|girl|goddaughter|godson|granddaughter|grandson|kid|nephew|niece|son|toddler|\p{Ll}+-year-old)$/u;
/** Who is neither an animal nor a child, and what has a name of its own. */
const OTHERS = new Set(
  [
    "and at by for from in near of on or to with",
    "aunt brother colleague dad doctor father friend groomer husband mother mum neighbour partner sister street town",
    "trainer uncle vet walker wife",
  ].flatMap((words) => words.split(" ")),
);
const KINDS =
  /^(?:animal|bird|boy|budgie|bunny|cat|dog|ferret|girl|guinea pig|hamster|horse|kitten|parrot|pet|pony|pup|puppy|rabbit|tortoise)$/;
const ADJECTIVES =
  /^(?:beloved|big|elderly|large|little|lovely|new|old|older|other|small|tiny|young|younger)$/;

/** Who is named, and the words before: "golden retriever". */
function ownIn(goal: string, isChild: boolean): { readonly name: string; readonly noun: string } | undefined {
  for (const [, noun = "", name = ""] of clean(goal.slice(0, LONGEST_GOAL)).matchAll(OWN))
    if (
      name.search(CALENDAR) !== 0 &&
      !noun.split(" ").some((word) => OTHERS.has(word)) &&
      CHILD.test(noun) === isChild
    )
      return { name: name.replace(/'s?$/, ""), noun };
  return undefined;
}

/**
 * The name of the animal or the child.
 * @param known the agent's texts: what they name is nobody's name
 */
export function companionIn(goal: string, kind: "pet" | "child", known: string): string | undefined {
  const own = ownIn(goal, kind === "child")?.name;
  if (own !== undefined) return own;
  const name = FOR.exec(clean(goal.slice(0, LONGEST_GOAL)))?.[1];
  return name === undefined || name.search(CALENDAR) === 0 || known.includes(name) ? undefined : name;
}

/** "Cockapoo" of "her old cockapoo Biscuit". */
export function breedInGoal(goal: string): string | undefined {
  const words = ownIn(goal, false)?.noun.split(" ") ?? [];
  const breed = words.filter((word) => !ADJECTIVES.test(word) && !KINDS.test(word)).join(" ");
  return breed === "" || /\bguinea pig\b/.test(breed) ? undefined : breed;
}
