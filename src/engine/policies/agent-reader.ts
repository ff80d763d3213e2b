/** An agent's texts, prepared once for many conversations. */
import type { AgentTexts } from "../generation/agent-texts.ts";
import { effectfulRule, type StatedTools } from "../metrics/tools/effectful.ts";
import { groundOf, type ReadPolicy, readPolicies } from "./read.ts";
import type { Ground } from "./rule.ts";

/** Everything that determines how an agent is read. */
interface Wanted extends StatedTools {
  readonly texts: Pick<AgentTexts, "prompt" | "knowledge_base" | "goals">;
  /** The tools that were called, in any order. */
  readonly called: readonly string[];
}

interface ReadAgent {
  readonly ground: Ground;
  /** Read only when needed. */
  policies(): readonly ReadPolicy[];
}

export type AgentReader = (wanted: Wanted) => ReadAgent;

/** Reads an agent. */
export const readAgent: AgentReader = ({ texts, called, effectful, read_only }) => {
  const stated = [...(effectful ?? []), ...(read_only ?? [])];
  const ground = groundOf(texts, effectfulRule({ effectful, read_only }), [...stated, ...called]);
  let policies: readonly ReadPolicy[] | undefined;
  return {
    ground,
    policies() {
      policies ??= readPolicies(texts.prompt, ground);
      return policies;
    },
  };
};

/**
 * A reader that remembers the most recently used agents. Different texts or tools make a different agent.
 * Reading the rules of a prompt takes far longer than judging a conversation by them.
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
