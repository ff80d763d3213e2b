/** How many or how much of something a caller wants, where its goal does not say. */
import type { ToolParameter } from "../../tools/tool.ts";
import { drawFor } from "../draw.ts";
import { OF_CHILD } from "./personal.ts";
import { wordsOf } from "./stems.ts";

/** What says how many of a thing. */
export const COUNT =
  /\b(?:quantity|qty|count|people|persons?|guests?|party|adults|children|nights|bags?|seats|tickets?|rooms?|pieces|items|number of|how many|copies|passengers)\b/;
/** Children, students, and so on: a party has few of them. */
export const OF_PARTY = /\b(?:child|children|infants?|babies|seniors?|students?|kids?|pets?|dogs?)\b/;
const AMOUNT = /\b(?:amount|limit|price|budget|sum|value|payment|deposit|cost|fee|charge|total)\b/;
/** What a caller thinks of an amount itself: nothing that is on record says otherwise. */
const OWN_AMOUNT = /\b(?:budget|estimate\w{0,2}|approximate\w{0,2}|donation|gift|tip|value|voucher|worth)\b/;
/** What is measured or on an account: a drawn number would be a guess. */
const MEASURED = /\b(?:reading|counter|balance|consumption|usage|income|salary|turnover|kwh)\b/;
/** "20 to 500 euros" */
const RANGE = /(?<![\d.,])(\d{1,6})(?: ?[€£$%]| [a-z]{2,8})? ?(?:-|–|to|and) ?[€£$]?(\d{1,6})(?![\d.,]*\d)/i;

/** Of tickets for adults and children, the number of adults is a count. */
export const countedAs = ({ path }: ToolParameter, words: string): string =>
  path.length > 1 ? `${path.map((step) => wordsOf(String(step))).join(" ")} ${words}` : words;

/** How high or how many, where nothing bounds it: callers may have any. */
const SMALL_NUMBER = 4;

/** An amount with the range that its description names. */
export function withRange(parameter: ToolParameter, words: string): ToolParameter {
  if (!AMOUNT.test(words)) return parameter;
  const [, low, high] = RANGE.exec((parameter.description ?? "").slice(0, 500)) ?? [];
  if (low === undefined || Number(low) >= Number(high)) return parameter;
  return {
    ...parameter,
    minimum: parameter.minimum ?? Number(low),
    maximum: parameter.maximum ?? Number(high),
  };
}

/** Undefined if only a record can tell the number. */
export function numberFor(
  words: string,
  { minimum, maximum, type }: ToolParameter,
  purpose: string,
  seed: string,
): number | undefined {
  if (MEASURED.test(words) && (minimum === undefined || maximum === undefined)) return undefined;
  const rng = drawFor(seed, purpose);
  const [low, high] = /^(?:num(?:ber)? (?:of )?)?adults?$/.test(words)
    ? [Math.max(1, minimum ?? 1), Math.max(2, minimum ?? 0)]
    : OF_PARTY.test(words)
      ? [minimum ?? 0, Math.min(maximum ?? 1, Math.max(1, minimum ?? 0))]
      : COUNT.test(words)
        ? [Math.max(1, minimum ?? 1), Math.min(maximum ?? 4, Math.max(4, minimum ?? 0))]
        : AMOUNT.test(words)
          ? // Only who owes or owns it can tell an amount without a range.
            OWN_AMOUNT.test(words)
            ? [minimum ?? 20, maximum ?? 200]
            : [minimum ?? 1, maximum]
          : /\bage\b/.test(words)
            ? ageRange(words, minimum, maximum)
            : /\b(?:mileage|odometer|miles|kilomet\w+)\b/.test(words)
              ? [minimum ?? 20_000, maximum ?? 90_000]
              : type === "integer" && maximum === undefined && (minimum ?? 0) <= 1
                ? [1, SMALL_NUMBER]
                : [minimum, maximum];
  if (low === undefined || high === undefined || high < low) return undefined;
  const drawn = low + rng() * (high - low + (type === "integer" ? 1 : 0));
  return type === "integer" || high - low > 10
    ? Math.min(high, Math.floor(drawn))
    : Math.round(drawn * 10) / 10;
}

export const isWithin = (
  value: number,
  { minimum = -Infinity, maximum = Infinity }: ToolParameter,
): boolean => value >= minimum && value <= maximum;

const [ADULT, CHILD] = [
  [25, 60],
  [4, 12],
] as const;

/** An adult's age, or a child's where the tool takes no other. */
function ageRange(words: string, minimum = 1, maximum = 100): [number, number] {
  const [low, high] = OF_CHILD.test(words) ? CHILD : ADULT;
  return high < minimum || low > maximum
    ? [minimum, maximum]
    : [Math.max(low, minimum), Math.min(high, maximum)];
}
