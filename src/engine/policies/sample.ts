/** Short exchanges that show what a policy means, and whether a rule fails on them. */
import { catalogue } from "../metrics/catalogue.ts";
import { budgetOf } from "../rules-language/budget.ts";
import { compileRules, type RuleSet } from "../rules-language/compile.ts";
import { evaluateRules } from "../rules-language/evaluate.ts";
import type { RuleInput, ToolCall, Turn } from "../rules-language/input.ts";
import type { Line } from "./maker.ts";

const SETTINGS = { response_type: "pass_fail", allow_not_applicable: true } as const;

/** The rule of a policy, compiled. Its mistakes are in `errors`, with lines that count from the rule's first. */
export function compilePolicy(rule: string): RuleSet {
  const rules = compileRules(`@rules\n${rule}`, SETTINGS, [...catalogue]);
  return { ...rules, errors: rules.errors.map((error) => ({ ...error, line: Math.max(1, error.line - 1) })) };
}

/** An example has a few lines, so a rule that needs more than this is not made for reading. */
const STEPS = 200_000;

/** Whether a rule fails on an exchange. Undefined if it says nothing about it. */
export function ruleFails(rule: string, lines: readonly Line[]): boolean | undefined {
  const rules = compilePolicy(rule);
  if (rules.errors.length > 0) return undefined;
  const { status, value } = evaluateRules(rules, inputOf(lines), budgetOf(STEPS));
  if (status === "NOT_APPLICABLE") return undefined;
  return status === "EVALUATED" ? value === false : undefined;
}

function inputOf(lines: readonly Line[]): RuleInput {
  const turns: Turn[] = [];
  const tool_calls: ToolCall[] = [];
  for (const [arrival, line] of lines.entries()) {
    const start_offset_ms = arrival * 1000;
    if ("tool" in line) {
      const { tool: name, parameters = {}, output = {} } = line;
      tool_calls.push({ name, parameters, output, start_offset_ms, arrival });
    } else {
      const [speaker, text] =
        "user" in line ? (["USER", line.user] as const) : (["AGENT", line.agent] as const);
      turns.push({ i: turns.length + 1, speaker, text, start_offset_ms, arrival });
    }
  }
  return { turns, tool_calls, metric: () => undefined };
}
