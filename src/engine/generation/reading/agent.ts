import { seemsEffectful } from "../../metrics/tools/effectful.ts";
import { toolsIn } from "../../policies/agent-tools.ts";
import { type Proposal, propose } from "../../policies/propose.ts";
import type { AgentTexts } from "../agent-texts.ts";
import { statedGoals } from "./stated-goals.ts";

/** An agent's texts, with everything that is read from its prompt. */
export interface Agent extends AgentTexts {
  /** The sentences of the prompt that demand or forbid something. */
  policies: readonly Proposal[];
  /** The tools in the prompt that change something. */
  effectful: readonly string[];
}

/** If the record has no goals, takes those in the prompt. */
export function readAgent(given: AgentTexts): Agent {
  const texts = given.goals.length > 0 ? given : { ...given, goals: statedGoals(given.prompt) };
  return {
    ...texts,
    policies: propose(texts),
    effectful: toolsIn(texts.prompt).filter(seemsEffectful),
  };
}
