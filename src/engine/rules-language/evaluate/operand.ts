import type { Evidence } from "../result.ts";
import type { MetricOperand, Operand } from "../syntax/ast.ts";
import type { Context } from "./context.ts";
import type { Missing } from "./finding.ts";
import { tallyOf } from "./happening.ts";

/** The value of an operand for one call. */
export interface Reading {
  /** Undefined when it isn't known. */
  value: unknown;
  /** The bounds of a count that isn't known exactly. */
  range?: { low: number; high: number };
  unit?: string;
  evidence: Evidence[];
  /** Not empty if `value` is undefined. */
  missing: Missing[];
}

export function readOperand(operand: Operand, context: Context): Reading {
  if (operand.kind === "metric") return readMetric(operand, context);
  if (operand.kind === "literal") {
    return { value: operand.value, unit: operand.unit, evidence: [], missing: [] };
  }
  const { low, high, evidence, missing } = tallyOf(operand.event, context);
  if (low === high) return { value: low, evidence, missing: [] };
  return { value: undefined, range: { low, high }, evidence, missing };
}

/** A metric without a value is unknown, for the reason that the metric gives. */
export function readMetric({ name }: MetricOperand, { input, metrics }: Context): Reading {
  const id = metrics.get(name)?.id ?? name;
  const reading = input.metric(id);
  const value = reading?.status === "EVALUATED" ? reading.value : undefined;
  if (value === undefined || value === null || (typeof value === "number" && !Number.isFinite(value))) {
    return {
      value: undefined,
      evidence: [],
      missing: [{ input: id, reason: reading?.reason ?? "missing_metric" }],
    };
  }
  const unit = reading?.unit ?? undefined;
  return { value, unit, evidence: [{ kind: "metric", id, value, unit }], missing: [] };
}
