/** Whether a sentence says that something is so, denies it, asks about it, or offers it. */
import { clauses, IDIOM, YES } from "./english.ts";

export const NEGATION =
  /\b(?:not|never|no(?! (?:more|less|fewer|later|earlier) than\b)|none|nobody|no one|nothing|neither|nor|cannot|unable|impossible|refus\w+|without|rather not|(?:do|does|did|is|are|was|were|ca|wo|would|could|should|have|has|had|must|need|might)n'?t)\b/i;
/** Where the part that a denial, a wish, or a condition applies to ends. */
const PARTS = /\s*[,;:–—]\s*|\s+-\s+|\s+(?=(?:but|so|and|because|since|though|although|then)\b)/i;
const WISH =
  /\b(?:can|could|would|might|may|shall|should|able|happy|glad|want|wish|like|'d|offer(?:ing)? to|possible)\b/i;
const CONDITION =
  /\b(?:if|unless|until|before|once|when|whenever|after|as soon as|in case|provided|should you|otherwise)\b/i;
const ALREADY = /\b(?:now|right away|straight away|immediately|at once)\b/i;
/** A denial after the thing denied: "Transferring you is not something that I can do." */
const DENIED_LATER =
  /^(?:(?!\b(?:who|that|which|where|because)\b).)*?\b(?:not|cannot|impossible|(?:do|does|did|is|are|was|were|ca|wo|would|could|should|have|has|had|must|need|might)n'?t)\b/i;

const plain = (text: string) => text.replaceAll("’", "'").replace(IDIOM, " ");
const partsOf = (sentence: string) => sentence.split(PARTS).filter(Boolean);

/** `done`: a sentence says so. `offered`: it was asked, offered, or made conditional. */
export type Stated = "done" | "offered" | "no";

/**
 * Whether a text says that something is done. `pattern` matches the words for it, and must not have the flag
 * `g`.
 */
export function statedIn(text: string, pattern: RegExp): Stated {
  const found = clauses(plain(text)).map((sentence) => statedInSentence(sentence, pattern));
  return found.find((one) => one === "done") ?? found.find((one) => one === "offered") ?? "no";
}

function statedInSentence(sentence: string, pattern: RegExp): Stated {
  const parts = partsOf(sentence);
  const found = parts.map((part): Stated => {
    const match = pattern.exec(part);
    if (!match) return "no";
    const before = part.slice(0, match.index);
    const after = part.slice(match.index + match[0].length);
    if (NEGATION.test(before) || DENIED_LATER.test(after)) return "no";
    if (sentence.endsWith("?") || WISH.test(before) || CONDITION.test(before)) return "offered";
    const depends = parts.some((other) => CONDITION.test(other)) && !ALREADY.test(part);
    return depends ? "offered" : "done";
  });
  return found.find((one) => one === "done") ?? found.find((one) => one === "offered") ?? "no";
}

/**
 * A text without what it denies: "The line is not recorded, and it is free" becomes "The line is and it is
 * free".
 */
export const undenied = (text: string): string =>
  clauses(plain(text))
    .flatMap(partsOf)
    .map((part) => (/^(?:if|unless|when)\b/i.test(part) ? part : part.split(NEGATION)[0]?.trim()))
    .filter(Boolean)
    .join(" ");

/**
 * What a caller tells, without its refusals and questions. A question with a figure in it tells the figure.
 */
export const told = (text: string): string =>
  clauses(plain(text))
    .filter((sentence) => !sentence.endsWith("?") || /\d/.test(sentence))
    .map(undenied)
    .join(" ");

const GO_AHEAD = /\b(?:go ahead|do it|please do|book it)\b/i;
const LEADING_YES =
  /^(?:oh |well |um,? |uh,? )?(?:yes|yeah|yep|yup|sure|okay|ok|of course|absolutely|definitely)\b(?! or\b)/i;

/** Whether an answer is a yes. "That's not right" and "Are you sure?" are not. */
export function saysYes(text: string): boolean {
  const sentences = clauses(plain(text));
  const isRefusal = sentences.some((sentence) => /^no\b/i.test(sentence));
  return sentences.some((sentence) => {
    const parts = partsOf(sentence);
    return parts.some((part, place) => {
      const match = (isRefusal ? GO_AHEAD : YES).exec(part);
      if (!match) return false;
      if (sentence.endsWith("?")) return place === 0 && parts.length > 1 && LEADING_YES.test(part);
      if (place === 0 && /^yes or no\b/i.test(part)) return false;
      const before = part.slice(0, match.index);
      return !NEGATION.test(before) && !CONDITION.test(before);
    });
  });
}
