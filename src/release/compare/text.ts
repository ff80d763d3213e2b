import { percent } from "../../render/pass-rate.ts";
import type { Comparison, NumberDifference } from "./compare.ts";

interface Compared extends Comparison {
  readonly prompt_version_a: number;
  readonly prompt_version_b: number;
}

/** A comparison as text: the pairs, the metrics, the verdict. */
export function comparisonText(compared: Compared): string {
  const { prompt_version_a: a, prompt_version_b: b, pairs, metrics } = compared;
  const rows = [
    ["digital human", "run", `version ${a}`, `version ${b}`],
    ...pairs.map((pair) => [
      pair.name,
      String(pair.repetition),
      pair.a ?? "not judged",
      pair.b ?? "not judged",
    ]),
  ];
  const numbers = [
    ["metric", "pairs", `version ${a}`, `version ${b}`, "median change", "p"],
    ...metrics.map(numberRow),
  ];
  const tables = [aligned(rows), ...(metrics.length > 0 ? [aligned(numbers)] : [])];
  return [...tables.map((lines) => lines.join("\n")), verdictText(compared)].join("\n\n");
}

const numberRow = ({ metric, n, mean_a, mean_b, median_difference, p, significant }: NumberDifference) => [
  metric,
  String(n),
  short(mean_a),
  short(mean_b),
  short(median_difference),
  `${short(p)}${significant ? " *" : ""}`,
];

function verdictText({ verdict, outcome, prompt_version_a: a, prompt_version_b: b }: Compared): string {
  const { n, passed_a, passed_b, only_a, only_b, p } = outcome;
  if (verdict === "not_evaluated") return "no pair of conversations was judged";
  const counts = `${n} pairs: version ${a} passed ${percent(passed_a / n)}, version ${b} ${percent(passed_b / n)}`;
  const test = `${only_a} passed only with version ${a}, ${only_b} only with version ${b}, p = ${short(p)}`;
  const words = {
    a_better: `version ${b} is worse than version ${a}`,
    b_better: `version ${b} is better than version ${a}`,
    no_difference: "no difference was shown, which does not prove that there is none",
  };
  return `${counts}\n${test}\n${words[verdict]}`;
}

const short = (value: number) => String(Number(value.toPrecision(4)));

/** Rows as lines with aligned columns. */
function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? "").length)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}
