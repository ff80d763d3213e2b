/** An agent's texts, prepared once for many conversations. */
import { POLICIES_MAXIMUM } from "../../contract/limits.ts";
import { effectfulRule, type StatedTools } from "../metrics/tools/effectful.ts";
import type { RuleSet } from "../rules-language/compile.ts";
import type { AgentTexts } from "./agent-texts.ts";
import { toolsIn } from "./agent-tools.ts";
import { sentenceFinder } from "./has-sentence.ts";
import { type Proposal, propose } from "./propose.ts";
import { statements } from "./read/statements.ts";
import type { Ground } from "./rule.ts";
import { compilePolicy } from "./sample.ts";

/** Everything that determines how an agent is read. */
interface Wanted extends StatedTools {
  readonly texts: Pick<AgentTexts, "prompt" | "knowledge_base" | "goals">;
  /** The tools that were called, in any order. */
  readonly called: readonly string[];
}

interface ReadAgent {
  readonly ground: Omit<Ground, "knowsCalls">;
  /** Whether the prompt has the sentence of a policy. */
  has(sentence: string): boolean;
  /** Read only when needed. */
  proposals(): readonly Proposal[];
  /** The rule of a policy, compiled once for many conversations. */
  compiled(rule: string): RuleSet;
}

export type AgentReader = (wanted: Wanted) => ReadAgent;

/** Rules that are kept compiled: what was accepted, what is proposed, and some of earlier reviews. */
const MOST_RULES = 2 * POLICIES_MAXIMUM;

/** Reads an agent. */
export const readAgent: AgentReader = ({ texts, called, effectful, read_only }) => {
  const { prompt, knowledge_base, goals } = texts;
  const recorded = [...(effectful ?? []), ...(read_only ?? []), ...called];
  const tools = [...new Set([...toolsIn(prompt), ...recorded])];
  const isEffectful = effectfulRule({ effectful, read_only });
  const sentences = statements(prompt);
  const rules = new Map<string, RuleSet>();
  let proposals: readonly Proposal[] | undefined;
  return {
    ground: { statements: [...sentences, ...statements(knowledge_base)], tools, isEffectful },
    has: sentenceFinder(sentences),
    proposals() {
      proposals ??= propose({ prompt, goals, tools: recorded });
      return proposals;
    },
    compiled(rule) {
      const known = rules.get(rule) ?? compilePolicy(rule);
      if (rules.size < MOST_RULES) rules.set(rule, known);
      return known;
    },
  };
};

/**
 * A reader that remembers the most recently used agents. Different texts or tools make a different agent.
 * Reading the policies of a prompt takes far longer than judging a conversation by them.
 */
export function keepingReader(most = 64): AgentReader {
  const kept = new Map<string, ReadAgent>();
  return (wanted) => {
    const { texts, effectful, read_only } = wanted;
    const called = [...new Set(wanted.called)].sort();
    const { prompt, knowledge_base, goals } = texts;
    const key = JSON.stringify([prompt, knowledge_base, goals, called, effectful, read_only]);
    const agent = kept.get(key) ?? readAgent({ ...wanted, called });
    // A map keeps the order of insertion, so this moves the agent to the end.
    kept.delete(key);
    kept.set(key, agent);
    for (const oldest of kept.keys()) {
      if (kept.size <= most) break;
      kept.delete(oldest);
    }
    return agent;
  };
}
