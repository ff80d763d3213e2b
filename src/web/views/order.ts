/** How many rows have each standing, and the order in which people need them. */
import type { Row, Standing } from "../../results/talk.ts";

export const STANDINGS: readonly Standing[] = ["failed", "unclear", "passed", "running", "none"];

export const numbersOf = (rows: readonly Row[]) =>
  Object.fromEntries(
    STANDINGS.map((standing) => [standing, rows.filter((row) => row.standing === standing).length]),
  ) as Record<Standing, number>;

export const ORDER: Readonly<Record<Standing, number>> = {
  failed: 0,
  unclear: 1,
  running: 2,
  none: 3,
  passed: 4,
};

/** Failures first. Within a standing, in the given order. */
export const inOrder = (rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => ORDER[a.standing] - ORDER[b.standing]);
