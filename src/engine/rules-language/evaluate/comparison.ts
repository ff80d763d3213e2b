import type { Comparison, Operand, Operator } from "../syntax/ast.ts";
import { negate, type Outcome } from "../three-valued.ts";
import { inCommonUnit } from "../units.ts";
import type { Context } from "./context.ts";
import { type Finding, unknown } from "./finding.ts";
import { type Reading, readOperand } from "./operand.ts";

interface Range {
  low: number;
  high: number;
}

/** Compares two operands. A count that isn't known exactly is compared with both of its bounds. */
export function comparisonFinding({ operator, left, right }: Comparison, context: Context): Finding {
  const [one, other] = [readOperand(left, context), readOperand(right, context)];
  const ranges = rangesOf(one, other);
  const missing = [...one.missing, ...other.missing];
  const outcome = ranges
    ? compareRanges(operator, ...ranges)
    : compareValues(operator, one.value, other.value);
  if (outcome !== undefined && (outcome !== "unknown" || missing.length > 0)) {
    return {
      outcome,
      evidence: [...one.evidence, ...other.evidence],
      missing: outcome === "unknown" ? missing : [],
    };
  }
  if (missing.length > 0) return unknown(missing);
  const input = `comparable values of ${nameOf(left)} and ${nameOf(right)}`;
  return unknown([{ input, reason: "missing_metric" }]);
}

function rangesOf(one: Reading, other: Reading): [Range, Range] | undefined {
  const [left, right] = [rangeOf(one), rangeOf(other)];
  if (!left || !right) return undefined;
  const low = inCommonUnit({ number: left.low, unit: one.unit }, { number: right.low, unit: other.unit });
  const high = inCommonUnit({ number: left.high, unit: one.unit }, { number: right.high, unit: other.unit });
  return (
    low &&
    high && [
      { low: low[0], high: high[0] },
      { low: low[1], high: high[1] },
    ]
  );
}

function rangeOf({ value, range }: Reading): Range | undefined {
  return typeof value === "number" ? { low: value, high: value } : range;
}

function compareRanges(operator: Operator, left: Range, right: Range): Outcome {
  switch (operator) {
    case ">":
      return left.low > right.high ? true : left.high <= right.low ? false : "unknown";
    case "<":
      return compareRanges(">", right, left);
    case ">=":
      return negate(compareRanges("<", left, right));
    case "<=":
      return negate(compareRanges(">", left, right));
    case "=":
      if (left.low > right.high || right.low > left.high) return false;
      return left.low === left.high && right.low === right.high ? true : "unknown";
    case "!=":
      return negate(compareRanges("=", left, right));
  }
}

/** Compares texts, `true`, `false`, and `null` for equality. Undefined for other values. */
function compareValues(operator: Operator, one: unknown, other: unknown): boolean | undefined {
  if (!isWord(one) || !isWord(other)) return undefined;
  if (operator === "=") return one === other;
  return operator === "!=" ? one !== other : undefined;
}

function isWord(value: unknown): boolean {
  return typeof value === "string" || typeof value === "boolean" || value === null;
}

function nameOf(operand: Operand): string {
  if (operand.kind === "metric") return operand.name;
  return operand.kind === "literal" ? JSON.stringify(operand.value) : "a count";
}
