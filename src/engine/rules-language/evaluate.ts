import { passesOrFails } from "../../contract/rules/outcomes.ts";
import { type Budget, budgetOf } from "./budget.ts";
import type { RuleSet } from "./compile.ts";
import { positionAt } from "./errors.ts";
import { readExpression } from "./evaluate/answer.ts";
import { conditionFinding } from "./evaluate/condition.ts";
import type { Context } from "./evaluate/context.ts";
import {
  type ClauseFinding,
  type Decision,
  decideAnswer,
  decideApplicability,
  decideVerdict,
} from "./evaluate/decision.ts";
import { anyFinding, certain, type Finding, type Missing, negateFinding } from "./evaluate/finding.ts";
import type { RuleInput } from "./input.ts";
import type { ClauseResult, RuleResult } from "./result.ts";
import type { Clause, Program } from "./syntax/ast.ts";

/**
 * Evaluates the rules of a metric on one call. Never throws, and never guesses: a condition is true, false,
 * or unknown. It is unknown if the answer depends on something that is missing.
 *
 * 1. Rules with mistakes: `ERROR` (rule_error).
 * 2. `na when`: if one is true, the metric is `NOT_APPLICABLE`. Otherwise, if one is unknown,
 *   `NOT_EVALUATED`.
 * 3. pass_fail and yes_no: false if any `fail when` (`no when`) is true or any `pass when` (`yes when`) is
 *   false, whatever else is unknown. Otherwise `NOT_EVALUATED` if any is unknown, otherwise true. If there
 *   are several `pass when`, all must be true. A metric without any passes unless a `fail when` is true.
 * 4. The other types: the answer of the first clause whose condition is true. If a condition before it is
 *   unknown, the metric is `NOT_EVALUATED`, unless every clause that could be first gives the same answer.
 * 5. If an answer uses an unknown value, `NOT_EVALUATED`. If a number is outside min_value and max_value,
 *   `ERROR` (out_of_range), with the number unchanged.
 *
 * Searches take their steps from `budget`, clause after clause. Conditions for which it is not enough are
 * unknown (`too_much_work`).
 *
 * `not`, `and`, and `or` are Kleene's. If some occurrences of an event are uncertain, its count is true or
 * false only if they make no difference.
 */
export function evaluateRules(rules: RuleSet, input: RuleInput, budget: Budget = budgetOf()): RuleResult {
  const [error] = rules.errors;
  if (error) {
    const message = `line ${error.line}, column ${error.column}: ${error.message}`;
    return { status: "ERROR", reason: "rule_error", message, value: null, clauses: [], errors: rules.errors };
  }
  const { program, settings, bindings } = rules;
  const clauses = findClauses(program.clauses, { input, budget, ...bindings });
  const isVerdict = passesOrFails(settings) || settings.response_type === "yes_no";
  const decision =
    decideApplicability(clauses) ?? (isVerdict ? decideVerdict(clauses) : decideAnswer(clauses, settings));
  return toResult(decision, clauses, program);
}

function findClauses(clauses: Clause[], context: Context): ClauseFinding[] {
  const answering: Finding[] = [];
  return clauses.map((clause) => {
    if (!("answer" in clause)) return { clause, finding: conditionFinding(clause.condition, context) };
    const finding = clause.condition
      ? conditionFinding(clause.condition, context)
      : // A clause without a condition applies if no clause before it does.
        withoutEvidence(negateFinding(anyFinding(answering)));
    answering.push(finding);
    return { clause, finding, answer: readExpression(clause.answer, context) };
  });
}

function withoutEvidence(finding: Finding): Finding {
  return { ...certain(true), outcome: finding.outcome, missing: finding.missing };
}

function toResult(decision: Decision, clauses: ClauseFinding[], program: Program): RuleResult {
  const { status, reason, message, value, unit, missing, by } = decision;
  return {
    status,
    reason,
    message,
    value,
    unit,
    missing: missing.length > 0 ? namesOf(missing) : undefined,
    clauses: clauses.map((clause) => toClauseResult(clause, by.includes(clause), program.source)),
  };
}

function toClauseResult(
  { clause, finding, answer }: ClauseFinding,
  decided: boolean,
  source: string,
): ClauseResult {
  // A clause's answer matters only if the clause decided.
  const given = decided ? answer : undefined;
  const missing = [...finding.missing, ...(given?.missing ?? [])];
  return {
    line: positionAt(source, clause.at).line,
    text: source.slice(clause.at, clause.end),
    outcome: missing.length > 0 ? "unknown" : finding.outcome,
    decided,
    evidence: [...finding.evidence, ...(given?.evidence ?? [])],
    missing: missing.length > 0 ? namesOf(missing).join(", ") : undefined,
  };
}

function namesOf(missing: Missing[]): string[] {
  return [...new Set(missing.map(({ input }) => input))];
}
