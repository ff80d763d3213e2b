/** What is known of the agent that is to be tested. Texts may be empty. */
export interface AgentTexts {
  name: string;
  agent_description: string;
  goals: readonly string[];
  /** The text of the prompt version that is tested. */
  prompt: string;
  /** The text of the knowledge base version that is tested. */
  knowledge_base: string;
}
