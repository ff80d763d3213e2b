/** Where from and where to: two facts that are asked for together and said as one. Only in English. */
import { fold } from "../../transcript/fold.ts";
import type { Fact } from "./facts.ts";

const ASKS_BOTH =
  /\bfrom\b.{1,60}\bto\b|\bpick(?:ed)? (?:you )?up\b.{1,40}\b(?:where to|drop|going to|take you)\b/;
const ASKS_TO =
  /\bwhere to\b|\bwhere (?:\w{2,6} ){1,3}(?:you )?(?:be )?(?:going|heading|travelling|driving)(?: to)?\b(?! from)|\bwhere \w{2,6} (?:we|i) (?:take|drive|bring) you\b|\bthe destination\b/;
const ASKS_FROM =
  /\bwhere from\b|\bwhere \w{2,6} (?:we|i|the driver) (?:pick you up|collect you|fetch you)\b|\bwhere (?:\w{2,6} ){1,2}you (?:be )?(?:travelling|coming|leaving|going|starting) from\b/;
const FROM = /\b(?:from|origin|departure|pick ?-?up|collection)\b/;
const TO = /\b(?:to|destination|drop ?-?off)\b/;
/** The name of a day or an hour names no place. */
const NO_PLACE = /\b(?:date|day|time|hour)\b/;

/** Positions of the only fact that says where from, and of the only one that says where to. */
function bothOf(facts: readonly Pick<Fact, "label">[]): readonly [number, number] | undefined {
  const [from, ...others] = placesBy(FROM, facts);
  const [to, ...more] = placesBy(TO, facts);
  const isClear = others.length === 0 && more.length === 0 && from !== to;
  return isClear && from !== undefined && to !== undefined ? [from, to] : undefined;
}

const placesBy = (names: RegExp, facts: readonly Pick<Fact, "label">[]): number[] =>
  facts.flatMap(({ label }, at) => (names.test(label) && !NO_PLACE.test(label) ? [at] : []));

/** The positions of where from and where to, as far as a question asks for them. */
export function fromAndTo(question: string, facts: readonly Fact[]): readonly number[] {
  const folded = fold(question);
  const [from, to] = bothOf(facts) ?? [];
  if (from === undefined || to === undefined) return [];
  if (ASKS_BOTH.test(folded)) return [from, to];
  return [...(ASKS_FROM.test(folded) ? [from] : []), ...(ASKS_TO.test(folded) ? [to] : [])];
}

/** "From Milford to Lakewood.", if both are among the facts that an answer tells. */
export function saidFromTo(
  places: readonly number[],
  facts: readonly Fact[],
): { say: string; values: string[] } | undefined {
  const [from, to] = bothOf(facts) ?? [];
  if (from === undefined || to === undefined || !places.includes(from) || !places.includes(to))
    return undefined;
  const values = [facts[from]?.value ?? "", facts[to]?.value ?? ""];
  return { say: `From ${values.join(" to ")}.`, values };
}
