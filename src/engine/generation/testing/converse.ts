import { prepareCaller } from "../../caller/caller.ts";
import { next, start } from "../../caller/next.ts";
import type { Ending } from "../../caller/state.ts";
import { catalogue } from "../../metrics/catalogue.ts";
import { evaluateBuiltins, metricsById } from "../../metrics/evaluate-builtins.ts";
import type { StoredPolicy } from "../../policies/judge.ts";
import { turnRng } from "../../random.ts";
import { compileRules } from "../../rules-language/compile.ts";
import { evaluateRules } from "../../rules-language/evaluate.ts";
import type { RuleInput, ToolCall, Turn } from "../../rules-language/input.ts";
import type { RuleResult } from "../../rules-language/result.ts";
import type { GeneratedDigitalHuman } from "../digital-human.ts";

/** An agent as a pure function (fixtures/agents). */
export interface AgentModule<State = unknown> {
  prompt: string;
  knowledge_base: string;
  agent: { name: string; agent_description: string; goals: string[] };
  faults: string[];
  /** The policies that somebody wrote for sentences that the reader is not sure of. */
  policies?: readonly StoredPolicy[];
  begin(options?: { fault?: string | null }): State;
  reply(
    state: State,
    message: string,
  ): { message: string; tool_calls: { name: string; parameters: unknown; output: unknown }[]; state: State };
}

export interface Conversation {
  turns: Turn[];
  tool_calls: ToolCall[];
  ended: Ending | null;
  /** Scripted responses that the caller could not follow. */
  inactive: unknown[];
}

const TURN_MS = 2000;

/**
 * Plays a digital human against an agent. Each message takes two seconds. Tools are called right before the
 * answer.
 */
export function converse(
  digital_human: GeneratedDigitalHuman,
  module: AgentModule,
  fault: string | null = null,
): Conversation {
  const caller = prepareCaller(digital_human, { replay_mode: digital_human.replay_mode ?? "smart" });
  const conversation: Conversation = {
    turns: [],
    tool_calls: [],
    ended: null,
    inactive: caller.report.inactive_scripted_responses,
  };
  let agent = module.begin({ fault });
  let { action, state } = start({ caller, at_ms: 0, rng: turnRng("seed", "1", 0) });
  while (action.say !== undefined) {
    hear(conversation, "USER", action.say);
    if (state.ended) break;
    const answer = module.reply(agent, action.say);
    agent = answer.state;
    const now = conversation.turns.length * TURN_MS;
    for (const call of answer.tool_calls)
      conversation.tool_calls.push({ ...call, start_offset_ms: now + conversation.tool_calls.length - 500 });
    hear(conversation, "AGENT", answer.message);
    ({ action, state } = next({
      caller,
      state,
      message: answer.message,
      at_ms: now + TURN_MS,
      rng: turnRng("seed", "1", state.turn),
    }));
  }
  return { ...conversation, ended: state.ended };
}

function hear({ turns }: Conversation, speaker: Turn["speaker"], text: string): void {
  const start_offset_ms = turns.length * TURN_MS;
  turns.push({ i: turns.length + 1, speaker, text, start_offset_ms, end_offset_ms: start_offset_ms + 1000 });
}

/** The result of rules for a conversation. Throws if the rules have errors. */
export function judge(guidance: string, { turns, tool_calls }: Conversation): RuleResult {
  const rules = compileRules(guidance, { response_type: "pass_fail" }, [...catalogue]);
  if (rules.errors.length > 0) throw new Error(`${JSON.stringify(rules.errors)} in\n${guidance}`);
  const { metrics } = evaluateBuiltins({
    transcript: turns.map(({ speaker, text: utterance, ...offsets }) => ({ speaker, utterance, ...offsets })),
    tool_calls: [],
  });
  const values = metricsById(metrics);
  const input: RuleInput = { turns, tool_calls, metric: (id) => values.get(id) };
  return evaluateRules(rules, input);
}

/** An example agent of fixtures/agents. */
export async function loadAgent(name: string): Promise<AgentModule> {
  return import(new URL(`../../../../fixtures/agents/${name}.mjs`, import.meta.url).href);
}
