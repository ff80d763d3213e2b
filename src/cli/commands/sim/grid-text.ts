import { fieldsOf, type JudgedGrid } from "../../../results/grid/grid.ts";
import { conditionsText, factsText, latencyText, passText } from "../../../results/grid/words.ts";

export const gridView = {
  kind: "text",
  text: (grid: unknown, columns?: number) => gridText(grid as JudgedGrid, columns),
} as const;

/** A table with a line for each combination; on a terminal that is too narrow for it, a paragraph for each. */
function gridText({ cells, passed, reason }: JudgedGrid, columns = Number.POSITIVE_INFINITY): string {
  const fields = fieldsOf(cells);
  const lines = [
    [...fields, "passed", "facts right", "latency", "run"],
    ...cells.map((cell) => [
      ...fields.map((field) => String(cell.conditions[field] ?? "")),
      passText(cell),
      factsText(cell),
      latencyText(cell),
      String(cell.simulation_run_id ?? ""),
    ]),
  ];
  const widths = fields
    .concat("passed", "facts right", "latency", "run")
    .map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  const drawn = lines.map((line) =>
    line
      .map((text, at) => text.padEnd(widths[at] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  const isTooWide = drawn.some((line) => line.length > columns);
  const paragraphs = cells.map((cell) =>
    [
      `${conditionsText(cell.conditions)} (run ${cell.simulation_run_id ?? "not started"})`,
      `  passed       ${passText(cell)}`,
      `  facts right  ${factsText(cell)}`,
      `  latency      ${latencyText(cell)}`,
    ].join("\n"),
  );
  return [...(isTooWide ? paragraphs : drawn), passed ? "passed" : `not passed: ${reason}`].join("\n");
}
