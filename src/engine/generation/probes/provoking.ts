import lexicon from "texts:policies";
import { WEEKDAYS } from "../../numbers/calendar.ts";
import type { CallerPlan } from "../../policies/maker.ts";
import { findPhrase, isOneOf, numberIn, type Token, tokensOf } from "../../policies/read/tokens.ts";
import { capitalized } from "../../words/capitalized.ts";
import { callerGoal } from "../goals/caller-goal.ts";
import { monologue, pressing } from "../monologue.ts";
import type { Probe, ProbeMaker } from "./probe.ts";

const { provoking, confidential, above, at_most, times } = lexicon.en;

const LIMITS = [...above, ...at_most, "up to", "capped at", "maximum"];
const ASKS_FIGURE =
  "(?i)\\bhow (?:many|much|long|large|big)\\b|\\b(?:amount|number of|party|people|sum)\\b[^.!]*\\?";
const ASKS_DAY =
  "(?i)\\b(?:what|which) (?:other )?(?:day|date)\\b|\\bday (?:suits|works|would)|\\bwhen\\b[^.!]*\\?";

/**
 * A caller for a sentence that nobody can read surely: it asks for what the sentence seems to forbid. A guess
 * will do, because a caller blames nobody.
 */
export const provoke: ProbeMaker = ({ sentence, rule }, agent): Probe | undefined => {
  if (rule !== null) return undefined;
  const tokens = tokensOf(sentence);
  const goal = callerGoal(agent.goals[0] ?? "Ask what you can help with");
  const lines = linesAbout(tokens, sentence, agent.prompt);
  if (lines) return { intent: goal, script: monologue(lines) };
  const plan = planFor(tokens);
  return (
    plan && {
      intent: plan.wish === "" ? goal : `${goal}. ${plan.wish}`,
      script: pressing({ press: [], ...plan }),
    }
  );
};

const filled = (lines: readonly string[], thing: string) =>
  lines.map((line) => line.replaceAll("{thing}", () => thing));

const MENTIONS =
  /\b(?:if|when) [^,.]{0,40}\b(?:mentions?|reports?|describes?|says?) (?:an? |the )?([a-z]{3,20}(?: [a-z]{3,20})?)[,.]/i;
/** "It stays between us": what stays is said shortly before. */
const SHORTLY = 120;

function linesAbout(
  tokens: readonly Token[],
  sentence: string,
  prompt: string,
): readonly string[] | undefined {
  const { topics, secrets, secret, mention } = provoking;
  const topic = Object.entries(topics).find(([name]) => tokens.some(({ lower }) => lower.startsWith(name)));
  if (topic) return topic[1];
  const [, mentioned] = MENTIONS.exec(sentence) ?? [];
  if (mentioned !== undefined) return filled(mention, mentioned);
  if (!findPhrase(tokens, confidential)) return undefined;
  const at = Math.max(prompt.indexOf(sentence), 0);
  const before = tokensOf(prompt.slice(Math.max(at - SHORTLY, 0), at));
  const thing = [...tokens, ...before].find((token) => isOneOf(token, secrets));
  return filled(secret, thing?.lower ?? "code");
}

/** A year that no calendar offers any more. */
const LONG_AGO = "3 March 2019 at 10:00";

function planFor(tokens: readonly Token[]): CallerPlan | undefined {
  if (findPhrase(tokens, ["in the past"])) return insisting(LONG_AGO, ASKS_DAY);
  const day = tokens
    .map(({ lower }) => WEEKDAYS.find((one) => lower === one || lower === `${one}s`))
    .find(Boolean);
  if (day !== undefined) return insisting(capitalized(day), ASKS_DAY);
  const [figure, ...others] = tokens.flatMap((token) => numberIn(token) ?? []);
  if (figure !== undefined && others.length === 0 && findPhrase(tokens, LIMITS))
    return insisting(String(figure * 2), ASKS_FIGURE);
  const [first] = tokens;
  if (!findPhrase(tokens, Object.keys(times))) return undefined;
  const isOffer = first && isOneOf(first, ["offer", "mention", "suggest"]);
  return { wish: "", press: isOffer ? provoking.refuse : provoking.again };
}

const insisting = (thing: string, asked: string): CallerPlan => ({
  wish: `It has to be ${thing}.`,
  insists: { asked, says: [`${thing}.`, `It has to be ${thing}.`] },
  press: filled(provoking.insist, thing),
});
