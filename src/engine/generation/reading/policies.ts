import { statements } from "./statements.ts";

/** A sentence of a prompt that says what the agent has to do, may not do, or may do under a condition alone. */
export interface Policy {
  kind: "never" | "only_if" | "must";
  sentence: string;
}

const NEVER =
  /\b(?:never|must not|mustn't|do not|don't|may not|cannot|can't|should not|shouldn't|not allowed to|under no circumstances|refuse to|avoid)\b/i;
const ONLY_IF = /\bonly\b|\bunless\b|\b(?:not|never|don't)\b.*\b(?:before|until|without)\b/i;
const MUST =
  /\b(?:must|always|make sure|be sure to|required to|have to|ensure|at all times|before (?:you|calling))\b|^(?:start|begin|end|close|greet)\b/i;

/** The sentences of a prompt that say must, never or only if, in their order, each once. */
export function policiesIn(prompt: string): Policy[] {
  const found = new Map<string, Policy>();
  for (const sentence of statements(prompt)) {
    const kind = kindOf(sentence);
    if (kind) found.set(sentence, { kind, sentence });
  }
  return [...found.values()];
}

function kindOf(sentence: string): Policy["kind"] | undefined {
  // What to do in a case ("If you can't help, …") is a must, whatever the case says.
  const main = sentence.replace(/^(?:if|when|whenever|once)\b[^,]*,\s*/i, "");
  if (ONLY_IF.test(main)) return "only_if";
  if (NEVER.test(main)) return "never";
  return MUST.test(main) ? "must" : undefined;
}
