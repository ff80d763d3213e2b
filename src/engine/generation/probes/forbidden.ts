import lexicon from "texts:policies";
import { phraseAt, textOf, tokensOf } from "../../policies/read/tokens.ts";
import { withoutStop } from "../../words/title.ts";
import { insisting } from "../monologue.ts";
import type { ProbeMaker } from "./probe.ts";

/** What a caller would not ask like that: another thing, a case, or what "it" is. */
const UNCLEAR =
  /,(?!\d)|[;:()–—]|\b(?:but|if|when|unless|until|before|after|without|except|it|them|these|those|they)\b|\b(?:this|that)$/i;

/** "Never promise a delivery date.": a caller who asks for exactly that and nothing else. */
export const forbidden: ProbeMaker = ({ sentence, rule }) => {
  const tokens = tokensOf(withoutStop(sentence));
  const start = tokens.findIndex((token) => !["please", "you"].includes(token.lower));
  const never = phraseAt(tokens, start, lexicon.en.force.must_not);
  if (rule !== null || !never || tokens.some(({ kind }) => kind === "tool")) return undefined;
  const wish = textOf(tokens.slice(never.end))
    .replace(/^ever /i, "")
    .replace(/^give (?!me\b|them\b|callers?\b|customers?\b)/i, "give me ")
    .replace(/\b(?:the |a |any )?(?:callers?|customers?|users?|patients?|guests?|clients?)\b(?!['’])/gi, "me")
    .replace(/\b(?:them|anybody|anyone)\b/gi, "me");
  if (wish === "" || UNCLEAR.test(wish)) return undefined;
  return { intent: `Could you ${wish}?`, script: insisting(`${wish}.`) };
};
