/** What a goal says in words about a field: what is wrong, why, and which thing it is about. */

import { findValues } from "../../caller/facts/values.ts";
import { languageOf } from "../../caller/language.ts";
import { clean } from "../../transcript/fold.ts";

const LONGEST_GOAL = 1_000;
const BECAUSE =
  /\b(?:because(?: of)?|since|as) (?=(?:an?|he|her|his|it|its|my|our|she|the|their|they|we|I)\b)/u;
/** "Report that …", "Get somebody out for …", "Book a visit for an oven that …" */
const LEADS = [
  /^[^,.;]{0,40}?\b(?:complains?|reports?|says?) that /i,
  /^(?:[Aa]n?|[Tt]he|[Ss]ome\p{Ll}{3,4}|\p{Lu}[\p{L}']{1,20})\b[^,.;]{0,40}? (?:has|have|reports?) (?:(?:an?|the) )?(?=\p{L})/u,
  /^(?:arrange|book|get|have|order|request|schedule)\b[^,.;]{0,40}? (?:about|for|because of) (?=(?:an?|the|my|our|his|her|their)\b)/i,
  /^\p{L}{2,15} (?:(?:an?|the|my|our|his|her|their) )?(?=\p{L})/iu,
] as const;
/** What else the caller does or wants is not part of it. */
const BESIDE =
  /(?:,| and)? (?:and )?(?:ask|book|correct|find out|get|know|report|say|take|try|want|learn)s?\b|, (?:in|on|at|by|with|where|which|who)\b|;/i;

/** What a goal is about, without what is to be done, the day, and what else it wants. */
export function aboutGoal(goal: string): string {
  const text = clean(goal.slice(0, LONGEST_GOAL)).trim();
  const because = BECAUSE.exec(text);
  const lead = LEADS.map((form) => form.exec(text)).find((found) => found !== null);
  const start = because ? because.index + because[0].length : (lead?.[0].length ?? 0);
  const rest = withoutMoments(text.slice(start));
  const beside = BESIDE.exec(rest)?.index ?? -1;
  const about = (beside > 5 ? rest.slice(0, beside) : rest).replace(/(?<![\s.,;!?])[\s.,;!?]+$/, "");
  return about === "" ? text : about;
}

const PART = /^(?:'s)? (?:in the )?(?:morning|afternoon|evening|night)\b/i;
const BEFORE = /(?: on| for| since| until| at| from)?(?: the)? $/i;

/** A text without its days and hours: "on Wednesday morning". */
function withoutMoments(text: string): string {
  const found = findValues(text, languageOf("en")).filter(({ kind }) => kind === "date" || kind === "time");
  return found.reduceRight((rest, { start, end }) => {
    const before = rest.slice(0, start);
    const after = rest.slice(end);
    const part = PART.exec(after)?.[0].length ?? 0;
    const lead = BEFORE.exec(before.slice(-12))?.[0].length ?? 0;
    return `${before.slice(0, before.length - lead).trimEnd()}${after.slice(part)}`;
  }, text);
}

const QUOTED = /["“]([^"“”]{2,80})["”]|(?<![\p{L}\p{N}])['‘]([^'‘’]{2,80})['’](?![\p{L}\p{N}])/gu;

/** The only text that a goal quotes: the title of a book, or what shall be written on a card. */
export function quotedInGoal(goal: string): string | undefined {
  const [only, ...others] = [...goal.slice(0, LONGEST_GOAL).matchAll(QUOTED)];
  return others.length === 0 ? (only?.[1] ?? only?.[2])?.replace(/[,.]$/, "") : undefined;
}

/** What has a title, or is written down word by word. */
export const IS_QUOTED =
  /\b(?:album|article|book|card|film|game|inscription|magazine|message|movie|opera|play|show|song|text|title|wording)\b/;

const THING =
  /^(?:[^,.;]{0,40}? )?(?:bring|exchang|forgot|found|get|left|lost|miss|report|return|send|sent)\p{L}{0,4}(?: back)? (?:an?|the|my|our|his|her|their) (.{2,140})/u;
const WHAT_IT_IS =
  /^((?:\p{Ll}[\p{L}-]{1,20} ){0,4}?\p{Ll}[\p{L}-]{1,20})(?= (?:that|which|because|for|from|on|in|at|with|as|after|and|is|was|does)\b|[,.;]|$)/u;

/** The thing that a goal returns, exchanges, or has lost: "brass table lamp" of "Exchange a brass table lamp that does not work". */
export const thingInGoal = (goal: string): string | undefined => {
  const text = clean(goal.slice(0, LONGEST_GOAL)).trim();
  const thing = THING.exec(text.charAt(0).toLowerCase() + text.slice(1))?.[1] ?? "";
  return WHAT_IT_IS.exec(thing)?.[1];
};

const COLOUR =
  /\b((?:dark |light )?(?:beige|black|blue|brown|gold|golden|gr[ae]y|green|orange|pink|purple|red|silver|turquoise|white|yellow))\b/i;
export const colourInGoal = (goal: string): string | undefined =>
  COLOUR.exec(goal.slice(0, LONGEST_GOAL))?.[1]?.toLowerCase();
