import { quantityText } from "../quantity-text.ts";
import type { Evidence } from "../result.ts";
import type { Expression } from "../syntax/ast.ts";
import { conditionFinding } from "./condition.ts";
import type { Context } from "./context.ts";
import type { Missing } from "./finding.ts";
import { type Reading, readMetric, readOperand } from "./operand.ts";

/** The value of an expression. Missing if any part of it is. */
export function readExpression(expression: Expression, context: Context): Reading {
  switch (expression.kind) {
    case "metric":
    case "literal":
    case "count":
      return readOperand(expression, context);
    case "object": {
      const members = expression.entries.map(({ key, value }) => ({
        key,
        ...readExpression(value, context),
      }));
      return whole(members, Object.fromEntries(members.map(({ key, value }) => [key, value])));
    }
    case "array": {
      const items = expression.items.map((item) => readExpression(item, context));
      return whole(
        items,
        items.map(({ value }) => value),
      );
    }
    case "template": {
      const parts = expression.parts.map((part) =>
        typeof part === "string" ? part : readMetric(part, context),
      );
      const readings = parts.filter((part) => typeof part !== "string");
      const texts = parts.map((part) =>
        typeof part === "string" ? part : quantityText(part.value, part.unit),
      );
      return whole(readings, texts.join(""));
    }
    default: {
      const { outcome, evidence, missing } = conditionFinding(expression, context);
      return { value: outcome === "unknown" ? undefined : outcome, evidence, missing };
    }
  }
}

function whole(parts: { evidence: Evidence[]; missing: Missing[] }[], value: unknown): Reading {
  const missing = parts.flatMap((part) => part.missing);
  const evidence = parts.flatMap((part) => part.evidence);
  return { value: missing.length > 0 ? undefined : value, evidence, missing };
}
