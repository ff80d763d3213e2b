/** Limits how much one query may bring into memory. */
import type pg from "pg";
import { Refused } from "../errors.ts";

/**
 * Characters of the texts in the rows of one query: far more than a list of thousands has, and far less than fills a
 * heap.
 */
export const ROWS_MAXIMUM = 128 * 1024 * 1024;

/** Returns a function that counts characters, and throws Refused (400) once there are too many. */
function countingTexts(maximum = ROWS_MAXIMUM): (characters: number) => void {
  let left = maximum;
  return (characters) => {
    left -= characters;
    if (left < 0)
      throw new Refused(
        400,
        `the answer would have more than ${maximum} characters: ask for less at a time, for example with page_size or limit`,
      );
  };
}

/** The rows, unless their texts are too long together: nothing is read beyond the limit. */
export function limitedRows(rows: Iterable<unknown>, maximum = ROWS_MAXIMUM): unknown[] {
  const count = countingTexts(maximum);
  const taken: unknown[] = [];
  for (const row of rows) {
    for (const value of Object.values(row as object)) if (typeof value === "string") count(value.length);
    taken.push(row);
  }
  return taken;
}

type GetTypeParser = typeof pg.types.getTypeParser;

/** The same for one query to PostgreSQL: rows after the limit are not kept, and the query fails. */
export function limitedTypes(getTypeParser: GetTypeParser): { getTypeParser: GetTypeParser } {
  const count = countingTexts(ROWS_MAXIMUM);
  return {
    getTypeParser: (oid: number, format?: "text" | "binary") => {
      const parse = getTypeParser(oid, format as "text");
      return (value: string) => {
        count(value.length);
        return parse(value);
      };
    },
  };
}
