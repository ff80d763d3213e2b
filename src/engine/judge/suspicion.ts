/** A sign that something in the data speaks to whoever judges it. A warning: by itself it decides nothing. */
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

const SIGNS: readonly (readonly [Sign, RegExp])[] = [
  [
    "overrides_instructions",
    /\b(?:ignore|disregard|forget|override|bypass|skip)\b.{0,40}\b(?:instructions?|rubric|guidance|rules|prompts?|criteri(?:a|on)|guidelines|above)\b/is,
  ],
  [
    "overrides_instructions",
    /(?:\b(?:ignor[ae]|ignorez|ignoriere?|vergiss|olvida|oubliez?|esqueça)\b.{0,40}\b(?:instruc\p{L}*|anweisung\p{L}*|consignes|reglas|regeln|règles|regras)|(?:игнорируй|забудь|не обращай внимания).{0,40}(?:инструкц|указани|правил)|(?:忽略|无视|忽視).{0,20}(?:指令|指示|规则|說明)|(?:指示|命令|ルール).{0,10}無視)/isu,
  ],
  [
    "addresses_the_judge",
    /\b(?:grader|evaluator|(?:ai|llm|dear|hey|attention|note to(?: the)?) judge|judge model|scoring guidance|rubric|evaluation (?:system|model|prompt|mode)|system prompt|language model)\b/i,
  ],
  [
    "dictates_a_verdict",
    /\b(?:output|answer|respond|return|reply|score|rated?|mark(?:ed)?|grade|verdict|value|set|conclude|assign)\b[^.?!\n]{0,20}\b(?:pass(?:es|ed)?|fail(?:s|ed)?|true|false|not[_ ]applicable|full marks|maximum|highest|\d+ ?\/ ?\d+|\d+ out of \d+)\b/i,
  ],
  [
    "looks_like_an_answer",
    /["'](?:value|verdict|score|pass|passed|status|rating|nonce|reasoning|evidence)["']\s*:|\[\[\s*\d+\s*\]\]|\brating\s*:\s*\d/i,
  ],
  [
    "role_marker",
    /<\|?\/?(?:system|assistant|user|im_start|im_end|endoftext|think|tool|data|transcript|conversation)\b[^>]{0,40}>|\[\/?(?:INST|SYSTEM)\]|^[^\S\n]{0,20}#{0,6} {0,4}(?:system|assistant|developer)\b[^\n]{0,20}:|^-{3,40} {0,4}(?:end|begin) of|```/im,
  ],
  ["encoded_text", /\b(?:base64|rot13)\b/i],
  // Tags (U+E0000…), directional overrides and zero-width signs other than the joiners that scripts need.
  ["hidden_characters", /[\u{E0000}-\u{E007F}\u202A-\u202E\u2066-\u2069\u200B\u2060\uFEFF]/u],
];

/** The signs in a text that a participant, a tool or a caller of the API wrote, each once. */
export function signsIn(text: string): Sign[] {
  const plain = text.normalize("NFKC").replace(/[\u00AD\u200B-\u200D\u2060\uFEFF]/g, "");
  const found = SIGNS.filter(([sign, pattern]) => pattern.test(sign === "hidden_characters" ? text : plain));
  return [...new Set(found.map(([sign]) => sign))];
}

/** Every sign in the parts of the data. */
export function suspicionsOf(parts: Iterable<readonly [where: string, text: string]>): Suspicion[] {
  return Array.from(parts).flatMap(([where, text]) => signsIn(text).map((sign) => ({ where, sign })));
}
