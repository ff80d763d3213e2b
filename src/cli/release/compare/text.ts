import { counted } from "../../../engine/words/counted.ts";
import { percent } from "../../../engine/words/figures-in-words.ts";
import type { Comparison, NumberDifference } from "../../../results/compare/compare.ts";
import { outcomeWord } from "../../render/outcome.ts";
import { displayWidth, truncate } from "../../render/truncate.ts";

interface Compared extends Comparison {
  readonly prompt_version_a: number;
  readonly prompt_version_b: number;
  readonly version_notes: readonly string[];
}

/**
 * A comparison as text: the pairs, the metrics with those that differ first, and the verdict.
 * @param columns of the terminal; without them nothing is cut
 */
export function comparisonText(compared: Compared, columns?: number): string {
  const { prompt_version_a: a, prompt_version_b: b, pairs, metrics } = compared;
  const pairsByChange = pairs.toSorted((one, other) => Number(one.a === one.b) - Number(other.a === other.b));
  const changed = metrics.filter((metric) => !isEqual(metric)).toSorted((one, other) => one.p - other.p);
  const rows = [
    ["digital human", "run", `version ${a}`, `version ${b}`],
    ...pairsByChange.map((pair) => [pair.name, String(pair.repetition), wordOf(pair.a), wordOf(pair.b)]),
  ];
  const numbers = [
    ["metric", "pairs", `version ${a}`, `version ${b}`, "median change", "p"],
    ...changed.map(numberRow),
  ];
  const equal = metrics.length - changed.length;
  const measured = [
    ...(changed.length > 0 ? aligned(numbers, columns) : []),
    ...(equal > 0 ? [`${counted(equal, "metric")} equal in mean and median`] : []),
  ];
  const tables = [aligned(rows, columns), measured].filter((lines) => lines.length > 0);
  const unsure = compared.version_notes.map((note) => `${note}: this may not compare the versions`);
  return [...unsure, ...tables.map((lines) => lines.join("\n")), verdictText(compared)].join("\n\n");
}

const wordOf = (outcome: string | null) => String(outcomeWord(outcome) ?? "not judged");

/** Whether the table would show the same number on both sides, and no change. */
const isEqual = ({ mean_a, mean_b, median_difference }: NumberDifference) =>
  short(mean_a) === short(mean_b) && median_difference === 0;

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
  const counts = `${counted(n, "pair")}: version ${a} passed ${percent(passed_a / n)}, version ${b} ${percent(passed_b / n)}`;
  const test = `${only_a} passed only with version ${a}, ${only_b} only with version ${b}, p = ${short(p)}`;
  const words = {
    a_better: `version ${b} is worse than version ${a}`,
    b_better: `version ${b} is better than version ${a}`,
    no_difference: "no difference was shown, which does not prove that there is none",
  };
  return `${counts}\n${test}\n${words[verdict]}`;
}

const short = (value: number) => String(Number(value.toPrecision(4)));

/** A name is never cut shorter than this. */
const NARROWEST = 12;

/** Rows as lines with aligned columns. The first column is cut to fit. */
function aligned(rows: readonly (readonly string[])[], columns = Number.POSITIVE_INFINITY): string[] {
  const wanted = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => displayWidth(row[column] ?? ""))),
  );
  const others = wanted.slice(1).reduce((sum, width) => sum + GAP.length + width, 0);
  const first = Math.min(wanted[0] ?? 0, Math.max(NARROWEST, columns - others));
  const widths = [first, ...wanted.slice(1)];
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const text = truncate(cell, widths[column] ?? 0);
        return text + " ".repeat(Math.max(0, (widths[column] ?? 0) - displayWidth(text)));
      })
      .join(GAP)
      .trimEnd(),
  );
}

const GAP = "  ";
