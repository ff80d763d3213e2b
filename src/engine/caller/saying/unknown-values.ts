/** What a caller makes of being asked for a value that it does not have. */

import { asksForValue, asksWhichValue } from "../facts/value-questions.ts";
import { isOfCaller } from "./answer.ts";
import type { Reply, Turn } from "./reply.ts";

/** "I did not get that. Which house number?" wants no repetition from who does not know it: nothing that it has said was the answer. */
export function withoutRepeating({ heard, language, voice }: Turn, reply: Reply): Reply {
  const isLost = (reply.rule === "repeat" || reply.rule === "fallback") && !reply.end;
  if (!isLost || language.code !== "en" || heard.asking.length === 0 || !heard.asking.every(isForValue))
    return reply;
  return { rule: "answer", say: voice.phrase("unknown"), record: { asked: heard.asks, unknown: [] } };
}

const isForValue = (sentence: string): boolean => asksForValue(sentence) || asksWhichValue(sentence);

/** Whether the agent wants something of the caller that its record does not have: its age, a number of a house. */
export const wantsUnknown = ({ heard }: Turn, { record }: Reply): boolean =>
  record?.unknown !== undefined &&
  (record.unknown.some((slot) => isOfCaller(slot)) ||
    (heard.asking.length > 0 && heard.asking.every(isForValue)));

/** Who does not have what the agent insists on gives up: what comes of it is not the agent's fault. */
export const TIMES_UNKNOWN = 3;

/** How often in a row the caller had no answer to the same. */
export function timesUnknown({ state: { history } }: Turn, { record }: Reply): number {
  const key = String(record?.unknown);
  const last = history.findLastIndex(({ unknown }) => String(unknown) !== key);
  return history.length - 1 - last;
}
