import type { AgentTexts } from "../../policies/agent-texts.ts";
import { readAgent } from "../reading/agent.ts";
import { isTestedByAnyCall, probesFor } from "./probes.ts";

/** What was derived from a sentence of the prompt. */
export interface PolicyRow {
  sentence: string;
  /** The rule that applies to every conversation, in words. */
  rule: string | null;
  /** What the digital human that tests the sentence wants. */
  caller: string | null;
  /** Why there is no rule, or no caller for it alone. */
  why_none: string | null;
}

const NO_CALLER = "no caller of its own: any conversation shows it";

/** The policies of an agent's prompt, each with its rule and its caller. */
export function policyRows(texts: AgentTexts): PolicyRow[] {
  const agent = readAgent(texts);
  return probesFor(agent).map((made) => {
    const { policy, probe } = made;
    const rule = policy.reads;
    const isAny = isTestedByAnyCall(made, agent);
    const missing = [
      ...(policy.why === null ? [] : [`no rule: ${policy.why}`]),
      ...(isAny ? [NO_CALLER] : []),
    ];
    return {
      sentence: policy.sentence,
      rule,
      caller: isAny ? null : probe.intent,
      why_none: missing.length > 0 ? missing.join("; ") : null,
    };
  });
}
