/** Which of several values a goal names: in the tool's own words, in parts of them, or as people say it. */
import { lengthsIn } from "./lengths.ts";
import { includesRun, stemsIn, wordsIn } from "./words-in-goal.ts";

const LONGEST_GOAL = 1_000;
const EVERY_TWO_WEEKS = /\bevery (?:two weeks|second week|other week)\b/i;

/** What people say, and what tools call it. */
const CALLED: readonly (readonly [RegExp, string])[] = [
  [/\bmoney back\b/i, "refund"],
  [/\b(?:steals?|stole|stolen)\b/i, "theft"],
  [
    /\b(?:doesn't|does not|don't|do not|won't|stopped) (?:\w{2,10} )?(?:cool|heat|start|turn on|work)/i,
    "faulty",
  ],
  [/\b(?:broken?|cracked|smashed|torn)\b/i, "damaged"],
  [/\b(?:never|not|nothing) (?:arrived?|came|come|delivered|got|received)\b/i, "not received, missing"],
  [/\b(?:ill|limp\w{0,3}|unwell|vomit\w{0,3})\b/i, "sick"],
  [/\b(?:ill|poorly|sick|unwell|vomit\w{0,3})\b/i, "illness, sickness"],
  [/\b(?:\p{L}{3,8}ache|aching|hurts?)\b/iu, "pain"],
  [/\bexpensive\b/i, "price, cost"],
  [/\bfirst (?:appointment|consultation|session|time|visit)\b|\bnew (?:client|patient)\b/i, "initial"],
  [/\b(?:no|without) (?:heating|hot water|power)\b/i, "breakdown, faulty"],
  [/\byearly\b|\bonce a year\b/i, "annual"],
  [/\b(?:burst|flood\w{0,3}|leak\w{0,3})\b/i, "water, leak"],
];

/** Letters for sizes, as the goal may call them. */
const SIZES: Readonly<Record<string, string>> = {
  s: "small",
  m: "medium",
  l: "large",
  xl: "extra large",
  xxl: "extra extra large",
};
const inWords = (option: string): string => SIZES[option.toLowerCase()] ?? option;

/** Such a word alone says too little: "next" of `next_day`. */
const SAYS_LITTLE =
  /^(?:and|any|day|first|for|last|new|next|not|one|other|same|time|two|with|without|wrong|full|free|custom|general)$/;

/** The values that the words of a goal name. */
export function namedInGoal<T extends string | number>(goal: string, options: readonly T[]): T[] {
  // Every two weeks is not weekly.
  const text = withMinutes(goal.slice(0, LONGEST_GOAL))
    .replace(EVERY_TWO_WEEKS, "fortnightly, biweekly")
    // "Picked up" for `pickup`, "another day" for `new_day`.
    .replace(/\b(pick|drop)(?:p?ed|p?ing|s)?[ -](up|off)\b/gi, "$& $1$2")
    .replace(/\b(?:another|a different) (?=\p{L})/giu, "$&new ");
  // "An e-bike" is an ebike.
  const said = [...stemsIn(text), ...stemsIn(text.replace(/(?<=\p{L})-(?=\p{L})/gu, ""))];
  const saying = (isIn: (stems: readonly string[]) => boolean) =>
    options.filter((option) => {
      const stems = stemsIn(inWords(String(option)));
      return stems.length > 0 && isIn(stems);
    });
  // "A certificate and a service" for `service_and_certificate`, where each of them is a value of its own.
  const both = saying(
    (stems) =>
      stems.length > 2 &&
      stems.includes("and") &&
      stems.every((stem) => said.includes(stem)) &&
      / and /i.test(text),
  );
  if (both.length > 0) return both;
  const together = saying((stems) => includesRun(said, stems));
  // "The gate is stuck" for `gate_stuck`, "a men's haircut" for `mens_cut`.
  const words = wordsIn(text);
  const isSaid = (stem: string) =>
    said.includes(stem) || (stem.length > 2 && words.some((word) => word.endsWith(stem)));
  const apart = () => saying((stems) => stems.length > 1 && stems.every(isSaid));
  // "A two-bedroom move" for `two_bed`.
  const begun = () =>
    saying((stems) => stems.length > 1 && includesRun(said, stems, (word, stem) => word.startsWith(stem)));
  const called = CALLED.flatMap(([form, name]) => (form.test(text) ? name : []));
  const all = [...said, ...stemsIn(called.join(" "))];
  const otherwise = () =>
    called.length === 0 ? [] : saying((stems) => stems.every((stem) => all.includes(stem)));
  // "A limping dog" for `sick_visit`, where nothing else is sick.
  const distinct = () => distinctIn(options, new Set([...words, ...wordsIn(called.join(" "))].map(plainOf)));
  const named =
    [() => together, apart, begun, otherwise, distinct]
      .map((find) => find())
      .find((some) => some.length > 0) ?? [];
  // "Extra large" names "large" as well.
  return named.filter(
    (option) =>
      !named.some(
        (other) =>
          other !== option && includesRun(stemsIn(inWords(String(other))), stemsIn(inWords(String(option)))),
      ),
  );
}

/** "A half-hour massage" for `massage_30`, "an hour and a half of squash" for `court_90` */
const withMinutes = (goal: string): string => {
  const minutes = lengthsIn(goal).flatMap(({ of, number }) =>
    of === "hour" ? `${60 * number} minutes` : [],
  );
  return [goal, ...minutes].join(", ");
};

/**
 * All the values of a list that a goal wants, in its order: by all their words, or by a last word that no other has, as in "croissants"
 * for `butter_croissant`.
 */
export function eachNamedInGoal<T extends string | number>(goal: string, options: readonly T[]): T[] {
  const text = goal.slice(0, LONGEST_GOAL).replace(ADDS, ", ").replace(AS_WELL, ", $1");
  const said = stemsIn(text);
  const lastOf = (option: T) => stemsIn(String(option)).at(-1) ?? "";
  const placeOf = (option: T): number => {
    const stems = stemsIn(inWords(String(option)));
    const whole = said.findIndex(
      (_, at) => stems.length > 0 && stems.every((stem, step) => said[at + step] === stem),
    );
    const last = lastOf(option);
    const isOnly = last.length > 2 && options.filter((other) => lastOf(other) === last).length === 1;
    return whole < 0 && isOnly ? said.indexOf(last) : whole;
  };
  const named = options
    .map((option) => ({ option, place: placeOf(option) }))
    .filter(({ place }) => place >= 0)
    .sort((a, b) => a.place - b.place);
  const words = wordsIn(text);
  const isRow = named.every(({ place }, at) => {
    const between = at === 0 ? [] : words.slice(named[at - 1]?.place, place);
    return !between.some((word) => OTHERWISE.test(word));
  });
  return isRow ? named.map(({ option }) => option) : [];
}

/** What comes to the first: "and then adds a washing machine", "and then wants the brakes adjusted as well". */
const ADDS = /,? (?:and )?then (?:adds|also (?:asks for|needs|takes|wants))\b/gi;
const AS_WELL = /,? (?:and )?then (?:asks for|needs|takes|wants) ([^.,;]{2,60}?) (?:as well|too)\b/gi;
/** One of two things, or first this and then that. */
const OTHERWISE = /^(?:but|chang\w{1,3}|either|instead|not|or|rather|swap\w{0,4}|than|then|without)$/;

/** The only value with a word that no other has and that is said. */
function distinctIn<T extends string | number>(options: readonly T[], said: ReadonlySet<string>): T[] {
  const all = options.map((option) =>
    wordsIn(String(option)).flatMap((word) =>
      word.length < 3 || SAYS_LITTLE.test(word) ? [] : plainOf(word),
    ),
  );
  const found = options.filter((_, at) =>
    (all[at] ?? []).some(
      (word) => said.has(word) && all.filter((words) => words.includes(word)).length === 1,
    ),
  );
  return found.length === 1 ? found : [];
}

const plainOf = (word: string): string => word.replace(/'?s?'?$/, "");
