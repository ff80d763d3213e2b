/** How a command line names prompt and knowledge base versions. */
import { usage } from "../../../lib/failure.ts";
import { integerFrom, type Parser, text } from "../parsers.ts";

/** A version by its number or by a label on it, and the query that finds it. */
export type VersionWord = { readonly version: number } | { readonly label: string };

export const versionNumber = integerFrom(1);

/** A number is a version. Anything else is a label. */
export const versionWord: Parser<VersionWord> = {
  parse: (word) => (isNumber(word) ? { version: versionNumber.parse(word) } : { label: text.parse(word) }),
};

/** A label to add to a version. It must not be a number, because it would look like a version. */
export const labelText: Parser<string> = {
  parse(word) {
    if (isNumber(word))
      throw usage(`must not be a number: ${word} would be a version, not a label`, {
        hint: "give the version first, then the label, as in `4 production`",
      });
    return text.parse(word);
  },
};

const isNumber = (word: string) => /^\d+$/.test(word);

/** For messages: `version 4`, `version with the label production`. */
export const spell = (word: VersionWord) =>
  "version" in word ? `version ${word.version}` : `version with the label ${word.label}`;

/** For messages; null if no version has the label. */
export const nameOfVersion = (version: number | null) =>
  version === null ? "no version" : `version ${version}`;
