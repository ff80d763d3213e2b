/** The places that a goal names: where a trip begins, and where it ends. */
import { CALENDAR } from "../../numbers/calendar.ts";
import type { ToolParameter } from "../../tools/tool.ts";
import { wordsOf } from "./stems.ts";

const LONGEST_GOAL = 1_000;
const WORD = "\\p{Lu}[\\p{L}'’-]{1,30}";
const KIND = "airport|hospital|hotel|station|terminal|university";
/** "Bristol Airport", "Heathrow Terminal 5", "Temple Meads station", "12 Mill Lane" */
const PLACE = `(?:the )?((?:\\d{1,4}[A-Za-z]? )?${WORD}(?: ${WORD}){0,3}(?:(?<=Gate|Hall|Platform|Terminal) \\d{1,2}[A-Z]?\\b)?(?: (?:${KIND})\\b)?)`;
const FROM = new RegExp(`\\b(?:from|leaving|up at) ${PLACE}`, "u");
const TO = new RegExp(`\\b(?:to|towards|off at) ${PLACE}`, "u");
const SOMEWHERE = new RegExp(`\\b(?:in|at|from|to) ${PLACE}`, "u");

const IS_PLACE = /\b(?:city|town|airport|station|place|location|origin|destination|from|to)\b/;
const BEGINS = /\b(?:from|origin|departure|collection|pick ?up)\b/;
const ENDS = /\b(?:to|destination|arrival|drop ?off)\b/;
const ADDRESS = /\b(?:address|street)\b/;

/** The place that the goal names for a parameter. */
export function placeInGoal(goal: string, words: string, path: ToolParameter["path"]): string | undefined {
  const where = `${path.map((step) => wordsOf(`${step}`)).join(" ")} ${words}`.toLowerCase();
  const [begins, ends] = [BEGINS.test(where), ENDS.test(where)];
  if (!IS_PLACE.test(where) && !(ADDRESS.test(where) && (begins || ends))) return undefined;
  const placed = begins ? FROM : ends ? TO : SOMEWHERE;
  const place = placed.exec(goal.slice(0, LONGEST_GOAL))?.[1];
  // "From April" names no place.
  return place?.search(CALENDAR) === 0 ? undefined : place;
}

/** The parameters for where a trip ends, if the tool takes where it begins as well. */
export function endsOfTrip(parameters: readonly ToolParameter[]): ReadonlySet<string> {
  const named = (form: RegExp) =>
    parameters.filter(({ name }) => ADDRESS.test(wordsOf(name)) && form.test(wordsOf(name)));
  return new Set(named(BEGINS).length > 0 ? named(ENDS).map(({ name }) => name) : []);
}

const HOMEWARD = /\b(?:back|brought|come|drive|driven|drop\w{0,4}|go|going|ride|taken?|to|way) home\b/i;

/** Whether a trip ends at the caller's home: the goal says so, or it only says where the trip begins. */
export const endsAtHome = (goal: string): boolean =>
  HOMEWARD.test(goal.slice(0, LONGEST_GOAL)) || placeInGoal(goal, "pickup address", []) !== undefined;
