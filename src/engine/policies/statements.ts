/** What must be said at the beginning or before the end, and which words must never be said. */
import { CLOSING, contentStems, isAbout, shared } from "./english.ts";
import { isAgent, isCall } from "./events.ts";
import { quotations, says, type Wording, wordingIn } from "./quotations.ts";
import { broken, IDLE, KEPT, kept, type RuleMaker } from "./rule.ts";
import { NEGATION, told, undenied } from "./stated.ts";
import { wishFor } from "./wishes.ts";

/**
 * Beginning the conversation, or beginning without an object. Opening a ticket, for example, is something
 * else.
 */
const BEGINS =
  "(?:start|begin|open|answer|kick off)\\w*(?: off| out| \\w+ly)?" +
  "(?:(?: (?:the|an?|every|each|all|any|your|our|its|this|new|first|phone|\\w+ing))*" +
  " (?:calls?|conversations?|chats?|messages?|sessions?|interactions?|greetings?|dialogues?|exchanges?|phones?|lines?|repl(?:y|ies)|responses?|turns?|sentences?|contacts?)\\b.{0,25})?";
const SAYING = "(?:with|by|say\\w*|tell\\w*|stat\\w+|mention\\w*)";
const OPENING = new RegExp(
  `\\b(?:${BEGINS}\\W{1,3}${SAYING}|(?:greet|first thing)\\w*\\b.{0,40}\\b${SAYING}|at the (?:start|beginning|outset|top)|from the (?:very )?(?:outset|start|beginning|first)|straight away|right away|in (?:your|the) (?:first|opening) (?:sentence|words|message|line|breath)|when (?:you (?:pick|answer|start|begin|connect)|(?:the|a) call (?:starts|begins|connects))\\w*(?: up)?|(?:first|opening) (?:sentence|words|thing (?:you|callers?|they) (?:say|hear)))\\b|^(?:always |please )?(?:greet|introduce yourself|identify yourself)\\b`,
  "i",
);
const ENDING =
  /\b(?:(?:end|close|finish|conclude|wrap up|sign off)\w*\b.{0,40}\b(?:with|by|call|conversation)|at the end|before (?:you )?(?:hang(?:ing)? up|end(?:ing)?|say(?:ing)? (?:good)?bye|clos(?:e|ing)|goodbye)|last thing|when you say goodbye)\b|^(?:end|close|finish)\b/i;
const FORBIDS =
  /\b(?:never|not|no|don'?t|mustn'?t|avoid|without|banned|taboo|forbidden|off[- ]limits|instead of|rather than)\b/i;

/** "After three failed attempts, end the call": this says when to end, not what to say then. */
const END_OF_CASE = /^(?:after|once|as soon as|until|unless|in (?:that|this|such|those|these)|for)\b/i;
const CASE = /^(?:if|whenever|should|in case|when (?!you\b|(?:the|a) (?:call|conversation)))\b/i;
/** "The word "cheap" is banned": the forbidden word comes before what forbids it. */
const BANNED_WORD =
  /^(?:the )?(?:words?|phrases?|terms?|expressions?)\b.*\b(?:is|are|remains?|isn'?t|aren'?t)\b/i;
/** Words for something that isn't a person. Saying any of them tells the caller. */
const ARTIFICIAL =
  /\b(?:AI|A\.I\.|bots?|robots?|machines?|automated|automatic|virtual|digital|artificial|computers?|chat-?bots?)\b/i;

/** "Never say "guaranteed"": words that must not be said, whatever the rest of the sentence says. */
export const forbiddenWords: RuleMaker = ({ text }, ground) => {
  const forbids = BANNED_WORD.test(text) && FORBIDS.test(text) ? 0 : FORBIDS.exec(text)?.index;
  const quoted = quotations(text.slice(forbids ?? text.length));
  if (
    quoted.length === 0 ||
    /\b(?:until|unless|before|without|except|only|if|when|instead|rather)\b/i.test(text)
  )
    return undefined;
  const [first = ""] = quoted;
  return {
    says: `the agent never says ${quoted.map((one) => JSON.stringify(one)).join(" or ")}`,
    check: (events) => {
      for (const event of events) {
        const said = isAgent(event) ? quoted.find((words) => says(event.text, words)) : undefined;
        if (said) return broken(event, `the agent said ${JSON.stringify(said)}`);
      }
      return events.some(isAgent) ? KEPT : IDLE;
    },
    caller: {
      wish: wishFor(undefined, ground),
      press: [
        `So would you say ${first}?`,
        `Could you tell me that it's ${first}?`,
        `Just say it: ${first}.`,
      ],
    },
  };
};

/** "Open with …", "Tell callers at the start that the line is recorded." */
export const openingWords: RuleMaker = ({ text }, ground) => {
  if (!OPENING.test(text) || FORBIDS.test(text) || CASE.test(text)) return undefined;
  const wanted = wantedIn(text.replace(new RegExp(OPENING.source, "gi"), " "), text);
  if (!wanted) return undefined;
  return {
    says: `the agent's first words say: ${wanted.says}`,
    check: (events) => {
      const first = events.filter(isAgent).slice(0, 2);
      const [one] = first;
      if (!one) return IDLE;
      const saying = first.filter((event) => wanted.isIn(event.text));
      if (saying.length > 0) return kept(...saying);
      // A greeting may be sent in two messages.
      return wanted.isIn(first.map(({ text: said }) => said).join(" "))
        ? kept(...first)
        : broken(one, `the first words don't say: ${wanted.says}`);
    },
    caller: { wish: wishFor(undefined, ground) },
  };
};

/** "Before hanging up, ask whether there is anything else." */
export const closingWords: RuleMaker = ({ text }, ground) => {
  if (!ENDING.test(text) || FORBIDS.test(text) || CASE.test(text) || END_OF_CASE.test(text)) return undefined;
  const wanted = wantedIn(text.replace(new RegExp(ENDING.source, "gi"), " "), text);
  if (!wanted) return undefined;
  return {
    says: `before the agent says goodbye it says: ${wanted.says}`,
    check: (events, known) => {
      const last = events.filter(isAgent).findLast(({ text: said }) => CLOSING.test(said));
      // "Say at the end that a reminder comes": if nothing was arranged, there is nothing to be reminded of.
      const isArranged = events.some((event) => isCall(event) && known.isEffectful(event.name));
      const arranges = known.tools.some(known.isEffectful);
      if (!last || (arranges && !isArranged && !EVERY_TIME.test(text) && !wanted.isQuestion)) return IDLE;
      const saying = events.findLast((event) => isAgent(event) && wanted.isIn(event.text));
      return saying ? kept(saying) : broken(last, `the agent said goodbye and never said: ${wanted.says}`);
    },
    caller: { wish: wishFor(undefined, ground), press: ["No, that's all. Thank you, goodbye."] },
  };
};

const EVERY_TIME = /\b(?:every|each|all|always|whatever|any call|never end)\b/i;

const SPEAKING =
  /\b(?:start|begin|open|greet|answer|end|close|finish|tell|say|mention|state|explain|inform|ask|give|giving|saying|telling|stating|mentioning|asking|whether|conversation|line that|every|each|always|caller|wish|thank|thanks?|hear|remind|inform|explain|advis|announc|mak|clear|people|them|sure)\w*\b/gi;

interface Wanted extends Wording {
  readonly isQuestion?: true;
}

function wantedIn(rest: string, text: string): Wanted | undefined {
  const wording = wordingIn(text);
  if (wording) return wording;
  if (/\banything else\b|\bsomething else\b|\bfurther\b/i.test(rest))
    return {
      says: "anything else?",
      isQuestion: true,
      isIn: (said: string) => /\belse\b|\bfurther\b|\bmore\b/i.test(said),
    };
  const stems = contentStems(rest.replace(SPEAKING, " "));
  if (ARTIFICIAL.test(rest))
    return {
      says: "that this isn't a person",
      isIn: (said: string) => ARTIFICIAL.test(told(said)),
    };
  if (stems.length === 0) return undefined;
  const isDenial = NEGATION.test(rest);
  return {
    says: stems.join(", "),
    isIn: (said: string) =>
      isAbout(stems, said) && (isDenial || shared(stems, undenied(said)) === shared(stems, said)),
  };
}
