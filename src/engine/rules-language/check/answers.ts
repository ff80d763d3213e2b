import { listOf, type Mistake, suggestion } from "../errors.ts";
import type { CatalogueEntry, MetricSettings } from "../input.ts";
import { nearMiss } from "../near-miss.ts";
import type { AnswerClause, Operand } from "../syntax/ast.ts";
import { isOperand } from "../syntax/condition.ts";
import { isNumeric } from "../units.ts";

/** An answer that the metric can't give. */
export function checkAnswer(
  { kind, answer }: AnswerClause,
  settings: MetricSettings,
  metrics: ReadonlyMap<string, CatalogueEntry>,
): Mistake | undefined {
  if (!isOperand(answer)) return undefined;
  if (kind === "enum") return checkOption(answer, settings.enum_options ?? []);
  return kind === "value" ? checkNumber(answer, settings, metrics) : undefined;
}

function checkOption(answer: Operand, options: string[]): Mistake | undefined {
  if (options.length === 0 || answer.kind !== "literal" || typeof answer.value !== "string") return undefined;
  if (options.includes(answer.value)) return undefined;
  const near_miss = nearMiss(answer.value, options);
  const expected = options.map((option) => `\`${option}\``);
  const message = `\`${answer.value}\` is not one of the enum_options ${listOf(expected)}${suggestion(near_miss)}`;
  return { at: answer.at, message, expected, near_miss };
}

function checkNumber(
  answer: Operand,
  { min_value, max_value }: MetricSettings,
  metrics: ReadonlyMap<string, CatalogueEntry>,
): Mistake | undefined {
  const { at } = answer;
  if (answer.kind === "count") return undefined;
  if (answer.kind === "metric") {
    const metric = metrics.get(answer.name);
    if (!metric || isNumeric(metric.unit)) return undefined;
    return { at, message: `\`${answer.name}\` is not a number; a quantitative metric must be one` };
  }
  const { value, unit } = answer;
  if (typeof value !== "number") return { at, message: "a quantitative metric must be a number" };
  if (unit !== undefined)
    return { at, message: `a number as the answer must not have a unit; found \`${unit}\`` };
  if (typeof min_value === "number" && value < min_value)
    return { at, message: `${value} is below min_value ${min_value}` };
  if (typeof max_value === "number" && value > max_value)
    return { at, message: `${value} is above max_value ${max_value}` };
  return undefined;
}
