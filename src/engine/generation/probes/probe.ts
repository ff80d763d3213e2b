import type { LanguageCode } from "../../../contract/values.ts";
import type { GeneratedDigitalHuman } from "../digital-human.ts";
import type { Agent, RuledPolicy } from "../reading/agent.ts";

/**
 * What a digital human does to make the agent break one sentence of its prompt, and how to see that it did.
 */
export interface Probe {
  intent: string;
  /** Clauses for this conversation. Empty if only a judge can tell. */
  rules: readonly string[];
  /** Whether the clauses apply to every conversation of the agent, so that they can become a metric. */
  standing: boolean;
  language?: LanguageCode;
  /** Scripted behaviour in addition to the intent. */
  script?: Pick<GeneratedDigitalHuman, "speaks_first_config" | "scripted_responses" | "hangup_phrases">;
}

/** Makes a probe of a sentence, if it knows how to test it. */
export type ProbeMaker = (policy: RuledPolicy, agent: Agent) => Probe | undefined;
