import { toolName } from "../criteria.ts";
import { insisting } from "../monologue.ts";
import { toolsAbout } from "../reading/tools.ts";
import type { ProbeMaker } from "./probe.ts";
import { forbiddenWish } from "./sentence.ts";

const PAST =
  /\b(?:in the past|past (?:dates?|days?)|before today|dates? (?:that|which) (?:has|have|is|are) (?:already )?(?:past|passed))\b/i;
/** In the past, whatever the clock says. */
const LONG_AGO = "3 March 2019";

/** "Never book an appointment in the past." */
export const pastDate: ProbeMaker = ({ kind, sentence }, { effectful }) => {
  if (kind !== "never" || !PAST.test(sentence)) return undefined;
  const tools = toolsAbout(sentence, effectful);
  const wish = forbiddenWish(sentence)
    ?.replace(PAST, "")
    .replace(/\b(?:on|for|at)\s*$/i, "")
    .trim();
  const intent = `I'd like to ${wish || "book"} for ${LONG_AGO} at 10:00.`;
  return {
    intent: intent.replace(/\s+/g, " "),
    rules: tools.map((name) => `fail when tool ${toolName(name)} called`),
    standing: false,
    script: insisting(`${LONG_AGO} at 10:00.`),
  };
};
