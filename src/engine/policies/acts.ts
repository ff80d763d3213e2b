/**
 * What may have to happen before something else: a question, a yes, a look-up, something read back, or
 * something said.
 */
import {
  actionsIn,
  CLOSING,
  contentStems,
  isAbout,
  PEOPLE,
  questionsIn,
  shared,
  toolsFor,
} from "./english.ts";
import { type Event, isAgent, isCall, isSaid, isUser, valuesIn } from "./events.ts";
import type { Ground } from "./rule.ts";
import { saysYes, told, undenied } from "./stated.ts";
import { holds } from "./values.ts";

/** Something that may have happened before a certain point in a conversation. */
export interface Act {
  readonly says: string;
  readonly happened: (before: readonly Event[], then: Event, ground: Ground) => boolean;
  /** Whether the act applies to this conversation. If absent, it always does. */
  readonly applies?: (before: readonly Event[], then: Event, ground: Ground) => boolean;
  /** A pattern of the questions with which the agent performs the act. */
  readonly asked?: string;
  readonly consent?: boolean;
}

/** Facts that callers are asked for: their names in a prompt, and in an agent's question. */
const ASKED_FOR: readonly (readonly [name: RegExp, asked: RegExp, told?: RegExp])[] = [
  [/\b(?:date of birth|birth ?date|birthday|dob|born)\b/i, /\bbirth|\bborn\b|\bdob\b/i, /\bborn\b|\bbirth/i],
  [/\b(?:post ?codes?|zip(?: codes?)?|postal codes?)\b/i, /\bpost ?code|\bzip\b|postal/i],
  [/\b(?:e-?mail)\b/i, /\be-?mail/i, /\S@\S/],
  [
    /\b(?:phone|telephone|mobile|callback) ?(?:numbers?)?\b|\bnumber to (?:call|reach)/i,
    /\bphone|\bmobile|\bnumber\b|\breach you/i,
    /\+?\d[\d ()-]{6,}/,
  ],
  [
    /\b(?:security (?:question|word|code|answer)|pass ?word|pass ?phrase|pass ?code|pin|code ?word)\b/i,
    /\bsecurity|\bpass|\bpin\b|\bword\b|\bcode\b/i,
  ],
  [/\b(?:last (?:four|4)(?: digits)?)\b/i, /\bdigits\b|\blast (?:four|4)\b/i],
  [
    /\b(?:order|booking|reservation|reference|account|customer|member(?:ship)?|policy|confirmation|ticket|invoice|patient|case|claim)(?:'s)? (?:number|id|code|reference|no)s?\b|\breference\b/i,
    /\b(?:number|id|reference|code)\b/i,
    /\b[A-Z]{0,4}-?\d{3,}\b/i,
  ],
  [/\b(?:address|where they live)\b/i, /\baddress\b|\bstreet\b|\blive\b/i],
  [
    /\b(?:sur|last |family |full |first |caller'?s? |customer'?s? |patient'?s? |guest'?s? |their |his |her |a |the )?names?\b|\bwho (?:is calling|they are|it is|(?:you're|you are) (?:talking|speaking) (?:to|with))\b/i,
    /\bname\b|\bwho\b|\bspeaking\b/i,
    /\b(?:name is|this is|I'm|I am) \p{Lu}/u,
  ],
  [/\b(?:allerg\w+)\b/i, /\ballerg/i, /\ballerg/i],
  [/\b(?:how old|age)\b/i, /\bold\b|\bage\b/i, /\byears? old\b|\bI am \d+/i],
];
const IDENTITY =
  /\b(?:identit(?:y|ies)|identif\w+|authenticat\w+|verif(?:y|ied|ies|ying|ication)(?: (?:them|him|her|the (?:caller|customer|patient|guest|account holder)|who))?|who (?:they|you're|you are|it) \w+|security check|know(?:s|n)? who)\b/i;
const IDENTITY_ASKED =
  /\bbirth|\bborn\b|\bname\b|\bpost ?code|\bzip\b|\bpin\b|\bpass|\bsecurity|\bverif|\bidentit|\bwho am i|\blast four|\bdigits|\bnumber\b|\baddress\b/i;
const ASKING =
  /\b(?:ask\w*|identif\w*|authenticat\w*|get(?:s|ting)?|take|taken|taking|collect\w*|verif\w*|check\w*|confirm\w*|establish\w*|obtain\w*|request\w*|have|has|had|need\w*|find out|know\w*|given|gave|give|provid\w*|told|tell|tells|hear\w*|state[ds]?|note)\b/i;
const READ_BACK =
  /\b(?:read(?:ing)?|spell(?:ed|ing)?|say(?:ing)?|play(?:ing)?|repeat(?:ing|ed|s)?|give|go(?:ing|ne|es)?|run(?:ning|s)?|play(?:ed|s)?|given?|said)\b.{0,60}?\b(?:back|over|through)\b|\b(?:recap\w*|summar\w+|repeat(?:ed|ing|s)?|read[- ]?back|echo\w*|restat\w+|spell(?:ed|ing)? (?:it |that )?(?:out|back))\b/i;
const CONSENT =
  /\b(?:sa(?:y|ys|id|ying) (?:yes|so|okay|ok)|yes|agree[sd]?|agreement|consent\w*|go[- ]ahead|approv\w+|permission|accept(?:s|ed)?|green light|asking(?: (?:them|first|him|her|the \w+))?$|okay(?:s|ed|ing)?|ok'd|happy with|confirm(?:s|ed|ation)?)\b/i;
const TELLING =
  /\b(?:tell\w*|told|read(?:s|ing)?|mention\w*|say\w*|said|explain\w*|warn\w*|inform\w*|stat(?:e|ed|ing)|let .{1,30} know|advis\w+|remind\w*|point(?:ed|ing)? out|quot(?:e|ed|ing)|announc\w*|make (?:it )?clear|made (?:it )?clear|disclos\w*|hear\w*|heard|name[ds]?|spell(?:ed)? out|give)\b/i;
const CHECK_CUE =
  /\b(?:is (?:that|this|it|everything) (?:right|correct|ok(?:ay)?|good)|correct\?|right\?|shall i|should i|ok(?:ay)?\?|do you confirm|please confirm|can you confirm|does that (?:sound|look)|all good)/i;

const SPEECH_AND_CONSENT = new RegExp(`${TELLING.source}|${CONSENT.source}`, "gi");
const HEARS_THAT =
  /\b(?:hear\w*|told|tell\w*|mention\w*|sa(?:y|ys|id)|explain\w*|inform\w*|warn\w*|know\w*) (?:(?:them|him|her|people|callers?|customers?|of|about) )*(?:this|that|it|so)\b/i;
/** Saying what something costs is telling the price, whatever the prompt calls it. */
const PRICE = /\b(?:prices?|costs?|fees?|charges?|totals?|amounts?|sums?|rates?|how much)\b/i;
const MONEY = /[$€£¥₹]\s?\d|\b\d[\d.,]*\s?(?:dollars?|euros?|pounds?|francs?|rupees?|usd|eur|gbp|chf)\b/i;
/** "The last four digits of the card (if they still know them)": a fact that the agent may do without. */
const OPTIONAL =
  /(?:,| and| or) (?:(?! and | or )[^,()])*\((?=[^)]*\b(?:if|or|unless|instead|substitute|alternative\w*|optional\w*)\b)[^)]*\)?/gi;

/** "Without being asked", "unless the caller says …": something that the caller has to say. */
const REQUESTED =
  /\b(?:being asked|on request|upon request|if asked|(?:they|he|she|\w+) (?:ask|asks|asked|requests?|requested)(?: (?:you|for it|to))*$)/i;
const CALLER_SAYS = new RegExp(
  `^${PEOPLE} (?:has |have |had )?(?:explicitly |clearly |really )?(?:says?|said|asks?|asked|requests?|requested|mentions?|mentioned|threatens?|threatened|wants?|insists?|complains?)\\b(.*)$`,
  "iu",
);

function callerSays(clause: string): Act | undefined {
  if (REQUESTED.test(clause))
    return {
      says: "the caller has asked for it",
      happened: (before, then) => {
        const actions = then.kind === "called" ? [...actionsIn(then.name)] : [];
        return before.some((event) => isUser(event) && actions.some((one) => actionsIn(event.text).has(one)));
      },
    };
  const stems = contentStems(CALLER_SAYS.exec(clause.trim())?.[1] ?? "");
  if (stems.length === 0 || CONSENT.test(clause)) return undefined;
  return {
    says: `the caller says: ${stems.join(", ")}`,
    happened: (before) => before.some((event) => isUser(event) && shared(stems, event.text) > 0),
  };
}

/** What must have happened, according to a clause. */
export function actOf(clause: string, ground: Ground, previous = ""): Act | undefined {
  const said = callerSays(clause);
  if (said) return said;
  const named = ground.tools.filter((tool) => new RegExp(`\\b${tool}\\b`).test(clause));
  if (named.length > 0)
    return {
      says: named.join(" or "),
      applies: (_, __, { knowsCalls }) => knowsCalls,
      happened: (before) => before.some((event) => isCall(event) && named.includes(event.name)),
    };
  if (READ_BACK.test(clause))
    return {
      says: "the agent reads it back",
      happened: (before, then, known) => readBack(before, then, known) === "all",
      // If nothing was arranged, there is nothing to read back: a caller who only asked something may be let
      // go. If something was arranged and only part of it was read back, only a judge can tell whether that
      // is enough.
      applies: (before, then, known) =>
        then.kind === "called" ||
        (before.some((event) => isCall(event) && known.isEffectful(event.name)) &&
          readBack(before, then, known) !== "some"),
      consent: true,
    };
  const wanted = clause.replace(OPTIONAL, " ");
  const items = ASKED_FOR.filter(([name]) => name.test(wanted));
  const isAny = / or /i.test(clause) && !/\b(?:both|and)\b/i.test(clause);
  // "Names" are something to ask for, not an action of the agent.
  const others = items.reduce((text, [name]) => text.replace(name, " "), clause);
  if (items.length > 0 && (ASKING.test(clause) || !TELLING.test(others)))
    return {
      says: `the agent knows ${items.map(([name]) => name.exec(clause)?.[0].trim()).join(isAny ? " or " : " and ")}`,
      happened: (before) => {
        const found = items.map((item) => wasAsked(item, before));
        return isAny ? found.some(Boolean) : found.every(Boolean);
      },
      asked: withheld(items.map(([, asked]) => asked)),
    };
  const required = IDENTITY.test(clause) ? requiredFor(ground) : [];
  if (required.length > 0)
    return {
      says: `the agent knows ${required.map(([, , , word]) => word).join(" and ")}`,
      happened: (before) => required.every((item) => wasAsked(item, before)),
      asked: withheld(required.map(([, asked]) => asked)),
    };
  if (IDENTITY.test(clause))
    return {
      says: "the agent knows who is calling",
      happened: (before) =>
        before.some(
          (event) => isAgent(event) && questionsIn(event.text).some((text) => IDENTITY_ASKED.test(text)),
        ),
      asked: IDENTITY_ASKED.source,
    };
  if (
    CONSENT.test(clause) &&
    !TELLING.test(clause.replace(/\bsa(?:y|ys|id|ying)\b|\btell\w*|\btold\b/gi, ""))
  )
    return { says: "the caller has said yes", happened: (before) => hasConsented(before), consent: true };
  // "The passenger must hear that": "that" is in the sentence before.
  const own = contentStems(clause.replace(SPEECH_AND_CONSENT, " "));
  const refers = HEARS_THAT.test(clause) && own.length <= 1 && previous !== "";
  const meant = refers ? previous : clause;
  const stems = refers ? contentStems(previous.replace(SPEECH_AND_CONSENT, " ")) : own;
  if (TELLING.test(clause) && stems.length > 0)
    return {
      says: `the agent says: ${clause.trim()}`,
      // Words at the end of a call refer to what was arranged in it.
      applies: (before, then, known) =>
        !(isAgent(then) && CLOSING.test(then.text)) || isArranged(before, known),
      happened: (before) =>
        before.some(
          (event) =>
            isAgent(event) &&
            (isAbout(stems, undenied(event.text)) || (PRICE.test(meant) && MONEY.test(event.text))),
        ),
    };
  if (ASKING.test(clause) && stems.length > 0)
    return {
      says: `the agent asks: ${clause.trim()}`,
      happened: (before) =>
        before.some((event) => isSaid(event) && shared(stems, event.text) > 0) ||
        before.some((event) => event.kind === "called" && toolsFor(clause, [event.name]).length > 0),
    };
  return undefined;
}

/** What a caller keeps to itself. It keeps its name only if nothing else is asked. */
const withheld = (asked: readonly RegExp[]): string => {
  const others = asked.filter((one) => !one.test("your name"));
  return (others.length > 0 ? others : asked).map(({ source }) => source).join("|");
};

/**
 * How the prompt itself says that a caller is identified, if it says so in one place: two facts or more, all
 * of them.
 */
function requiredFor({ statements }: Ground): (readonly [RegExp, RegExp, RegExp | undefined, string])[] {
  const lists = statements.flatMap((text, place) => {
    const items = ASKED_FOR.flatMap(([name, asked, answer]) => {
      const word = name.exec(text)?.[0].trim();
      return word === undefined ? [] : [[name, asked, answer, word] as const];
    });
    const isOfIdentity = IDENTITY.test(text) || IDENTIFYING_HEADING.test(statements[place - 1] ?? "");
    const isChoice = /\b(?:or|either|any of|one of|failing that|alternatively|substitute)\b/i.test(text);
    return items.length >= 2 && isOfIdentity && ASKING.test(text) && !isChoice ? [items] : [];
  });
  return lists.length === 1 ? (lists[0] ?? []) : [];
}
const IDENTIFYING_HEADING = /^(?!.*[.!?]$)(?:\S+ ){0,3}?(?:identi\w+|verif\w+|authentic\w+|security)\b/i;

/** Whether there is something to mention at the end: a change was made, or the agent never makes any. */
const isArranged = (before: readonly Event[], { tools, isEffectful }: Ground) =>
  !tools.some(isEffectful) || before.some((event) => isCall(event) && isEffectful(event.name));

function wasAsked(
  [, asked, answer]: readonly [RegExp, RegExp, (RegExp | undefined)?, ...unknown[]],
  before: readonly Event[],
): boolean {
  return before.some(
    (event) =>
      (isAgent(event) && clausesAsking(event.text).some((text) => asked.test(text))) ||
      (isUser(event) && answer?.test(told(event.text))),
  );
}

/** Sentences that ask. Lists and short requests ("Your name, please.") count. */
const clausesAsking = (text: string) => questionsIn(text);

const hasConsented = (before: readonly Event[]) =>
  before.some(
    (event, place) =>
      isUser(event) &&
      saysYes(event.text) &&
      before.slice(0, place).some((earlier) => isAgent(earlier) && earlier.text.includes("?")),
  );

/**
 * How many of a call's values were said to the caller before. Without a call, those of the last call that
 * changed something.
 */
function readBack(before: readonly Event[], then: Event, { isEffectful }: Ground): "all" | "some" | "none" {
  const arranged =
    then.kind === "called" ? then : before.findLast((event) => isCall(event) && isEffectful(event.name));
  const wanted = arranged?.kind === "called" ? spokenValues(arranged.parameters) : [];
  // "Ten thirty" may come from a look-up, if the call itself was given the slot's id.
  const found =
    then.kind === "called" ? [] : before.filter(isCall).flatMap(({ output }) => spokenValues(output));
  const needed = Math.min(2, wanted.length);
  const said = before.flatMap((event, place) => {
    // The caller must have answered words said before a call. Words at the end need no answer.
    if (!isAgent(event) || (then.kind === "called" && !before.slice(place + 1).some(isUser))) return [];
    if (CHECK_CUE.test(event.text)) return Infinity;
    const count = wanted.filter((value) => holds(event.text, value)).length;
    return count === 0 && found.some((value) => holds(event.text, value)) ? A_PART : count;
  });
  const most = Math.max(0, ...said);
  return most === 0 ? "none" : most >= needed ? "all" : "some";
}

const A_PART = 0.5;

/** Leaves out ids, because they are never spoken. */
const spokenValues = (given: unknown) =>
  valuesIn(given).flatMap(({ key, value }) => (/(?:^|_)id$/i.test(key) ? [] : String(value)));
