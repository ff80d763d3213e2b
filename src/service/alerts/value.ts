/** The value that an alert watches, and whether it meets the alert's condition. */
import type { Output } from "../../contract/types.ts";
import type { ReportedEvaluation } from "../published/evaluation.ts";

type Definition = Output<"AlertCreate">;
type Value = string | number | boolean;

/** An evaluation in both forms. */
export interface Evaluated {
  readonly evaluation: Pick<ReportedEvaluation, "metrics" | "verdicts">;
  /** The same in the form of the hosted API. */
  readonly published: Output<"PublishedEvaluation">;
}

/** Undefined if there is no value. Then the condition is neither met nor not met. */
export function valueFrom(
  { entity_type, entity_field }: Pick<Definition, "entity_type" | "entity_field">,
  { evaluation, published }: Evaluated,
): Value | undefined {
  if (entity_type === "standard_metric") {
    const measured = evaluation.metrics.find(
      ({ id, status }) => id === entity_field && status === "EVALUATED",
    );
    const { latency, ...fields } = published;
    return plain(measured?.value) ?? plain({ ...latency, ...fields }[entity_field]);
  }
  if (entity_type === "custom_goal" && entity_field === "goal_success") return plain(published.goal_success);
  const isNamed = ({ metric_id, name }: ReportedEvaluation["verdicts"][number]) =>
    name === entity_field || (entity_type === "custom_metric" && metric_id === entity_field.toLowerCase());
  const isGoal = ({ requested_by }: ReportedEvaluation["verdicts"][number]) =>
    requested_by.includes("digital_human");
  const verdict = evaluation.verdicts.find(
    (verdict) =>
      verdict.status === "EVALUATED" &&
      isNamed(verdict) &&
      (entity_type === "custom_metric" || isGoal(verdict)),
  );
  return plain(verdict?.value);
}

const plain = (value: unknown): Value | undefined =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : undefined;

/**
 * Numbers are compared as numbers, anything else as text, ignoring case. Text is neither greater nor less.
 */
export function meets(
  value: Value,
  { operator, comparison_value }: Pick<Definition, "operator" | "comparison_value">,
): boolean {
  const [text, wanted] = [String(value), comparison_value.trim()].map((one) => one.toLowerCase()) as [
    string,
    string,
  ];
  const limit = wanted === "" ? Number.NaN : Number(wanted);
  const number = typeof value === "boolean" || text === "" ? Number.NaN : Number(value);
  const isNumeric = !Number.isNaN(limit) && !Number.isNaN(number);
  const isEqual = isNumeric ? number === limit : text === wanted;
  switch (operator) {
    case "equals":
      return isEqual;
    case "not_equals":
      return !isEqual;
    case "contains":
      return text.includes(wanted);
    case "not_contains":
      return !text.includes(wanted);
    case "greater_than":
      return isNumeric && number > limit;
    case "less_than":
      return isNumeric && number < limit;
    case "greater_than_or_equal":
      return isNumeric && number >= limit;
    case "less_than_or_equal":
      return isNumeric && number <= limit;
    // An operator from a newer version is stored, but never met.
    default:
      return false;
  }
}
