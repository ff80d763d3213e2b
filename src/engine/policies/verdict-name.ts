/** The name of the verdict on a policy. Gates, reports, and thresholds tell policies apart by it, so it has the whole sentence. */
import { lineOf, titleOf } from "../words/title.ts";

const PREFIX = "Policy: ";

export const policyName = (sentence: string): string => `${PREFIX}${lineOf(sentence)}`;

export const isPolicy = (name: string): boolean => name.startsWith(PREFIX);

/** A name of a verdict as a line of text shows it: that of a policy has only the beginning of its sentence. */
export const shownName = (name: string): string =>
  isPolicy(name) ? `${PREFIX}${titleOf(name.slice(PREFIX.length))}` : name;
