import lexicon from "texts:policies";
import { pattern } from "../rules-language/write.ts";
import type { Ground } from "./maker.ts";

/**
 * Clauses that keep a rule about English words from judging a conversation in another language. An agent that
 * speaks its callers' language says its English words to English callers only.
 */
export const onlyInEnglish = ({ isMultilingual }: Pick<Ground, "isMultilingual">): string[] =>
  isMultilingual ? [`na   when user says /\\S/ and user never says ${pattern(lexicon.en.english)}`] : [];
