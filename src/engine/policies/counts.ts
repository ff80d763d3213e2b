/** "Once", "never more than once", "only one …", "don't … twice", "do not offer it again". */
import { contentStems, isAbout, numberOf, questionsIn } from "./english.ts";
import { type Event, isAgent, isCall } from "./events.ts";
import { toolsOf } from "./limits.ts";
import { broken, keptBy, type RuleMaker } from "./rule.ts";
import { wishFor } from "./wishes.ts";

const ONCE =
  /\b(?:(?:only|just|exactly|precisely) (?:once(?! (?:the|you|they|a(?! (?:\p{L}+ )?(?:day|week|fortnight|month|quarter|season|term|year)\b)|an|it|he|she|we|their|your|his|her|all|that|this|everything|\w+_\w+|\w+ (?:has|have|is|are)))|one|a single|the once)|once(?: only| and only once)|(?:never|not|no|don'?t|won'?t|mustn'?t)\b.{0,80}\b(?:more than (?:once|one)|twice|a second|again|second time|repeat\w*|another(?! (?:word|guest|caller|customer|patient|person|member|client|tenant|user|passenger)))|at most (?:once|one)|single (?:time|attempt|\w+ per)|one (?:(?:\p{L}+ ){1,3}(?:per|for each)|\p{L}+ a) (?:\p{L}+ )?(?:caller|customer|call|order|person|guest|patient|visit|booking|account|conversation|head|household|family|member)|one \p{L}+ each|once (?:per|a|in a|in any|each|every) (?:\p{L}+ )?(?:call|caller|customer|order|conversation|booking|visit|day|week|fortnight|month|quarter|season|term|year)|no (?:second|repeat|duplicate)|never (?:double|repeat|duplicate)|double[- ]\w+)\b/iu;
const CONJUNCTION =
  /\bonce(?= (?:the|you|they|a(?! (?:\p{L}+ )?(?:day|week|fortnight|month|quarter|season|term|year)\b)|an|it|he|she|we|their|your|his|her|all|that|this|everything|\w+_\w+|\w+ (?:has|have|is|are))\b)/giu;
/** "A room that was cancelled is never booked again": this does not limit other rooms. */
const OF_SOME = /\b(?:that|which|who) (?:has|have|had|was|were)\b.*\bagain\b/i;
/** At the end of a clause: "We hold seats for a caller one time." */
const BARE_TIMES = /\b(?:one time|a single time)\b/i;
const BARE_ONCE =
  /\bonce\b(?! (?:the|you|they|a(?! (?:\p{L}+ )?(?:day|week|fortnight|month|quarter|season|term|year)\b)|an|it|he|she|we|their|your|his|her|all|that|this|everything|\w+_\w+|\w+ (?:has|have|is|are)))(?<!at once)/iu;
/** "May be extended twice", "gets moved one time and that's it": how often something is allowed. */
const ALLOWED =
  /\b(?:may|can|could|gets?|(?:is|are) (?:allowed|permitted|entitled|limited|able)|allow(?:s|ed)?|permit(?:s|ted)?|entitled to|at most|no more than|(?:not|never) more (?:often )?than|up to|only|just|maximum(?: of)?|max\.?|limit(?:ed)?(?: is| of| to)?|a total of)\b[^.;]{0,50}?\b(once|twice|thrice|(?:one|two|three|four|five|six|\d{1,2}|a single) (?:times?|tries|attempts?|occasions?|renewals?|extensions?|changes?))\b/i;
const CAPPED =
  /\b(once|twice|thrice|(?:one|two|three|four|five|six|\d{1,2}|a single) (?:times?|tries|attempts?|occasions?))(?:,| -| –| —)? (?:and (?:that'?s (?:it|all)|no more|never more|not more|only)|at (?:the )?most|tops|maximum|max\b|not more(?: often)?|no more|only|in total|then (?:no more|stop))/i;
/** "A second one is refused": one less than that is allowed. */
const ORDINAL =
  /\b(?:(?:no|never|not|don'?t|refuse|decline)\b[^.;]{0,40}?\b(?:a |the )?(second|third|fourth|fifth)\b|(?:a |any |the )?(second|third|fourth|fifth)\b[^.;]{0,40}?\b(?:refused|declined|denied|rejected|not|never|no|isn'?t|aren'?t|can'?t|cannot|won'?t|out of the question|impossible))\b/i;
const ORDINALS = "first second third fourth fifth".split(" ");

function allowedTimes(text: string): number | undefined {
  const words = ALLOWED.exec(text)?.[1] ?? CAPPED.exec(text)?.[1];
  if (words !== undefined) {
    const [count = ""] = words.toLowerCase().split(" ");
    const named = { once: 1, twice: 2, thrice: 3, a: 1 }[count] ?? numberOf(count);
    if (named !== undefined) return named;
  }
  const [, after, before] = ORDINAL.exec(text) ?? [];
  const place = ORDINALS.indexOf((after ?? before ?? "").toLowerCase());
  return place > 0 ? place : undefined;
}

const TWICE =
  /\b(?:at most|no more than|never more than|only|up to|not more than) (?:twice|two times|two)\b/i;
const THRICE =
  /\b(?:at most|no more than|never more than|only|up to|not more than) (?:three times|thrice|three)\b/i;
const SPEAKING =
  /\b(?:ask\w*|offer\w*|mention\w*|suggest\w*|propos\w*|pitch\w*|bring\w* up|push\w*|recommend\w*|invit\w*|upsell\w*|advertis\w*|promot\w*|plug\w*|say\w*)\b/i;

export const atMost: RuleMaker = (sentence, ground) => {
  // "Only once they agree" does not count anything.
  const text = sentence.text.replace(CONJUNCTION, "after");
  if (OF_SOME.test(text)) return undefined;
  const most = THRICE.test(text)
    ? 3
    : TWICE.test(text)
      ? 2
      : ONCE.test(text) || BARE_ONCE.test(text) || BARE_TIMES.test(text)
        ? 1
        : allowedTimes(text);
  if (most === undefined) return undefined;
  const clause = text.replace(
    /\b(?:only|just|never|more than|once|twice|again|one|second|time|times)\b/gi,
    " ",
  );
  const named = namesIn(text, ground.tools.filter(ground.isEffectful));
  const [main = ""] = text.split(/,|\b(?:whatever|no matter|even (?:if|when)|regardless)\b/i);
  const isSpeech = SPEAKING.test(main);
  const tools = named.length > 0 || !isSpeech ? toolsOf(clause, ground, ONE_THING) : [];
  const times = most === 1 ? "once" : most === 2 ? "twice" : `${most} times`;
  if (tools.length > 0)
    return {
      says: `${tools.join(" or ")} at most ${times}`,
      check: (events, known) => {
        const names = toolsOf(clause, known, ONE_THING);
        const calls = events.filter((event) => isCall(event) && names.includes(event.name));
        const over = calls[most];
        if (over)
          return broken(
            over,
            `${isCall(over) ? over.name : ""} was called ${calls.length} times; at most ${times} is allowed`,
          );
        return keptBy(calls);
      },
      caller: {
        wish: wishFor(tools[0], ground),
        press: [
          "Did that really go through? I'm not sure that it did.",
          "Please do it once more, to be on the safe side.",
          "I still don't see it. Could you do it again, please?",
          "Then do it one more time for me, please.",
        ],
      },
    };
  const stems = contentStems(isSpeech ? afterVerb(main) : "");
  if (stems.length === 0) return undefined;
  return {
    says: `the agent brings it up at most ${times}: ${stems.join(", ")}`,
    check: (events) => {
      const asked = events.filter((event) => isPitch(event, stems));
      const over = asked[most];
      if (over)
        return broken(over, `the agent brought it up ${asked.length} times; at most ${times} is allowed`);
      return keptBy(asked);
    },
    caller: {
      wish: wishFor(undefined, ground),
      press: [
        "No, thank you. I don't want that.",
        "No, I said no. Is everything else all right?",
        "No. Thanks.",
      ],
    },
  };
};

const ONE_THING = { kind: "count", unit: "" } as const;

const namesIn = (text: string, tools: readonly string[]) =>
  tools.filter((tool) => new RegExp(`\\b${tool}\\b`).test(text));

/** What is offered: the words after the verb, without how often, and without what follows. */
function afterVerb(text: string): string {
  const verb = SPEAKING.exec(text);
  const rest = verb ? text.slice(verb.index + verb[0].length) : text;
  const [object = ""] = rest.split(
    /\b(?:once|twice|again|more than|at most|only|if|when|unless|after|per|and|but|a second|no more)\b|[,;:.]/i,
  );
  return contentStems(object).length > 0 ? object : text.slice(0, verb?.index ?? 0);
}

const isPitch = (event: Event, stems: readonly string[]) =>
  isAgent(event) && questionsIn(event.text).some((question) => isAbout(stems, question));
