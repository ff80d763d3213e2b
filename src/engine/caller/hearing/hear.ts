import { clean, cueSpan, fold, mentions } from "../../transcript/fold.ts";
import { offersHelp } from "../../transcript/lexicon.ts";
import { sentences } from "../../transcript/sentences.ts";
import { deniesClaim } from "../../words/denies.ts";
import { SLOT_KINDS } from "../facts/facts.ts";
import { slotSpans } from "../facts/slots.ts";
import { asksOnlyFor } from "../facts/value-questions.ts";
import { findValues } from "../facts/values.ts";
import type { Language, Slot } from "../language.ts";
import { hasWords, words } from "../words.ts";

/** What a message of the agent does, as far as its wording shows. */
export interface Heard {
  text: string;
  /** The folded sentences that ask for something. */
  questions: string[];
  /** The sentences that ask for something other than further wishes, as the agent wrote them. */
  asking: string[];
  /** The folded sentences that ask for nothing. */
  statements: string[];
  /** Slots that are asked for, in order. */
  asks: Slot[];
  /** A question that yes or no does not answer. */
  wh: boolean;
  offers_help: boolean;
  greeting: boolean;
  done: boolean;
  more: boolean;
  closing: boolean;
  refusal: boolean;
  /** The sentences that say what cannot be, before its question. */
  limits: string[];
  transfer: boolean;
  hold: boolean;
  check: boolean;
  proceed: boolean;
  offer: boolean;
  choice: boolean;
  repeat: boolean;
  details: boolean;
  /** Politeness that asks for nothing: "How are you?" */
  small_talk: boolean;
  /** It begins with a yes. */
  affirms: boolean;
}

const QUESTION_MARK = /[?？؟]["')\]”]*$/u;

/** Interprets a message of the agent. */
export function hear(message: string, language: Language): Heard {
  const { cues } = language;
  const plain = language.code === "en" ? withoutOther(clean(message).replace(YES_OR_NO, "")) : clean(message);
  const all = sentences(inOneLine(plain)).filter(hasWords);
  const folded = all.map(fold);
  const asked_all = new Set(folded.filter((sentence) => isQuestion(sentence, language)));
  if (language.code === "en" && asked_all.size === 0)
    for (const sentence of folded) if (NEEDS.test(sentence)) asked_all.add(sentence);
  const polite = new Set([...asked_all].filter((sentence) => mentions(sentence, cues.small_talk)));
  const questions = folded.filter((sentence) => asked_all.has(sentence) && !polite.has(sentence));
  const statements = folded.filter((sentence) => !asked_all.has(sentence));
  const whole = folded.join(" ");
  const asking = questions.filter((sentence) => !asksForMore(sentence, cues));
  const isAsking = new Set(asking);
  const done = statements.some((sentence) => saysDone(sentence, language));
  const { refusal, limits } = refusalIn(folded, statements, language, done);
  return {
    text: plain,
    questions,
    asking: all.filter((_, place) => isAsking.has(folded[place] ?? "")),
    statements,
    asks: [...new Set(asking.flatMap((sentence) => withNumber(asked(sentence, language), sentence, whole)))],
    wh: asking.some((sentence) => mentions(withoutProposal(sentence), cues.wh)),
    offers_help: offersHelp(message),
    greeting: mentions(whole, cues.greeting),
    done,
    more: asksForMore(whole, cues),
    closing: mentions(whole, cues.closing),
    refusal,
    limits,
    transfer: statements.some((sentence) => mentions(sentence, cues.transfer)),
    hold: mentions(whole, cues.hold) && questions.every((question) => mentions(question, cues.hold)),
    check:
      folded.some((one) => mentions(one, cues.check) && !beginsWithWh(one, language)) && questions.length > 0,
    proceed: asking.some(
      (sentence) =>
        (mentions(sentence, cues.proceed) ||
          (language.code === "en" && DOES_IT.some((form) => form.test(fold(sentence))))) &&
        !WHAT_TO_DO.test(sentence),
    ),
    offer: asking.some((sentence) => mentions(sentence, cues.offer)),
    choice: asking.some((sentence) => mentions(sentence, cues.choice)),
    repeat: folded.some((sentence) => mentions(sentence, cues.repeat) && !mentions(sentence, OWN_REPETITION)),
    details: mentions(whole, cues.details),
    small_talk: polite.size > 0,
    affirms: cues.affirmation.some((cue) => cueSpan(whole, cue)?.[0] === 0),
  };
}

/** "Shall I book it, yes or no?" and "A yes or a no is enough: shall I book it?" have no alternatives. */
const YES_OR_NO =
  /[,:;–]?[ \t]{1,3}(?:please,? )?(?:just )?yes or no(?=[?.])|\b(?:a |just |simply ){0,2}yes or (?:a )?no(?: (?:is|will be|would be) (?:enough|fine|all I need)|, please)?: /gi;

/** "Is this fine, or shall I look for something else?", "Would you say yes, or name another day?" */
const OR_OTHER =
  /^([^,?]{2,120}?),? or [^,?]{0,50}\b(?:another|different|others?|else|not|no|change|alter)\b[^,?]{0,40}([?.])$/i;
const YES_NO =
  /^(?:\p{L}{2,12}, )?(?:is|are|shall|should|will|would|do|does|did|can|may|ok|okay|agreed|fine|right|please)\b/iu;

/** A question for a yes without the alternative that only spells out the no. */
const withoutOther = (text: string): string =>
  text
    .split(/(?<=[.!?]\s)/)
    .map((sentence) => {
      const trimmed = sentence.trimEnd();
      const [, question = "", mark = ""] = OR_OTHER.exec(trimmed) ?? [];
      return question !== "" && YES_NO.test(question) && !/ or /i.test(question)
        ? `${question}${mark}${sentence.slice(trimmed.length)}`
        : sentence;
    })
    .join("");

/** "A dog, a cat, or something else?" and "Before anything else, …" ask about one thing. */
const OR_ELSE = / or (?:any|some)thing else\b|\bbefore (?:any|some)thing else\b/g;

/** Whether the agent asks what else it can do. */
export const asksForMore = (text: string, cues: Language["cues"]): boolean =>
  mentions(text.replace(OR_ELSE, ""), cues.more);

/**
 * What the agent says that it cannot do. Its last question decides: what comes before that is a limit. A rule that it states
 * beside its deed, or as a note, refuses nothing either.
 */
function refusalIn(
  all: readonly string[],
  statements: readonly string[],
  language: Language,
  done: boolean,
): Pick<Heard, "refusal" | "limits"> {
  const { cues } = language;
  const isStatement = new Set(statements);
  const isQuestionOfItsOwn = (sentence: string) =>
    !isStatement.has(sentence) &&
    (QUESTION_MARK.test(sentence) || asked(sentence, language).length > 0) &&
    !asksForMore(sentence, cues) &&
    !mentions(sentence, cues.small_talk) &&
    !offersHelp(sentence);
  const last = all.findLastIndex(isQuestionOfItsOwn);
  const refusing = all.flatMap((sentence, place) =>
    isStatement.has(sentence) && mentions(sentence, cues.refusal) ? [{ sentence, place }] : [],
  );
  return {
    refusal: refusing.some(
      ({ sentence, place }) =>
        place > last && !NOTE.test(sentence) && !UNKNOWABLE.test(sentence) && !(done && RULE.test(sentence)),
    ),
    limits: refusing
      .filter(({ sentence, place }) => place < last && !NOTE.test(sentence) && !RULE.test(sentence))
      .map(({ sentence }) => sentence),
  };
}

/** "What does it say, from left to right?" asks for no yes. */
const beginsWithWh = (sentence: string, { code, cues }: Language): boolean =>
  code === "en" && cues.wh.some((word) => cueSpan(sentence, word)?.[0] === 0);

/** "Whose name shall I put on it?" wants more than a yes. Only in English. */
const WHAT_TO_DO = /\b(?:what|which|whose|who|where|how)\b[^,;:]{0,40}\b(?:shall|should|may|can) (?:i|we)\b/;

/** "May I add it?", "Do you wish me to send them?", "Search for K-12, result to you. Open it?" Only in English. */
const DOES_IT = [
  /^(?:(?:and|so|then)\b,? )?(?:(?:may|can|do|will) i|do you wish me to) (?!have|get|know|ask|see|hear|help|be\b)[a-z]{3,10} (?:it|that|this|them|these|those)\b[^,;]{0,30}\?$/,
  /^(?:add|open|start|file|submit|register|enrol|change|take) (?:it|that|this|them)\?$/,
];

/** "How about Tuesday?" and "What about 9:30?" propose something. */
const withoutProposal = (sentence: string): string =>
  sentence.replace(/\bhow about\b|\bwhat about (?=(?:on |at |the )?(?:\d|\w{3,6}day\b|tomorrow\b))/g, "");

/** Only in English. */
const NOTE =
  /^(?:(?:and|but|so|also)\b,? )?(?:please |just |do )?(?:note|remember|be aware|bear in mind|keep in mind|so you know|to let you know|for your information|fyi|a reminder|as a reminder|by the way)\b/;
/** "I can't say when it will be back" refuses nothing. Only in English. */
const UNKNOWABLE =
  /\bcan(?:'t|not| not) (?:say|tell you|promise|guarantee|foretell|predict|know|be sure)\b[^.;]{0,40}\b(?:when|how|what|whether|which|if|exact|outcome|result)/;
/** "A blocked card cannot be unblocked", and not "Your card cannot be unblocked". */
const RULE = /^(?:a|an|any|once|after|all|every|no|such|these|those|afterwards|later) /;

/** The agent says something again itself. Only in English: other languages ask for a repetition in other words. */
const OWN_REPETITION = [
  "let me repeat",
  "let me just repeat",
  "i'll repeat",
  "i will repeat",
  "i'll just repeat",
  "repeat back",
  "repeat that back",
  "repeat it back",
  "repeat your order",
  "to repeat",
  "if i may repeat",
  "let me say",
  "i'll say it again",
  "i say it again",
  "i will say it again",
];

/** Words that begin a report: "Booked for Tuesday." */
const PARTICIPLES = new Set(
  "arranged booked cancelled canceled changed done moved submitted confirmed logged ordered placed rebooked refunded registered renewed rescheduled reserved scheduled sorted updated".split(
    " ",
  ),
);
const AFTER_PARTICIPLE = new Set("for on at in to under with and from as you".split(" "));

/** "It's cancelled, you can train until Friday": what comes after a comma may have its own limits, unless it is a condition. */
const CONDITION = /^(?:as soon as|but|if|once|provided|unless|when)\b/;

function saysDone(sentence: string, language: Language): boolean {
  const comma = language.code === "en" ? sentence.indexOf(", ") : -1;
  if (comma > 0 && !CONDITION.test(sentence.slice(comma + 2)) && isDone(sentence.slice(0, comma), language))
    return true;
  return isDone(sentence, language);
}

function isDone(sentence: string, language: Language): boolean {
  if (mentions(sentence, language.cues.not_done)) return false;
  if (language.code === "en" && deniesClaim(sentence)) return false;
  if (mentions(sentence, language.cues.done)) return true;
  if (language.code !== "en") return false;
  const [first = "", second] = words(sentence, "en");
  return PARTICIPLES.has(first) && (second === undefined || AFTER_PARTICIPLE.has(second));
}

/** "Please say a number of months, two or more." */
const PLEASE_SAY =
  /^please (?:say|state|name|enter|type|choose|pick|provide|spell) (?:an?|the|your|one|either|which|how|what) /;

/** "I still need a full date, for example 4 May 1980." in a message without a question. */
const NEEDS =
  /^(?:(?:sorry|and|but)(?: \p{L}{2,12})?,? )?(?:i|we)(?:'ll)? (?:(?:still|just|only|also) ){0,2}need (?:your|the|street|house|an? (?:[a-z-]{2,14} ){0,2}(?:address|code|date|day|name|number|time))\b/u;

/** "Somebody rings you back. What's the number?" asks for that of a telephone. */
const A_NUMBER = /^(?:and |so |okay,? )?(?:what(?:'s| is) (?:the|your|a good) )?number(?:, please)?\?$/;
const RINGS_BACK = /\b(?:rings?|calls?|phones?|ringing|calling) (?:you|them) (?:back|later)\b|\bcall ?back\b/;
const withNumber = (slots: Slot[], sentence: string, whole: string): Slot[] =>
  slots.length === 0 && A_NUMBER.test(sentence) && RINGS_BACK.test(whole) ? ["phone"] : slots;

/** 'Just say "track", "redirect" or "call back".' */
const SAY_ONE_OF =
  /^(?:[^"“:]{1,30}: )?(?:please |just |simply |you can |you may ){0,2}(?:say|type|enter|answer|reply)(?: with)? ["“'][^"”]{1,40}["”'].{0,120} or ["“']/;

function isQuestion(sentence: string, language: Language): boolean {
  const { ask, please, wh } = language.cues;
  if (QUESTION_MARK.test(sentence) || mentions(sentence, ask)) return true;
  if (
    language.code === "en" &&
    (PLEASE_SAY.test(sentence) || SAY_ONE_OF.test(sentence) || asksOnlyFor(sentence))
  )
    return true;
  if (wh.some((word) => cueSpan(sentence, word)?.[0] === 0)) return true;
  return mentions(sentence, please) && slotSpans(sentence, language, "question").length > 0;
}

/**
 * Joins lists with the sentence that introduces them: "please tell me:" and the lines below it are one
 * request.
 */
export function inOneLine(message: string): string {
  return message
    .replace(/\*\*|__|`/g, "")
    .replace(/(?<!\s)(\s+)(?:[-*•]|\d{1,2}[.)])\s+/g, (item, space: string) => {
      const end = space.indexOf("\n");
      return end < 0 ? item : `${space.slice(0, end)}, `;
    })
    .replace(/:\s*\n\s*/g, ": ");
}

/**
 * The slots that a question asks for. A slot that comes with its value ("Is A-123 your order number?") only
 * asks for a yes.
 */
function asked(question: string, language: Language): Slot[] {
  const values = findValues(question, language);
  return slotSpans(question, language, "question")
    .map(({ slot }) => slot)
    .filter((slot) => !values.some(({ kind }) => SLOT_KINDS[slot]?.includes(kind) && kind !== "number"));
}
