/** A simulation under several conditions: a run for each combination, and what it shows. */
import { type Counts, countedTotal, passRate } from "../../contract/rules/outcomes.ts";
import { type Estimate, shareEstimate } from "../../engine/judge/estimate.ts";
import { numbersOf } from "../check/criteria.ts";
import { type Median, medianEstimate } from "./median.ts";

/** A value for each field: `{ audio_quality: "low", background_noise: "cafe" }`. */
export type Conditions = Readonly<Record<string, string | number>>;

/** A share, with what it is a share of. */
export interface Share extends Estimate {
  readonly part: number;
  readonly of: number;
}

/** What the run of a combination shows. */
export interface Cell {
  readonly conditions: Conditions;
  /** Null if its run was not started. */
  readonly simulation_run_id: number | null;
  /** Passed, of all that passed, failed, or are inconclusive; null if nothing passed or failed. */
  readonly pass_rate: Share | null;
  /** Facts that came back right, of those that came back right or wrong; null if none came back. */
  readonly entity_accuracy: Share | null;
  /** Median of the median response latencies of its conversations, ms; null if none was measured. */
  readonly latency_ms: Median | null;
}

/** A cell with the verdict of the gate on its run. */
export interface JudgedCell extends Cell {
  readonly passed: boolean;
  readonly reason: string | null;
}

/** What `sim start --matrix` prints; scripts read it with --json. */
export interface JudgedGrid {
  readonly simulation_id: number;
  readonly passed: boolean;
  readonly reason: string | null;
  readonly min_pass_rate: number;
  readonly cells: readonly JudgedCell[];
}

export const cellKey = (conditions: Conditions): string =>
  JSON.stringify(Object.entries(conditions).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** @param counts the outcomes of the run's conversations; null if it is not over */
export function cellOf(
  { conditions, simulation_run_id }: Pick<Cell, "conditions" | "simulation_run_id">,
  counts: Counts | null,
  conversations: readonly Parameters<typeof numbersOf>[0][],
): Cell {
  const numbers = conversations.map(numbersOf);
  const sum = (id: string) => numbers.reduce((total, values) => total + (values.get(id) ?? 0), 0);
  const right = sum("entities.right");
  const isOver = counts !== null && counts.running === 0;
  return {
    conditions,
    simulation_run_id,
    pass_rate: isOver && passRate(counts) !== null ? shareOf(counts.passed, countedTotal(counts)) : null,
    entity_accuracy: shareOf(right, right + sum("entities.wrong")),
    latency_ms: medianEstimate(numbers.flatMap((values) => values.get("agent.response_latency.p50") ?? [])),
  };
}

function shareOf(part: number, of: number): Share | null {
  const estimate = shareEstimate(part, of);
  return estimate && { ...estimate, part, of };
}

/** The fields that differ between the cells, in their order. */
export const fieldsOf = (cells: readonly Pick<Cell, "conditions">[]): string[] => [
  ...new Set(cells.flatMap(({ conditions }) => Object.keys(conditions))),
];

/** The cells as a picture: the last field's values are the columns, all others make the rows. */
export interface Pivot {
  readonly columns: readonly string[];
  readonly rows: readonly { readonly name: string; readonly cells: readonly (Cell | null)[] }[];
}

export function pivotCells(cells: readonly Cell[]): Pivot {
  const fields = fieldsOf(cells);
  const named = (of: readonly string[], { conditions }: Cell) =>
    of.map((field) => `${field} ${conditions[field] ?? "unset"}`).join(", ");
  const rowOf = (cell: Cell) => named(fields.slice(0, -1), cell);
  const columnOf = (cell: Cell) => named(fields.slice(-1), cell);
  const columns = [...new Set(cells.map(columnOf))];
  return {
    columns,
    rows: [...new Set(cells.map(rowOf))].map((name) => ({
      name,
      cells: columns.map(
        (column) => cells.find((cell) => rowOf(cell) === name && columnOf(cell) === column) ?? null,
      ),
    })),
  };
}
