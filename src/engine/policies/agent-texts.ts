import type { AgentTool } from "../tools/tool.ts";

/** What we know about the agent to be tested. Texts may be empty. */
export interface AgentTexts {
  name: string;
  agent_description: string;
  goals: readonly string[];
  /** The prompt of the tested version. */
  prompt: string;
  /** The knowledge base of the tested version. */
  knowledge_base: string;
  /** The tools of its record. Without any, those that the prompt names are used. */
  tools?: readonly AgentTool[] | undefined;
}
