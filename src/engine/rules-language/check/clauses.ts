import type { ResponseType } from "../../../contract/values.ts";
import { listOf, type Mistake, positionAt } from "../errors.ts";
import type { MetricSettings } from "../input.ts";
import type { Clause, Program } from "../syntax/ast.ts";
import { meaningOf } from "../syntax/walk.ts";

/** The clauses of each response type; `na` is allowed with all of them. */
const KINDS: Record<ResponseType, Clause["kind"][]> = {
  pass_fail: ["pass", "fail"],
  yes_no: ["yes", "no"],
  quantitative: ["value"],
  qualitative: ["text"],
  json: ["json"],
  enum: ["enum"],
  tool_call: ["pass"],
};

const FORMS: Record<Clause["kind"], string> = {
  pass: "`pass when`",
  fail: "`fail when`",
  yes: "`yes when`",
  no: "`no when`",
  na: "`na when`",
  value: "`value =`",
  text: "`text`",
  json: "`json`",
  enum: "`enum`",
};

/** Clauses that a metric of this type does not allow. */
export function checkKinds(program: Program, settings: MetricSettings): Mistake[] {
  const kinds = KINDS[settings.response_type];
  return program.clauses.flatMap((clause) => {
    if (clause.kind === "na" && !settings.allow_not_applicable) {
      return [{ at: clause.at, message: "`na when` is allowed only in a metric with allow_not_applicable" }];
    }
    if (clause.kind === "na" || kinds.includes(clause.kind)) return [];
    const expected = kinds.map((kind) => FORMS[kind]);
    const message = `${FORMS[clause.kind]} is not allowed in a metric of type ${settings.response_type}, which takes ${listOf(expected)}`;
    return [{ at: clause.at, message, expected }];
  });
}

/** What is missing, so that some calls would get no answer. */
export function checkCompleteness({ source, clauses }: Program, settings: MetricSettings): Mistake[] {
  const kinds = KINDS[settings.response_type];
  const last = clauses.findLast(({ kind }) => kind !== "na");
  if (!last) {
    const expected = kinds.map((kind) => FORMS[kind]);
    const message = `a metric of type ${settings.response_type} needs at least one ${listOf(expected)}`;
    return [{ at: source.indexOf("@"), message, expected }];
  }
  const answers = clauses.filter((clause) => "answer" in clause);
  if (answers.length === 0 || answers.some(({ condition }) => !condition)) return [];
  const message = "no answer if none of the conditions is true; end with `else`";
  return [{ at: answers.at(-1)?.at ?? 0, message, expected: ["`else`"] }];
}

/**
 * Clauses that can never decide: those after an answer without a condition, and those that repeat a
 * condition.
 */
export function checkReachability({ source, clauses }: Program): Mistake[] {
  const firstWith = new Map<string, Clause>();
  let final: Clause | undefined;
  return clauses.flatMap((clause) => {
    const key = clause.condition && meaningOf(clause.condition);
    const same = key === undefined ? undefined : firstWith.get(key);
    if (key !== undefined && !same) firstWith.set(key, clause);
    const earlier = "answer" in clause && final ? final : same;
    if ("answer" in clause && !clause.condition) final ??= clause;
    if (!earlier) return [];
    const { line } = positionAt(source, earlier.at);
    const reason = earlier === same ? "has the same condition" : "answers all remaining calls";
    return [{ at: clause.at, message: `this clause can never decide: line ${line} ${reason}` }];
  });
}
