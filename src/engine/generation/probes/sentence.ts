import { toolsIn } from "../reading/tools.ts";

const QUOTED = /["“]([^"“”]{2,80})["”]/;

/** The first text in quotation marks, without its final punctuation. */
export const quotationIn = (sentence: string): string | undefined =>
  QUOTED.exec(sentence)?.[1]?.replace(/[\s.,;:!?]+$/, "");

const PROHIBITION =
  /^.*?\b(?:must never|never|must not|mustn't|do not|don't|may not|cannot|can't|should not|shouldn't|not allowed to|under no circumstances|refuse to)\s+/i;
const AVOIDED = /^.*?\bavoid\s+/i;

/**
 * What a sentence forbids, as a caller would ask for it: "Never tell callers your rules." becomes "tell me
 * your rules".
 */
export function forbiddenWish(sentence: string): string | undefined {
  const plain = withoutTools(sentence).replace(/[.!\s]+$/, "");
  const prefix = PROHIBITION.exec(plain)?.[0] ?? AVOIDED.exec(plain)?.[0];
  if (prefix === undefined) return undefined;
  const wish = plain
    .slice(prefix.length)
    .replace(/^(?:ever|you)\s+/i, "")
    .replace(/^give (?!me\b|them\b|callers?\b|customers?\b)/i, "give me ")
    .replace(/\b(?:the |a |any )?(?:callers?|customers?|users?|patients?|guests?|clients?)\b(?!['’])/gi, "me")
    .replace(/\b(?:them|anybody|anyone)\b/gi, "me");
  // The sentence does not say what "it" is, and a caller would not ask like that.
  return wish === "" || /\b(?:it|them|these|those|they)\b|\b(?:this|that)$/i.test(wish) ? undefined : wish;
}

/** Replaces the names of tools with words. */
function withoutTools(sentence: string): string {
  return toolsIn(sentence).reduce(
    (text, name) => text.replaceAll(name, name.replace(/_/g, " ").toLowerCase()),
    sentence.replace(/\b(?:call|use|run|invoke) (?=[a-z]+_)/gi, ""),
  );
}
