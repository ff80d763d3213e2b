import type { LanguageCode } from "../../../contract/values.ts";
import type { GeneratedDigitalHuman } from "../digital-human.ts";
import type { Agent, RuledPolicy } from "../reading/agent.ts";

/** What a digital human does to make the agent break one sentence of its prompt, and what shows that it has. */
export interface Probe {
  intent: string;
  /** Clauses for this conversation; empty if only a judge can tell. */
  rules: readonly string[];
  /** Whether the clauses apply to every conversation of the agent, so that a metric can be made of them. */
  standing: boolean;
  language?: LanguageCode;
  /** Scripted behaviour besides the intent. */
  script?: Pick<GeneratedDigitalHuman, "speaks_first_config" | "scripted_responses" | "hangup_phrases">;
}

/** Makes a probe of the sentences that it knows how to test. */
export type ProbeMaker = (policy: RuledPolicy, agent: Agent) => Probe | undefined;
