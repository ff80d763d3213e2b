/** How prompt and knowledge base versions are named on a command line. */
import { usage } from "../../failure.ts";
import { integerFrom, type Parser, text } from "../parsers.ts";

/** A version by its number, or by a label that it holds: also the query that finds it. */
export type VersionWord = { readonly version: number } | { readonly label: string };

export const versionNumber = integerFrom(1);

/** A word of digits is a version, any other a label. */
export const versionWord: Parser<VersionWord> = {
  parse: (word) => (isNumber(word) ? { version: versionNumber.parse(word) } : { label: text.parse(word) }),
};

/** A label to give to a version. One of digits could never be told from a version again. */
export const labelText: Parser<string> = {
  parse(word) {
    if (isNumber(word))
      throw usage(`must not be a number: ${word} names a version, not a label`, {
        hint: "the version comes first, then the label, as in `4 production`",
      });
    return text.parse(word);
  },
};

const isNumber = (word: string) => /^\d+$/.test(word);

/** `version 4`, `label production`: as a message names it. */
export const spell = (word: VersionWord) =>
  "version" in word ? `version ${word.version}` : `version with the label ${word.label}`;

/** A version as a message names it; null where none holds a label. */
export const nameOfVersion = (version: number | null) =>
  version === null ? "no version" : `version ${version}`;
