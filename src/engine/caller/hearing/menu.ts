/** The alternatives that a question offers: "Margherita, Pepperoni or Veggie?" */
import { fold, mentions } from "../../transcript/fold.ts";
import type { Language } from "../language.ts";
import { asksForMore, type Heard, inOneLine } from "./hear.ts";
import { numberedOptions } from "./numbered-menu.ts";

/** Longer alternatives are clauses rather than things to choose from. */
const MAX_WORDS = 5;
const MAX_OPTIONS = 12;

const setOf = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** What comes before the first alternative: "Would you like", "we have", "is that". */
const LEAD = setOf(
  "there's we've like want prefer have offer do does did is it it's that that's this be are get need take choose between from for you your i we there's there " +
    "was say go got see suit work make at on in with by of to either maybe perhaps had as pay paying what which how would could can shall",
);
/** Words that an alternative may begin with and that do not belong to it. */
const OPENERS = setOf(
  "a an the on at in by for with to is would rather maybe perhaps either our some as and",
);
/** What comes after the last alternative. */
const TAIL = setOf(
  "do would which what is are suits suit works work today please then instead for you best better that sir madam be sound sounds today?",
);
/** Words that make an alternative of something that is not on offer. */
const NOT_OFFERED = setOf("not no else more other another anything something nothing");

const ASKED_FOR =
  /^(?:(?:your|full|last|first) )?(?:name|surname|e-?mail(?: address)?|phone(?: number)?|telephone(?: number)?|mobile(?: number)?|post ?code|date of birth)(?: and\b.*)?$/i;
/** "By e-mail, or at the desk?" asks for no address. */
const BY_MAIL = /\bby (?:e-?mail|phone|telephone)\b/i;
const POINTING = setOf("that this it them these those");

/** "Is anyone hurt, or can you smell gas?" asks whether something is so. */
const ASKS_WHETHER =
  /^(?:is|are|can|could|do|does|did|have|has|was|were|will|would|should) (?:i|you|we|they|he|she|it|that|this|there|any\w{0,4}|some\w{0,4}|the|your|somebody)\b/i;

/** "Are there any stains or damage?" asks whether there is something. */
const ASKS_FOR_ANY =
  /^(?:is|are|was|were|do|does|did|have|has) (?:there|you|we|they|it|he|she)(?: have| had| got)? any\b/i;

/** "Is there anyone over 70, a baby or anybody ill in the house?" offers nothing, "Is there any day that you prefer, …" does. */
const ASKS_IF_ANY =
  /^(?:(?:and|so|okay|right|now|first|also),? ){0,2}(?:is|are|was|were|do|does|did|have|has)(?: (?:there|you|we|they|either))?(?: have| had| got)? any(?!.{0,40}\b(?:prefer|rather|like|suit|day|time))/;

/** "Which town or village is that?" asks for its name. */
const WHICH_KIND =
  /^(?:[a-z]{2,10}[,.] )?(?:and )?(?:which|what) [a-z-]{3,15} or [a-z-]{3,15} (?:is|are|was|were|do|does|did|shall|should|will|would|can|may)\b/;

/** "Your date of birth: day, month and year" says how to put it. */
const PARTS_OF_DATE =
  /\bday,? (?:and )?(?:the )?month,? (?:and|or) (?:the )?year\b|\bmonth (?:and|or) year\b/;

const OF_BIRTH = /\b(?:birth|born|dob)\b/;

/** "Which day and morning or afternoon?" asks for the day, and then offers. */
const DAY_FIRST = /^(?:which|what) (?:day|date|time)s? and /i;

/** "Is everybody 16 or older?" offers nothing. */
const OR_MORE = /\d or (?:older|over|above|more|younger|under|below|less|fewer|longer|so)\b/i;

/** "Could you type or say it again?" offers nothing. */
const SAYS_OR_TYPES =
  /\b(?:type|say|spell|read|give|tell|write|repeat) or (?:type|say|spell|read|give|tell|write|repeat)\b/i;

/** The end of a list that says what is not in it. */
const OPEN_END =
  /^(?:(?:any|some)thing else|other|another one|someone else|somewhere else|(?:name|say|tell me|give me|suggest) (?:another|a different|some other)(?: \p{L}{2,10})?)$/iu;

/** "Which of these shall I take: …" wants one of them, and no yes. */
const WHICH_OF = /^(?:(?:and|so|well),? )?(?:which|what)\b[^:?]{0,40}: /;

/** "Would Mira or Aylin be alright?" offers two: it does not read anything back. */
const SUITS =
  /^((?:would|will|is|are)\b[^?]{1,100}? or [^?]{1,100}?)(?: be)? (?:acceptable|al(?:l )?right|fine|good|ok(?:ay)?|suitable)(?: (?:for|with) you)?(?=\s?\?$)/i;

/** "Right, Tuesday 29 December, I've got 8 to 12 or 4 to 7", "12:30 isn't free; I have 9 or 11": what comes before is not offered. */
const BEFORE_OFFER =
  /^(?:(?:[^,:;]|:\d){1,60}[,;] ){1,3}(?=(?:i|we|there)(?:['’](?:ve|s)| have| could| can| is| are)(?: got| do| offer)? )/i;

/** "Is there a day that suits you, and do you prefer mornings or afternoons?" */
export const BEFORE_MENU = /^[^?]{3,80},? and (?=(?:do|would) you (?:prefer|rather|like)\b[^?]{1,60} or )/i;

/** "A) 8:00, B) 11:00, C) 15:30?" offers what stands behind the letters. */
const withoutLetters = (sentence: string): string =>
  /(?<![\p{L}\d])A\) /iu.test(sentence)
    ? sentence.replace(/(?<![\p{L}\d])A\) /giu, "").replace(/[,;]? (?:or )?[B-H]\) /gi, " or ")
    : sentence;

/** "And how big is he or she – small, medium or large?" offers what stands behind the dash. */
function afterDash(sentence: string): string {
  const behind = sentence.split(/\s[–—-]\s/).at(-1) ?? "";
  return / or /i.test(behind) ? behind : sentence;
}

/** The alternatives in a sentence, as the agent writes them. Empty if it offers none. */
export function optionsIn(said: string, { cues, code }: Language): string[] {
  if (code !== "en") return [];
  const sentence = afterDash(withoutLetters(said.trim()))
    .replace(BEFORE_OFFER, "")
    .replace(BEFORE_MENU, "")
    .replace(SUITS, "$1");
  const folded = fold(sentence);
  const asksFirst = WHICH_OF.test(folded);
  if (!asksFirst && [cues.proceed, cues.check].some((group) => mentions(folded, group))) return [];
  if (asksForMore(folded, cues) || OR_MORE.test(folded) || SAYS_OR_TYPES.test(folded)) return [];
  if (
    ASKS_IF_ANY.test(folded) ||
    WHICH_KIND.test(folded) ||
    (PARTS_OF_DATE.test(folded) && OF_BIRTH.test(folded))
  )
    return [];
  const plain = sentence
    .replace(/[?!"“”]/g, " ")
    .replace(/\([^()]{0,60}\)/g, " ")
    // "Plus for $45 or elite for $69" offers plus and elite.
    .replace(
      / (?:for|at) (?:[$€£] ?|(?:EUR|USD|GBP|CHF) )\d[\d.,]{0,8}(?: (?:a|an|per|each)(?: \p{L}{1,12})?)?(?=[ ,]|$)/gu,
      "",
    )
    .replace(PRICED, "")
    // "Wednesday, March 4 at 4:00 pm; Tuesday, March 10 at 3:00 pm" lists two moments.
    .replace(DAY_COMMA, "$1 ")
    .replace(/; /g, ", ")
    .split(/\s+/)
    .join(" ")
    .trim();
  const after = plain.lastIndexOf(": ");
  const listed = splitList(after < 0 ? plain : plain.slice(after + 2))
    .filter((part) => !OPEN_END.test(part.replace(/[.!]$/, "")))
    .map((part) => part.replace(DAY_FIRST, ""));
  if (listed.length === 2 && ASKS_FOR_ANY.test(listed[0] ?? "")) return [];
  if (listed.length < 2 || listed.slice(1).some((part) => ASKS_WHETHER.test(part))) return [];
  const parts = listed.map((part) => part.split(/\s+/).filter((word) => word !== ""));
  const all = parts.map((words, place) => {
    const begun = place === 0 ? fromArticle(withoutLead(words), parts[1] ?? []) : words;
    return bare(place === parts.length - 1 ? withoutTail(begun) : begun);
  });
  // "How big should it be, small, medium or large?" begins with the question itself.
  const [first = [], ...later] = all;
  if (later.every((words) => HOUR.test(words.join(" ")))) all[0] = hourAtEnd(first);
  const options = all.length > 2 && !beginsWithOption(parts[0] ?? [], all[0] ?? []) ? all.slice(1) : all;
  if (!options.every(isOption) || options.length > MAX_OPTIONS) return [];
  if (options.some((words) => words.some((word) => NOT_OFFERED.has(fold(word))))) return [];
  // "Either the client number or that you are new"
  // "Your name and an email or phone number" asks for them.
  if (!BY_MAIL.test(sentence) && options.some((words) => ASKED_FOR.test(words.join(" ")))) return [];
  if (options.some(([word = "", ...rest]) => rest.length === 0 && POINTING.has(fold(word)))) return [];
  return options.map((words) => words.join(" "));
}

/** "A single at 89, a double at 129 or a family room at 179 euros per night", "the circle at 28 euros". Hours are not prices. */
const PRICED =
  / at (?:\d{1,5}(?:\.\d{2})?(?= (?:euros?|pounds?|dollars?)\b)|2[5-9]|[3-9]\d|\d{3,5})(?: (?:euros?|pounds?|dollars?))?(?: (?:a|an|per|each) \p{L}{1,12})?(?=[ ,]|$)/giu;
const DAY_COMMA =
  /\b((?:mon|tues|wednes|thurs|fri|satur|sun)day), (?=(?:the )?\d{1,2}\b|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6} \d)/gi;
const HOUR = /^\d{1,2}(?:[:.]\d{2}(?: ?[ap]\.?m\.?)?| ?[ap]\.?m\.?)$/i;

/** Where the others are hours: "On Tuesday lessons can begin at 16:00" offers 16:00. */
function hourAtEnd(words: readonly string[]): string[] {
  const [last = "", before = ""] = words.toReversed();
  if (HOUR.test(last)) return [last];
  return HOUR.test(`${before} ${last}`) ? [before, last] : [...words];
}

/** A moment is said in more words: "Tuesday the 3rd at 9:30 with Dr Chen". */
const MOST_OF_MOMENT = 12;
const MOMENT = /\b\d{1,2}(?:[:.]\d{2}| ?[ap]m)\b|day\b|\b\d{1,2}(?:st|nd|rd|th)\b/i;
const isOption = (words: readonly string[]) =>
  words.length > 0 && words.length <= (MOMENT.test(words.join(" ")) ? MOST_OF_MOMENT : MAX_WORDS);

/** "And the crust, thin or deep pan?" begins with what it is about. */
const WH = /^(?:what|which|how|where|when|who)(?:'s|'ll|s)?$/;
const TOPIC = setOf("and so now for as what how which where when who regarding about then");
function beginsWithOption(written: readonly string[], option: readonly string[]): boolean {
  if (!isOption(option)) return false;
  const first = bareWord(written[0] ?? "");
  const isTopic = TOPIC.has(first) && written.some((word) => bareWord(word) === "the");
  return !isTopic && !(WH.test(first) && written.length > 1);
}

/** The parts of a list that has "or" before its last part. */
function splitList(text: string): string[] {
  const parts = text.split(/,? or /i);
  if (parts.length < 2) return [];
  const [first = "", ...rest] = parts;
  // Commas separate alternatives only before the first "or": "…, thin or deep, and your name?" says something else.
  const before = first.split(", ");
  const last = rest.at(-1)?.split(", ")[0] ?? "";
  return [...before, ...rest.slice(0, -1), last].map((part) => part.trim()).filter((part) => part !== "");
}

function withoutLead(words: readonly string[]): string[] {
  const moment = words.findIndex((word) => MOMENT.test(word) || /^\d/.test(word));
  const before = moment < 0 ? words : words.slice(0, moment);
  return words.slice(before.findLastIndex((word) => LEAD.has(bareWord(word))) + 1);
}

/** "Is Hazel a dog, a cat?": if the next alternative has an article, this one begins with its own. */
function fromArticle(words: readonly string[], following: readonly string[]): string[] {
  const isArticle = (word = "") => /^(?:a|an|the)$/i.test(word);
  return isArticle(following[0]) ? words.slice(words.findLastIndex(isArticle) + 1) : [...words];
}

function withoutTail(words: readonly string[]): string[] {
  // "Or get you enrolled?"
  const isTail = (word: string, place: number) => {
    const following = words[place + 1];
    const isObject = bareWord(word) === "you" && following !== undefined && !TAIL.has(bareWord(following));
    return place > 0 && TAIL.has(bareWord(word)) && !isObject;
  };
  const at = words.findIndex(isTail);
  return at < 0 ? [...words] : words.slice(0, at);
}

function bare(words: readonly string[]): string[] {
  const at = words.findIndex((word) => !OPENERS.has(bareWord(word)));
  const end = words.findLastIndex((word) => !OPENERS.has(bareWord(word)));
  const kept = at < 0 ? [] : words.slice(at, end + 1);
  return kept.map((word, place) =>
    place === kept.length - 1 ? word.replace(/(?<![.,;:])[.,;:]+$/, "") : word,
  );
}

const bareWord = (word: string) => fold(word).replace(/(?<![.,;:])[.,;:]+$/, "");

/** The question of a message that offers alternatives, and these. */
export function menuIn(
  { asking, text, check, proceed }: Heard,
  language: Language,
): { question: string; options: string[] } | undefined {
  const numbered = language.code === "en" && !check && !proceed ? numberedOptions(text) : [];
  if (numbered.length > 1 && asking.length > 0) return { question: asking.at(-1) ?? "", options: numbered };
  for (const question of asking.toReversed()) {
    if (language.code === "en" && !question.includes("?") && !CHOOSES.test(question)) continue;
    const options = optionsIn(question, language);
    if (options.length > 1) return { question, options };
  }
  return undefined;
}

/** Without a question mark, a sentence with an "or" may tell something: "We call you back; or please ring 01632 960 200." */
const CHOOSES =
  /\b(?:answer|choose|enter|give|know|like|name|pick|prefer|press|reply|say|select|tell|type|want|what|which)\b/i;

/** Words before a list of what there is. */
const THERE_IS = [
  "have",
  "we've",
  "there's",
  "there is",
  "there are",
  "we do",
  "offer",
  "choose from",
  "choice of",
  "i've got",
  "we've got",
  "are free",
  "is free",
  "free:",
  "free hours",
  "free times",
  "available",
  "openings",
  "i could do",
  "i can do",
  "we could do",
  "we can do",
  "slots",
  "options",
];

/**
 * What a message lists beside its question: "We have Margherita, Pepperoni and Veggie. Which would you like?" Only in English.
 */
export function listBeside(
  { statements, text, choice, wh, offer, asks, asking }: Heard,
  { code, ...language }: Language,
): string[] {
  // "What time? I have 9:30 and 15:30, for instance."
  const isOneOf = ONE_OF.test(asking.join(" "));
  const asksWhen = isOneOf || asks.some((slot) => slot === "date" || slot === "time");
  if (code !== "en" || !(wh || isOneOf) || !(choice || offer || asksWhen)) return [];
  const found = inOneLine(text)
    .split(/[!?\n]|\.(?!\d)/)
    .findLast(
      (sentence) =>
        / (?:and|or) |, /.test(sentence) &&
        (mentions(fold(sentence), THERE_IS) ||
          LISTS.test(sentence) ||
          (asksWhen && MOMENTS.test(sentence))) &&
        statements.some((statement) => statement.includes(fold(sentence.trim()))),
    );
  const list = found?.replace(/:,\s/, ": ").replace(EXAMPLES, "") ?? "";
  const items = list.slice(list.indexOf(": ") + 1).split(", ");
  if (!/ (?:and|or) /.test(list) && !(items.length > 1 && items.every((item) => MOMENT.test(item))))
    return [];
  const [and, comma] = [list.lastIndexOf(" and "), list.lastIndexOf(", ")];
  const sentence = / or /.test(list)
    ? list
    : and >= 0
      ? `${list.slice(0, and)} or ${list.slice(and + 5)}`
      : `${list.slice(0, comma)} or ${list.slice(comma + 2)}`;
  const options = optionsIn(sentence, { code, ...language });
  return choice || offer || options.every((option) => MOMENT.test(option)) ? options : [];
}

/** "I could offer you Monday or Tuesday. Would one of those suit you?" */
const ONE_OF = /\b(?:one|either|any) of (?:these|those|them)\b/i;
/** "Here is what we do: haircut, colour or beard trim." */
const LISTS = /: (?!.{0,200}\d[:.]\d\d).{1,200} or /;
/** Several days or hours in one sentence are those that there are: "The van is near you on Friday or Tuesday." */
const MOMENTS = /(?:day\b|\d{1,2}[:.]\d{2}).{1,60}(?:day\b|\d{1,2}[:.]\d{2})/i;
const EXAMPLES = /,? (?:for (?:instance|example)|say|perhaps|maybe)$/i;
