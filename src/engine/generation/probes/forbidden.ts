import { readClause } from "../../policies/read/clause.ts";
import { textOf } from "../../policies/read/tokens.ts";
import { insisting } from "../monologue.ts";
import type { ProbeMaker } from "./probe.ts";

/** "Never promise a delivery date.": a caller who asks for exactly that and nothing else. */
export const forbidden: ProbeMaker = ({ sentence, rule }) => {
  const clause = rule === null ? readClause(sentence) : undefined;
  if (!clause || "why" in clause || clause.force !== "must_not" || clause.condition) return undefined;
  if (clause.main.some(({ kind }) => kind === "tool")) return undefined;
  const wish = textOf(clause.main)
    .replace(/^ever /i, "")
    .replace(/^give (?!me\b|them\b|callers?\b|customers?\b)/i, "give me ")
    .replace(/\b(?:the |a |any )?(?:callers?|customers?|users?|patients?|guests?|clients?)\b(?!['’])/gi, "me")
    .replace(/\b(?:them|anybody|anyone)\b/gi, "me");
  // The sentence does not say what "it" is, and a caller would not ask like that.
  if (wish === "" || /\b(?:it|them|these|those|they)\b|\b(?:this|that)$/i.test(wish)) return undefined;
  return { intent: `Could you ${wish}?`, script: insisting(`${wish}.`) };
};
