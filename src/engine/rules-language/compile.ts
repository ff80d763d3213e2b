import { checkAnswer } from "./check/answers.ts";
import { checkCompleteness, checkKinds, checkReachability } from "./check/clauses.ts";
import { checkComparison } from "./check/comparisons.ts";
import { checkCount, checkTurns } from "./check/events.ts";
import { type Bindings, bindNames } from "./check/names.ts";
import { locate, type Mistake, type RuleError } from "./errors.ts";
import type { CatalogueEntry, MetricSettings } from "./input.ts";
import type { Program } from "./syntax/ast.ts";
import { parseProgram } from "./syntax/parser.ts";
import { type Node, nodesOf } from "./syntax/walk.ts";

/** Whether the first non-blank line starts with `@` and a word, which means rules instead of a judge. */
export function isRuleGuidance(guidance: string | null | undefined): boolean {
  return /^\s*@[A-Za-z_]/.test(guidance ?? "");
}

/**
 * The rules of one metric, ready to be evaluated on any number of calls. Rules with errors do not decide
 * anything.
 */
export interface RuleSet {
  program: Program;
  settings: MetricSettings;
  bindings: Bindings;
  errors: RuleError[];
}

/**
 * Reads and checks the rules in a metric's guidance, whose first line must begin like `@rules`
 * (`isRuleGuidance`). `catalogue` lists the built-in metrics that rules may name. Never throws: mistakes are
 * in `errors`.
 */
export function compileRules(
  guidance: string,
  settings: MetricSettings,
  catalogue: CatalogueEntry[],
): RuleSet {
  const { program, mistakes: syntax } = parseProgram(guidance);
  const nodes = nodesOf(program);
  const { bindings, mistakes: names } = bindNames(nodes, catalogue);
  const answers = program.clauses.map((clause) =>
    "answer" in clause ? checkAnswer(clause, settings, bindings.metrics) : undefined,
  );
  const mistakes = [
    ...syntax,
    ...names,
    ...checkKinds(program, settings),
    ...checkReachability(program),
    ...answers,
    ...nodes.map((node) => checkNode(node, bindings)),
    // What seems to be missing may be in a clause that could not be read.
    ...(syntax.length === 0 ? checkCompleteness(program, settings) : []),
  ];
  const found = mistakes.filter((mistake) => mistake !== undefined);
  return { program, settings, bindings, errors: locate(guidance, found) };
}

/** Every mistake in a metric's rules, in the order of the text. Empty if the rules can be used. */
export function checkRules(
  guidance: string,
  settings: MetricSettings,
  catalogue: CatalogueEntry[],
): RuleError[] {
  return compileRules(guidance, settings, catalogue).errors;
}

function checkNode(node: Node, { metrics }: Bindings): Mistake | undefined {
  if (node.kind === "compare") return checkComparison(node, metrics);
  if (node.kind === "happens") return checkCount(node);
  return node.kind === "says" || node.kind === "call" ? checkTurns(node) : undefined;
}
