import type { LanguageCode } from "../../../contract/values.ts";
import type { Proposal } from "../../policies/propose.ts";
import type { GeneratedDigitalHuman } from "../digital-human.ts";
import type { Agent } from "../reading/agent.ts";

/** What a digital human does to make the agent break one sentence of its prompt. */
export interface Probe {
  intent: string;
  language?: LanguageCode;
  /** Scripted behaviour in addition to the intent. */
  script?: Pick<GeneratedDigitalHuman, "speaks_first_config" | "scripted_responses" | "hangup_phrases">;
}

export type ProbeMaker = (policy: Proposal, agent: Agent) => Probe | undefined;
