import type { Condition } from "../syntax/ast.ts";
import { comparisonFinding } from "./comparison.ts";
import type { Context } from "./context.ts";
import { allFindings, anyFinding, type Finding, negateFinding } from "./finding.ts";
import { happeningFinding } from "./happening.ts";
import { stateFinding } from "./state.ts";

/** Whether a condition is true for one call. */
export function conditionFinding(condition: Condition, context: Context): Finding {
  switch (condition.kind) {
    case "and":
      return allFindings(condition.terms.map((term) => conditionFinding(term, context)));
    case "or":
      return anyFinding(condition.terms.map((term) => conditionFinding(term, context)));
    case "not":
      return negateFinding(conditionFinding(condition.term, context));
    case "compare":
      return comparisonFinding(condition, context);
    case "has":
    case "changed":
    case "changed_only":
      return stateFinding(condition, context);
    case "happens":
      return happeningFinding(condition, context);
  }
}
