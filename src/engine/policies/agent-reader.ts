/** An agent's texts, prepared once for many conversations. */
import type { AgentTexts } from "../generation/agent-texts.ts";
import { effectfulRule, type StatedTools } from "../metrics/tools/effectful.ts";
import { toolsIn } from "./agent-tools.ts";
import { type Proposal, propose } from "./propose.ts";
import { statements } from "./read/statements.ts";
import type { Ground } from "./rule.ts";

/** Everything that determines how an agent is read. */
interface Wanted extends StatedTools {
  readonly texts: Pick<AgentTexts, "prompt" | "knowledge_base" | "goals">;
  /** The tools that were called, in any order. */
  readonly called: readonly string[];
}

interface ReadAgent {
  readonly ground: Omit<Ground, "knowsCalls">;
  /** Read only when needed. */
  proposals(): readonly Proposal[];
}

export type AgentReader = (wanted: Wanted) => ReadAgent;

/** Reads an agent. */
export const readAgent: AgentReader = ({ texts, called, effectful, read_only }) => {
  const { prompt, knowledge_base, goals } = texts;
  const tools = [...new Set([...toolsIn(prompt), ...(effectful ?? []), ...(read_only ?? []), ...called])];
  const isEffectful = effectfulRule({ effectful, read_only });
  let proposals: readonly Proposal[] | undefined;
  return {
    ground: {
      statements: [...statements(prompt), ...statements(knowledge_base)],
      tools,
      isEffectful,
    },
    proposals() {
      proposals ??= propose({ prompt, goals, tools, isEffectful });
      return proposals;
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
