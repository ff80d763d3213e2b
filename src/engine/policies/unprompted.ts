/** "Don't bring up money unless the family does": topics that the caller must bring up first. */
import { contentStems, isAbout, PEOPLE, shared } from "./english.ts";
import { isAgent, isSaid, isUser } from "./events.ts";
import { broken, IDLE, KEPT, kept, type RuleMaker } from "./rule.ts";
import { wishFor } from "./wishes.ts";

const UNPROMPTED = new RegExp(
  `\\b(?:never|not|\\w+n't|no)\\b.*?\\b(?:bring(?:ing)? up|raise|mention|offer|suggest|propose|talk about|speak (?:of|about)|discuss|volunteer|start on|get into|push|advertise)\\b (.+?),? (?:unless|until|before|if not) (?:${PEOPLE}|(?:the |an? |any )?\\p{L}+) (?:have |has |had )?(?:do|does|did|asks?|asked|mentions?|mentioned|brings?|brought|raises?|raised|wants?|starts?)\\b`,
  "iu",
);
const MONEY = /\b(?:money|prices?|costs?|fees?|payments?|pay|charges?|rates?)\b/i;
const AMOUNT = /[$€£]\s?\d|\b\d[\d.,]* ?(?:dollars?|euros?|pounds?|bucks|usd|eur)\b/i;
const ASKS_FOR_MONEY = /\bhow much\b|\bexpensive\b|\bafford\b|\bcheap/i;

export const unprompted: RuleMaker = ({ text }, ground) => {
  const [, object = ""] = UNPROMPTED.exec(text) ?? [];
  const stems = contentStems(object);
  if (stems.length === 0) return undefined;
  const isMoney = MONEY.test(object);
  const isMeant = (said: string) => isAbout(stems, said) || (isMoney && AMOUNT.test(said));
  const isAsked = (said: string) =>
    shared(stems, said) > 0 ||
    (isMoney && (MONEY.test(said) || AMOUNT.test(said) || ASKS_FOR_MONEY.test(said)));
  return {
    says: `the agent speaks of ${object.trim()} only after the caller has`,
    check: (events) => {
      for (const event of events.filter(isSaid)) {
        if (isUser(event) && isAsked(event.text)) return kept(event);
        if (isAgent(event) && isMeant(event.text))
          return broken(event, `the agent brought up ${object.trim()} unasked`);
      }
      return events.some(isAgent) ? KEPT : IDLE;
    },
    caller: { wish: wishFor(undefined, ground) },
  };
};
