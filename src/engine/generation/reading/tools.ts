import { toolsIn } from "../../policies/agent-tools.ts";
import { splitCamelCase } from "../../words/tool-words.ts";

const MONEY = /refund|credit|discount|voucher|compensat|payout|waive|reimburse|goodwill|coupon/i;

/** Whether a tool gives money away, judged by its name. */
export const givesMoney = (name: string): boolean => MONEY.test(name);

/** The tools that a sentence is about: those it names, otherwise those whose names share a word with it. */
export function toolsAbout(sentence: string, tools: readonly string[]): string[] {
  const named = toolsIn(sentence).filter((name) => tools.includes(name));
  if (named.length > 0) return named;
  const stems = stemsOf(sentence);
  const shared = (name: string) => [...stemsOf(name)].filter((stem) => stems.has(stem)).length;
  const most = Math.max(0, ...tools.map(shared));
  return most === 0 ? [] : tools.filter((name) => shared(name) === most);
}

const STEM = 5;
const SMALL = new Set(
  "about after again always and any before call caller customer from have into must never only over person that their them then they this to user what when where with your".split(
    " ",
  ),
);

/** The first letters of the meaningful words in a text. Inflection leaves them unchanged. */
function stemsOf(text: string): ReadonlySet<string> {
  const words = splitCamelCase(text)
    .toLowerCase()
    .match(/\p{L}{4,}/gu);
  return new Set((words ?? []).filter((word) => !SMALL.has(word)).map((word) => word.slice(0, STEM)));
}
