/** Judges a conversation by the agent's policies and by the built-in checks. */
import type { CHECK_SWITCHES, POLICY_STATUSES } from "../../contract/values.ts";
import type { ConversationInput } from "../metrics/conversation.ts";
import { ruleInputOf } from "../metrics/rule-input.ts";
import { type Budget, budgetOf, isSpent } from "../rules-language/budget.ts";
import { evaluateRules } from "../rules-language/evaluate.ts";
import type { RuleInput } from "../rules-language/input.ts";
import type { RuleResult } from "../rules-language/result.ts";
import { type AgentReader, readAgent } from "./agent-reader.ts";
import type { AgentTexts } from "./agent-texts.ts";
import { CHECKS, type CheckName } from "./checks.ts";
import { eventsOf } from "./events.ts";
import type { Finding } from "./rule.ts";

/** A policy that is stored with the prompt version. */
export interface StoredPolicy {
  readonly sentence: string;
  readonly reads: string | null;
  readonly rule: string | null;
  readonly status: (typeof POLICY_STATUSES)[number];
}

/** The agent's texts and policies, and which checks are off. */
export interface JudgedAgent extends Pick<AgentTexts, "prompt" | "knowledge_base" | "goals"> {
  /** The checks that are switched off. */
  readonly off: readonly (typeof CHECK_SWITCHES)[number][];
  /** Absent or empty if nobody has reviewed the prompt's policies. */
  readonly policies?: readonly StoredPolicy[];
}

/** What a policy says about a conversation. */
export interface PolicyFinding {
  readonly sentence: string;
  /** The rule in plain words. */
  readonly reads: string;
  readonly rule: string;
  /** Whether somebody has accepted it. If not, it can only raise a suspicion. */
  readonly accepted: boolean;
  readonly result: RuleResult;
}

export interface CheckFinding {
  readonly name: CheckName;
  readonly says: string;
  readonly finding: Finding;
}

export interface Judgement {
  readonly policies: readonly PolicyFinding[];
  /** Empty if the order of turns and tool calls is unknown. */
  readonly checks: readonly CheckFinding[];
  /** Whether a rule needed more steps than it may take. */
  readonly is_spent: boolean;
}

export interface Means {
  /** May cache what it has read of the agent. */
  readonly read?: AgentReader | undefined;
  /** The values of built-in metrics, for rules that somebody wrote. */
  readonly metric?: RuleInput["metric"];
  /** The budget of each of so many rules. They may share one. */
  readonly budgetFor?: (policies: number) => () => Budget;
}

export function judgeConversation(
  agent: JudgedAgent,
  conversation: ConversationInput,
  { read = readAgent, metric = () => undefined, budgetFor = () => budgetOf }: Means = {},
): Judgement {
  const { off, policies = [], ...texts } = agent;
  const called = (conversation.tool_calls ?? []).map(({ name }) => name);
  const { effectful_tools: effectful, read_only_tools: read_only } = conversation;
  const known = read({ texts, called, effectful, read_only });
  const binding = off.includes("policies") ? [] : inForce(policies, known);
  const input = ruleInputOf(conversation, metric);
  const nextBudget = budgetFor(binding.length);
  const judged = binding.map((policy) => {
    const budget = nextBudget();
    const result = evaluateRules(known.compiled(policy.rule), input, budget);
    return { finding: { ...policy, result }, is_spent: isSpent(budget) };
  });
  return {
    policies: judged.map(({ finding }) => finding),
    checks: checksOf(off, conversation, known.ground),
    is_spent: judged.some(({ is_spent }) => is_spent),
  };
}

type InForce = Omit<PolicyFinding, "result">;

/**
 * The policies to judge by: those that were accepted, and what is proposed for sentences that nobody has
 * decided on. A rejected sentence is never proposed again, and a sentence that the prompt no longer has says
 * nothing.
 */
function inForce(stored: readonly StoredPolicy[], { has, proposals }: ReturnType<AgentReader>): InForce[] {
  const decided = new Map(stored.map((policy) => [policy.sentence, policy]));
  const accepted = stored.filter(({ status, sentence }) => status === "accepted" && has(sentence));
  const proposed = proposals()
    .map(
      ({ sentence, reads, rule }) => decided.get(sentence) ?? { sentence, reads, rule, status: "proposed" },
    )
    .filter(({ status }) => status === "proposed");
  return [...accepted, ...proposed].flatMap(({ sentence, reads, rule, status }) =>
    rule === null ? [] : [{ sentence, reads: reads ?? sentence, rule, accepted: status === "accepted" }],
  );
}

function checksOf(
  off: JudgedAgent["off"],
  conversation: ConversationInput,
  known: ReturnType<AgentReader>["ground"],
): CheckFinding[] {
  const events = eventsOf(conversation);
  if (!events) return [];
  const ground = { ...known, knowsCalls: (conversation.tool_calls ?? null) !== null };
  // Parameters of expected calls do not count as invented.
  const expected = (conversation.expected_tool_calls ?? []).map(({ parameters }) =>
    JSON.stringify(parameters ?? {}),
  );
  const withExpected = { ...ground, statements: [...ground.statements, ...expected] };
  return (Object.keys(CHECKS) as CheckName[])
    .filter((name) => !off.includes(name))
    .map((name) => {
      const { says, check } = CHECKS[name];
      return { name, says, finding: check(events, name === "invented_value" ? withExpected : ground) };
    });
}
