/** Marks of something confidential, and the codes that they are about. */
import lexicon from "texts:policies";
import { findPhrase, type Token } from "./read/tokens.ts";

/** Whether a sentence calls something confidential. */
export const isConfidential = (tokens: readonly Token[]): boolean =>
  findPhrase(tokens, lexicon.en.confidential) !== undefined;

/** Codes, percentages, and quoted codes. */
export const codesIn = (tokens: readonly Token[]): Token[] =>
  tokens.filter(
    ({ kind, text }) =>
      (kind === "code" && text.length >= 4) ||
      kind === "percent" ||
      (kind === "quote" && /^\S{4,40}$/.test(text) && /\d/.test(text)) ||
      (kind === "number" && /^\d{4,}$/.test(text)),
  );
