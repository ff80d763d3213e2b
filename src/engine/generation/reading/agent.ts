import type { AgentTexts } from "../agent-texts.ts";
import { type Policy, policiesIn } from "./policies.ts";
import { effectfulTools } from "./tools.ts";

/** How many rules of a prompt are read; nobody keeps more in mind. */
const MAX_POLICIES = 200;

/** An agent's texts with what is read from its prompt, read once. */
export interface Agent extends AgentTexts {
  /** The sentences of the prompt that say must, never or only if. */
  policies: readonly Policy[];
  /** The tools of the prompt that change something. */
  effectful: readonly string[];
}

export const readAgent = (texts: AgentTexts): Agent => ({
  ...texts,
  policies: policiesIn(texts.prompt).slice(0, MAX_POLICIES),
  effectful: effectfulTools(texts.prompt),
});
