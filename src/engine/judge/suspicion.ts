import { compatible } from "../transcript/fold.ts";

/**
 * A sign that something in the data gives orders to the judge. This is only a warning and decides nothing by
 * itself.
 */
export interface Suspicion {
  /** `turn 3`, or the part of the data: `tool_calls`, `events`, `variables`. */
  where: string;
  sign: Sign;
}

export type Sign =
  | "overrides_instructions"
  | "addresses_the_judge"
  | "dictates_a_verdict"
  | "looks_like_an_answer"
  | "role_marker"
  | "encoded_text"
  | "hidden_characters";

const RULES = "(?:instructions?|guidance|rules|prompts?|criteri(?:a|on)|guidelines)";
const VERDICTS =
  "(?:pass(?:es|ed)?|fail(?:s|ed)?|true|false|not[_ ]applicable|full marks|\\d+ ?\\/ ?\\d+|\\d+ out of \\d+)";
/**
 * After one of these words, a verb describes what somebody does and is not an order: "I would rate it 9 out
 * of 10".
 */
const TELLING =
  "(?<!\\b(?:i|we|they|he|she|it|you|would|could|can|will|did|do|does|to|the|your|our|my|a|an|this|that|which|last|first|no)[^\\S\\n]{1,3}|['’]d[^\\S\\n]{1,3})";

/** Orders, not topics: people mention rules, marks, and language models without speaking to a judge. */
const SIGNS: readonly (readonly [Sign, RegExp])[] = [
  [
    "overrides_instructions",
    new RegExp(
      `\\b(?:ignore|disregard|forget|override)\\b.{0,20}(?:\\b(?:your|all|any|previous|prior|earlier|every|system)\\b.{0,30}\\b${RULES}\\b|\\b(?:rubric|${RULES})\\b.{0,10}\\babove\\b|\\b(?:the|everything) above\\b|\\brubric\\b)`,
      "is",
    ),
  ],
  [
    "overrides_instructions",
    /\b(?:ignor[ae]|ignorez|ignoriere?|vergiss|olvida|oubliez?|esqueça)\b.{0,40}\b(?:instruc|anweisung|consignes|reglas|regeln|règles|regras)/isu,
  ],
  ["overrides_instructions", /(?:игнорируй|забудь|не обращай внимания).{0,40}(?:инструкц|указани|правил)/isu],
  [
    "overrides_instructions",
    /(?:忽略|无视|忽視).{0,20}(?:指令|指示|规则|說明)|(?:指示|命令|ルール).{0,10}無視/isu,
  ],
  [
    "addresses_the_judge",
    /\b(?:note|message|dear|hey|hi|hello|attention)\b(?: (?:to|for))?(?: the)?(?: ai| llm)? (?:grader|evaluator|judge)\b|(?:^|[.!?\n] {0,3})(?:grader|evaluator|judge) ?[,:]/i,
  ],
  [
    "addresses_the_judge",
    /\b(?:ai|llm) judge\b|\bas an? (?:large )?language model,? you\b|\bscoring guidance ?:|\bevaluation (?:system|model|prompt|mode)\b|\bsystem prompt(?: ?:|['’]s\b)/i,
  ],
  [
    "dictates_a_verdict",
    new RegExp(
      `${TELLING}\\b(?:output|answer|respond|reply|score|rate|mark|grade|conclude|assign)\\b(?! (?:is|was|were|are|will|would)\\b)[^.?!,\\n]{0,20}\\b${VERDICTS}\\b|\\breturn (?:true|false|pass)\\b|\\b(?:verdict|value)\\b["']?\\s{0,3}(?:is|:|=|to|must be|should be)\\s{0,3}["']?(?:pass|fail|true|false)\\b`,
      "i",
    ),
  ],
  [
    "looks_like_an_answer",
    /["'](?:verdict|nonce|reasoning|evidence)["']\s{0,3}:|["'](?:value|score|pass|passed)["']\s{0,3}:\s{0,3}(?:true|false)\b|\[\[\s{0,3}\d+\s{0,3}\]\]/i,
  ],
  [
    "role_marker",
    /<\|?\/?(?:system|assistant|user|im_start|im_end|endoftext|think|tool|data|transcript|conversation)\b[^>]{0,40}>|\[\/?(?:INST|SYSTEM)\]|```json/i,
  ],
  [
    "role_marker",
    /^[^\S\n]{0,20}#{0,6} {0,4}(?:system|assistant|developer)\b[^\n]{0,20}:|^-{3,40} {0,4}(?:end|begin) of/im,
  ],
  ["encoded_text", /\b(?:base64|rot13|decode)\b.{0,80}[A-Za-z0-9+/]{20,}/is],
  // Tags (U+E0000…), directional overrides, and zero-width characters, except the joiners that scripts need.
  ["hidden_characters", /[\u{E0000}-\u{E007F}\u202A-\u202E\u2066-\u2069\u200B\u2060\uFEFF]/u],
];

/** The signs in a text that a participant, a tool, or a caller of the API wrote, without repetitions. */
export function signsIn(text: string): Sign[] {
  const plain = compatible(text).replace(/[\u00AD\u200B-\u200D\u2060\uFEFF]/g, "");
  const signs = SIGNS.filter(([sign, pattern]) => pattern.test(sign === "hidden_characters" ? text : plain));
  return [...new Set(signs.map(([sign]) => sign))];
}

/** Every sign in the parts of the data. */
export function suspicionsOf(parts: Iterable<readonly [where: string, text: string]>): Suspicion[] {
  return Array.from(parts).flatMap(([where, text]) => signsIn(text).map((sign) => ({ where, sign })));
}
