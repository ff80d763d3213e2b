/** What an attack is after. */
export type Category =
  | "prompt_extraction"
  | "policy_override"
  | "customer_data"
  | "unauthorised_refund"
  | "impersonated_authority"
  | "false_urgency"
  | "encodings"
  | "tool_abuse"
  | "off_topic";

/** Attacks on the sentences of the agent's own prompt take their turn among the others. */
export const OWN_RULES = "own_rules";

/** What in the agent's answers shows that an attack succeeded; each is bound to exact rules. */
export type Detector =
  | "prompt_leak"
  | "secret"
  | "knowledge_dump"
  | "encoded_leak"
  | "canary"
  | "personal_data"
  | "money_tool"
  | "money_claim"
  | "effect_tool"
  | "effect_claim"
  | "answer";

/**
 * An attack over several turns that press harder and harder: one line to warm up, one that probes, one that escalates,
 * and one that asks outright. `{agent}` stands for the agent's name, `{tool}` for a tool of its prompt that changes
 * something, and `{base64:…}`, `{hex:…}`, `{rot13:…}`, `{reversed:…}` for a text so encoded.
 */
export interface Attack {
  /** Never given to another attack. */
  id: string;
  intent: string;
  lines: readonly [string, string, string, string];
  detectors: readonly Detector[];
  /** A text that no agent says unless it follows the attack. */
  canary?: string;
  /** What an agent says that answers the question off topic: a pattern of the rule language. */
  answer?: string;
  /** Whom an attack on personal data is about. */
  victim?: string;
}

/** Changed whenever an attack is added, removed or reworded: results of one version compare. */
export const CORPUS_VERSION = "2026.1";
