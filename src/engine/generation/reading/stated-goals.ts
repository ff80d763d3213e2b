/** What a prompt says its agent is for: "You help members check balances, report a lost card and move money." */

import { statements } from "../../policies/read/statements.ts";
import { capitalized } from "../../words/capitalized.ts";
import { withoutStop } from "../../words/title.ts";

/** The purpose is at the beginning of a prompt. */
const BEGINNING = 10_000;
const MOST = 10;
const PEOPLE =
  "(?:caller|customer|client|guest|member|patient|user|visitor|passenger|tenant|resident|parent|student|employee|owner)s?|people|staff|them";
const PURPOSES: readonly RegExp[] = [
  new RegExp(
    `\\b(?:help|assist|let|allow|enable)s? (?:(?:the|our|your|all|any) )?(?:\\p{L}+ )?(?:${PEOPLE}) (?:to |with )?(.+)$`,
    "iu",
  ),
  /\byour (?:job|task|role|purpose|goal|mission) is to (?!help\b|be\b|make sure\b|ensure\b)(.+)$/iu,
  /\byou can (?!only\b|not\b|never\b|also\b)(.+)$/iu,
];
/** Everything from here on no longer belongs to the list. */
const REST =
  /(?<!\s)\s*(?:[:;(–—]|, (?:but|so|which|who|while|unless|when|if|as)\b| (?:by|using|while|so that|unless) ).*$/isu;
const BETWEEN = /,\s*(?:(?:and|or) )?|(?<!\s)\s+(?:and|or)\s+/i;

/** Goals in the form of an agent's record: "Check balances", "Report a lost card". */
export function statedGoals(prompt: string): string[] {
  for (const sentence of statements(prompt.slice(0, BEGINNING)))
    for (const purpose of PURPOSES) {
      const list = purpose.exec(withoutStop(sentence))?.[1]?.replace(REST, "");
      if (list) return parted(list).slice(0, MOST);
    }
  return [];
}

/** "book, move or cancel an appointment": a verb without an object takes the object of the last one. */
function parted(list: string): string[] {
  const parts = list.split(BETWEEN).map((part) => part.trim());
  const [last = ""] = parts.slice(-1);
  const isAlone = (part: string) => !part.includes(" ");
  // "balances and transactions" at the end is one item with two names.
  if (parts.length > 1 && isAlone(last)) return [capitalized(list)];
  const object = last.slice(last.indexOf(" ") + 1);
  return parts
    .filter((part) => part !== "")
    .map((part) => capitalized(isAlone(part) && part !== last ? `${part} ${object}` : part));
}
