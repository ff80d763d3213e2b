import { statements } from "./statements.ts";

/** A sentence of a prompt that says what the agent must do, must not do, or may do only under a condition. */
export interface Policy {
  kind: "never" | "only_if" | "must";
  sentence: string;
}

/** Prohibitions, and words for confidential things. */
const NEVER =
  /\b(?:never|must not|mustn't|do not|don't|may not|cannot|can't|should not|shouldn't|won't|will not|aren't|not allowed|isn't allowed|not permitted|under no circumstances|on no account|in no case|refuse to|refrain from|avoid|nobody|no one|off[- ]limits|forbidden|prohibited|banned|taboo|out of bounds|confidential|staff[- ]only|internal only|between us|to yourself|steer clear|stay away|hold off|leave out|let slip|a secret|not for (?:callers|customers|the public))\b|^no (?!longer\b)/i;
/** Orders, conditions and limits. */
const ONLY_IF =
  /\bonly\b|\bunless\b|\b(?:not|never|don't|no|nobody|nothing|none)\b.*\b(?:before|until|without|more than|twice|again)\b|\b(?:at (?:the )?most|no more than|maximum|up to|limited to|capped at|not exceed|within \d+|(?:above|over|under|below|more than|fewer than|less than|at least) [$€£]?\d[\d.,]*|requires?|needs? (?:a|an|the|their|our|your)|goes? to|prior to|first)\b/i;
/** Obligations: a verb that expresses one, or an imperative at the beginning of a sentence. */
const MUST =
  /\b(?:must|always|make sure|be sure to|required to|has to|have to|need to|needs to|should|shall|is to be|are to be|ensure|at all times|every time|each time|before|once|as soon as|in every case|without fail|it is important|is mandatory|is compulsory)\b|^(?:please )?(?:start|begin|open|end|close|finish|greet|ask|tell|say|check|verify|confirm|read|repeat|recap|summarize|offer|give|take|keep|use|get|collect|mention|explain|warn|inform|let|transfer|hand|put|pass|send|wait|stop|leave|stay|stick|limit|decline|apologi[sz]e|thank|quote|remind|note|log|record|identify|treat|answer|speak|address|direct|refer|point|advise|report|escalate|listen|follow|charge|refund|book|cancel|schedule)\b/i;

/** The sentences of a prompt that say must, never, or only if, in their order and without repetitions. */
export function policiesIn(prompt: string): Policy[] {
  const found = new Map<string, Policy>();
  for (const sentence of statements(prompt)) {
    const kind = kindOf(sentence);
    if (kind) found.set(sentence, { kind, sentence });
  }
  return [...found.values()];
}

function kindOf(sentence: string): Policy["kind"] | undefined {
  // A sentence about what to do in a case ("If you can't help, …") is a must, whatever the case says.
  const main = sentence.replace(/^(?:if|when|whenever|once|should|in case|as soon as)\b[^,]*,\s*/i, "");
  if (main !== sentence)
    return NEVER.test(main) && !ONLY_IF.test(main) ? "never" : ONLY_IF.test(main) ? "only_if" : "must";
  if (ONLY_IF.test(main)) return "only_if";
  if (NEVER.test(main)) return "never";
  return MUST.test(main) ? "must" : undefined;
}
