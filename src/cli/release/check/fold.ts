import type { Cell } from "./gate.ts";

/** The part of a cell that a table shows. */
type Shown = Pick<Cell, "name" | "criterion" | "passed" | "failed" | "not_evaluated" | "enough">;

/** Up to this many digital humans have a row each for the same criterion. */
const MOST = 3;

/** The cells, with one row for a criterion that more than a few digital humans did not meet. */
export function foldedCells(cells: readonly Cell[]): Shown[] {
  const criteria = [...new Set(cells.map(({ criterion }) => criterion))];
  return criteria.flatMap((criterion): readonly Shown[] => {
    const own = cells.filter((cell) => cell.criterion === criterion);
    if (own.length <= MOST) return own;
    const sum = (field: "passed" | "failed" | "not_evaluated") =>
      own.reduce((total, cell) => total + cell[field], 0);
    return [
      {
        name: `${own.length} digital humans`,
        criterion,
        passed: sum("passed"),
        failed: sum("failed"),
        not_evaluated: sum("not_evaluated"),
        enough: false,
      },
    ];
  });
}
