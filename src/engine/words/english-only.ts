/** A sentence of a prompt that wants English and nothing else. */
export const ENGLISH_ONLY =
  /^(?:always )?(?:in )?English(?: only)?[.!]?$|\b(?:English only|only (?:in |speaks? |uses? )?English|(?:speaks?|answers?|repl(?:y|ies)|writes?) (?:only )?(?:in )?English)\b/i;
