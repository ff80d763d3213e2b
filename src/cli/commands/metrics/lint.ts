import type { Answer, Lenient } from "../../../contract/types.ts";
import { EXIT_CODES } from "../../../lib/failure.ts";
import { arg, defineCommand, option } from "../command.ts";
import { uuid } from "../parsers.ts";
import { readDefinition } from "./shared/definition.ts";

const VIEW = {
  kind: "rows",
  rows: "mistakes",
  columns: ["line", "column", "message"],
  empty: "no mistakes",
} as const;

export const command = defineCommand({
  needs: ["lint_custom_metric"],
  about:
    "Checks the rules in a metric's guidance, stored or in a file, and lists every mistake with its line and " +
    "column; if there are any, the exit code is 9. Guidance for a judge contains no rules to check.",
  args: { metric_id: arg("[metric-id]", "a metric stored in the service", uuid) },
  options: {
    file: option("-f, --file <file>", "a metric in YAML or JSON, in the format of `metrics create`"),
  },
  examples: [
    ["parley metrics lint -f metric.yaml", "checks a metric before you create it"],
    [
      "parley metrics lint 5f0c1e2a-8d3b-4c6f-9a7e-1b2c3d4e5f60 --json",
      "checks a metric stored in the service",
    ],
  ],
  view: VIEW,
  async run(context, { metric_id, file }) {
    const body = await readDefinition(context, { metric_id, file });
    const data = await context.read("lint_custom_metric", { body });
    const terminal = () => mistakesText(data.mistakes, body.scoring_guidance ?? "");
    if (data.mistakes.length > 0) return { data, view: { ...VIEW, terminal }, exitCode: EXIT_CODES.gate };
    const hint = "the guidance is for a judge and contains no rules (rules begin with the line @rules)";
    return { data, ...(data.method === "judge" && { hint }) };
  },
});

type Mistakes = Lenient<Answer<"lint_custom_metric">>["mistakes"];

/** First every mistake in full, then the guidance that the places refer to. */
function mistakesText(mistakes: Mistakes, guidance: string): string {
  const lines = guidance.trimEnd().split("\n");
  const width = String(lines.length).length;
  return [
    ...mistakes.map(({ line, column, message }) => `${line}:${column}: ${message}`),
    "",
    "scoring_guidance:",
    ...lines.map((line, place) => `  ${String(place + 1).padStart(width)} | ${line}`),
  ].join("\n");
}
