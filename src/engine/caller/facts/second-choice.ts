/** What a caller takes if its first choice is not available. */

import { languageOf } from "../language.ts";
import { findValues } from "./values.ts";

export type SecondChoice = Partial<Record<"date" | "time", string>>;

const SENTENCE = /\bIf (?:that|this|it) (?:isn't|is not) (?:possible|available|free), ([^.]+)\.?/i;

/** "If that isn't possible, you would take Thursday at 15:00.": the second choice of a record, and the record without it. */
export function readSecondChoice(record: string): { second?: SecondChoice; rest: string } {
  const found = SENTENCE.exec(record);
  if (!found) return { rest: record };
  const values = findValues(found[1] ?? "", languageOf("en"));
  const of = (wanted: string) => values.find(({ kind }) => kind === wanted)?.text;
  const [date, time] = [of("date"), of("time")];
  return {
    second: { ...(date !== undefined && { date }), ...(time !== undefined && { time }) },
    rest: record.replace(found[0], "").trim(),
  };
}
