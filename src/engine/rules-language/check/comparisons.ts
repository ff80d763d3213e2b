import type { Mistake } from "../errors.ts";
import type { CatalogueEntry } from "../input.ts";
import type { Comparison, Operand } from "../syntax/ast.ts";
import { inCommonUnit, isNumeric, needsUnit } from "../units.ts";

/** What is known about one side of a comparison before any call is evaluated. */
interface Side {
  operand: Operand;
  /** `word`: a text, `true`, `false` or `null`. `value`: a metric that is not a number. */
  kind: "number" | "word" | "value";
  unit?: string;
  name: string;
}

/**
 * Why a comparison is meaningless: it compares constants, units that don't convert, or a text instead of a
 * number.
 */
export function checkComparison(
  comparison: Comparison,
  metrics: ReadonlyMap<string, CatalogueEntry>,
): Mistake | undefined {
  const left = sideOf(comparison.left, metrics);
  const right = sideOf(comparison.right, metrics);
  // An unknown metric has been reported already.
  if (!left || !right) return undefined;
  if (left.operand.kind === "literal" && right.operand.kind === "literal") {
    return { at: left.operand.at, message: "this compares two constants, so it is the same for every call" };
  }
  if (left.kind === "number" && right.kind === "number") {
    return checkUnits(left, right) ?? checkUnits(right, left);
  }
  if (left.kind === "number" || right.kind === "number") {
    const [number, other] = left.kind === "number" ? [left, right] : [right, left];
    return { at: other.operand.at, message: `${other.name} is not a number, but ${number.name} is` };
  }
  if (comparison.operator === "=" || comparison.operator === "!=") return undefined;
  const message = `only numbers can be compared with \`${comparison.operator}\`; use \`=\` or \`!=\``;
  return { at: comparison.at, message, expected: ["`=`", "`!=`"] };
}

function checkUnits(left: Side, right: Side): Mistake | undefined {
  const { operand } = right;
  if (
    right.unit === undefined &&
    needsUnit(left.unit) &&
    !(operand.kind === "literal" && operand.value === 0)
  ) {
    const times =
      operand.kind === "literal" ? `; write \`${operand.value} ms\` or \`${operand.value} s\`` : "";
    return { at: operand.at, message: `${left.name} is a time, but ${right.name} is not${times}` };
  }
  if (inCommonUnit({ number: 1, unit: left.unit }, { number: 1, unit: right.unit })) return undefined;
  const message = `${left.name} is measured in ${left.unit} and cannot be compared with ${right.unit}`;
  return { at: operand.at, message };
}

function sideOf(operand: Operand, metrics: ReadonlyMap<string, CatalogueEntry>): Side | undefined {
  if (operand.kind === "count") return { operand, kind: "number", name: "a count" };
  if (operand.kind === "literal") {
    const kind = typeof operand.value === "number" ? "number" : "word";
    return { operand, kind, unit: operand.unit, name: `\`${JSON.stringify(operand.value)}\`` };
  }
  const metric = metrics.get(operand.name);
  if (!metric) return undefined;
  const { unit } = metric;
  return { operand, kind: isNumeric(unit) ? "number" : "value", unit, name: `\`${operand.name}\`` };
}
