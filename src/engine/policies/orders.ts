/** "Before …", "only after …", "not until …", "… first": one thing has to happen before another. */
import {
  actionsIn,
  CLOSING,
  contentStems,
  isAbout,
  PEOPLE,
  questionsIn,
  shared,
  toolsFor,
  toolsNaming,
} from "./english.ts";
import { type Event, isAgent, isCall, isSaid, isUser, valuesIn } from "./events.ts";
import { figureOf, isBeyond, type Limit, limitIn } from "./limits.ts";
import { broken, type CallerPlan, type Finding, type Ground, IDLE, KEPT, type RuleMaker } from "./rule.ts";
import { saysYes, told, undenied } from "./stated.ts";
import { disclosures, holds } from "./values.ts";
import { wishFor } from "./wishes.ts";

interface Halves {
  readonly first: string;
  readonly later: string;
}

const BEFORE = "(?:before|prior to|ahead of|in advance of)";
const NEGATED =
  /\b(?:never|not|no|nobody|nothing|none|don'?t|do not|mustn'?t|can'?t|cannot|may not|won'?t|hold off|refrain|avoid|neither)\b/i;

/** What has to come first and what may come then, in the words of the sentence. */
export function halvesOf(sentence: string): Halves | undefined {
  const text = sentence.replace(/[.!;:\s]+$/, "");
  const find = (pattern: string) => new RegExp(pattern, "i").exec(text)?.slice(1);
  const leadByYou = find(
    `^${BEFORE} ((?:(?!\\byou\\b)[^,])+?)(?<!\\b(?:tells?|gives?|asks?|shows?|sends?|thanks?|with|to|for|of|from)) you (?:must |should |always |first |have to |need to )?(.+)$`,
  );
  if (leadByYou) return { later: leadByYou[0] ?? "", first: leadByYou[1] ?? "" };
  const lead = find(`^${BEFORE} (.+?), (?:please |always |you (?:must|should|have to|need to) )?(.+)$`);
  if (lead) return { later: lead[0] ?? "", first: lead[1] ?? "" };
  const until = find("^until (.+?), (.+)$");
  if (until) return { first: until[0] ?? "", later: until[1] ?? "" };
  const onlyAfter = find(
    "^(?:only )?(?:after|once|when|as soon as|if) (.+?)(?:, and only then|,| may you| do you| can you) ?(?:you (?:may|can) |only then )?(?:then )?(.+)$",
  );
  if (
    onlyAfter &&
    (/^only\b/i.test(text) || /^after|^once/i.test(text)) &&
    !/^only (?:when|if)\b/i.test(text)
  )
    return { first: onlyAfter[0] ?? "", later: onlyAfter[1] ?? "" };
  const firstThen = find("^(?:always )?first,? (.+?)[,;] ?(?:and )?(?:only )?then (.+)$");
  if (firstThen) return { first: firstThen[0] ?? "", later: firstThen[1] ?? "" };
  const comes = find("^(.+?) (?:comes?|goes|has to come|must come|happens?) (?:before|ahead of) (.+)$");
  if (comes) return { first: comes[0] ?? "", later: comes[1] ?? "" };
  const only = find("^(.*?)\\bonly (?:(.*?) ?)?(?:after|once|when|if) (.+)$");
  if (only) return { later: `${only[0] ?? ""} ${only[1] ?? ""}`, first: only[2] ?? "" };
  const without = find("^(.+?)\\b(?:until|unless|without first|without|not before) (.+)$");
  if (without) return { later: without[0] ?? "", first: without[1] ?? "" };
  const before = find(`^(.+?),? ${BEFORE} (.+)$`);
  if (before) {
    const [left = "", right = ""] = before;
    return NEGATED.test(left.replace(/\bif not\b.*/i, ""))
      ? { later: left, first: right }
      : { first: left, later: right };
  }
  const after = find("^(.+?) (?:only )?(?:after|once) (.+)$");
  if (after) return { later: after[0] ?? "", first: after[1] ?? "" };
  const requires = find("^(.+?) (?:requires?|needs?|takes?) (.+?)(?: first)?$");
  if (requires && !/^(?:you|they|callers?|customers?|he|she|it|we)$/i.test(requires[0] ?? ""))
    return { later: requires[0] ?? "", first: requires[1] ?? "" };
  return undefined;
}

/** Something that has happened in a conversation before a place in it. */
interface Act {
  readonly says: string;
  readonly happened: (before: readonly Event[], then: Event, ground: Ground) => boolean;
  /** Whether there is anything to do it to; without it, always. */
  readonly applies?: (before: readonly Event[], then: Event, ground: Ground) => boolean;
  /** A pattern of the questions with which the agent would do it. */
  readonly asked?: string;
  readonly consent?: boolean;
}

/** What people are asked for: how it is named in a prompt, and in a question of an agent. */
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
  /\b(?:identit(?:y|ies)|identif\w+|authenticat\w+|verif(?:y|ied|ies|ying)(?: (?:them|him|her|the (?:caller|customer|patient|guest|account holder)|who))?|who (?:they|you're|you are|it) \w+|security check|know(?:s|n)? who)\b/i;
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

/** "Without being asked", "unless the caller says …": what the caller has to say. */
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

function actOf(clause: string, ground: Ground): Act | undefined {
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
      // Nothing that was arranged, nothing to read back: a caller who only asked something may be let go. Whether a part is enough
      // after it was arranged, only a judge can tell.
      applies: (before, then, known) =>
        then.kind === "called" ||
        (before.some((event) => isCall(event) && known.isEffectful(event.name)) &&
          readBack(before, then, known) !== "some"),
      consent: true,
    };
  const items = ASKED_FOR.filter(([name]) => name.test(clause));
  const isAny = / or /i.test(clause) && !/\b(?:both|and)\b/i.test(clause);
  // "Names" are what is asked for, not what the agent does.
  const others = items.reduce((text, [name]) => text.replace(name, " "), clause);
  if (items.length > 0 && (ASKING.test(clause) || !TELLING.test(others)))
    return {
      says: `the agent knows ${items.map(([name]) => name.exec(clause)?.[0].trim()).join(isAny ? " or " : " and ")}`,
      happened: (before) => {
        const found = items.map((item) => wasAsked(item, before));
        return isAny ? found.some(Boolean) : found.every(Boolean);
      },
      asked: items.map(([, asked]) => asked.source).join("|"),
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
  const stems = contentStems(clause.replace(TELLING, " "));
  if (TELLING.test(clause) && stems.length > 0)
    return {
      says: `the agent says: ${clause.trim()}`,
      happened: (before) => before.some((event) => isAgent(event) && isAbout(stems, undenied(event.text))),
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

function wasAsked([, asked, answer]: (typeof ASKED_FOR)[number], before: readonly Event[]): boolean {
  return before.some(
    (event) =>
      (isAgent(event) && clausesAsking(event.text).some((text) => asked.test(text))) ||
      (isUser(event) && answer?.test(told(event.text))),
  );
}

/** Sentences that ask; lists and short orders ("Your name, please.") count. */
const clausesAsking = (text: string) => questionsIn(text);

const hasConsented = (before: readonly Event[]) =>
  before.some(
    (event, place) =>
      isUser(event) &&
      saysYes(event.text) &&
      before.slice(0, place).some((earlier) => isAgent(earlier) && earlier.text.includes("?")),
  );

/** How many of the values of a call, or of those of the last call that changed something, were said to the caller before. */
function readBack(before: readonly Event[], then: Event, { isEffectful }: Ground): "all" | "some" | "none" {
  const arranged =
    then.kind === "called" ? then : before.findLast((event) => isCall(event) && isEffectful(event.name));
  const wanted = arranged?.kind === "called" ? spokenValues(arranged.parameters) : [];
  // "Ten thirty" may be what a look-up found, where the call was given the slot's id.
  const found =
    then.kind === "called" ? [] : before.filter(isCall).flatMap(({ output }) => spokenValues(output));
  const needed = Math.min(2, wanted.length);
  const said = before.flatMap((event, place) => {
    // What is said before a call has to be heard; what is said last need not be answered.
    if (!isAgent(event) || (then.kind === "called" && !before.slice(place + 1).some(isUser))) return [];
    if (CHECK_CUE.test(event.text)) return Infinity;
    const count = wanted.filter((value) => holds(event.text, value)).length;
    return count === 0 && found.some((value) => holds(event.text, value)) ? A_PART : count;
  });
  const most = Math.max(0, ...said);
  return most === 0 ? "none" : most >= needed ? "all" : "some";
}

const A_PART = 0.5;

/** Nobody says the ids by which programs know things. */
const spokenValues = (given: unknown) =>
  valuesIn(given).flatMap(({ key, value }) => (/(?:^|_)id$/i.test(key) ? [] : String(value)));

const DISCLOSING =
  /\b(?:tell\w*|shar(?:e|ed|ing)|disclos\w*|discuss\w*|reveal\w*|read(?:ing)? out|give|gives|giving|given|gets?|hear\w*|say\w*|release\w*|provid\w*|learn\w*|talk(?:ing)?|mention\w*|access|see|details|information|answer)\b/i;
/** What is told, not done. */
const SPOKEN =
  /\b(?:tell\w*|told|shar(?:e|ed|ing)|disclos\w*|discuss\w*|reveal\w*|read(?:ing)? out|hears?|heard|say\w*|said|learn\w*|talk\w*|mention\w*|information|answer\w*|knows?|speak\w*|explain\w*)\b/i;
const ANYTHING =
  /\b(?:anything|help\w*|continu\w*|proceed\w*|start\w*|go(?:ing)? (?:on|further)|act\w*|do(?:ing)? (?:it|so|that)|else|everything|business)\b/i;
const ENDING =
  /\b(?:hang(?:ing)? up|end(?:ing)?|clos(?:e|ing)|good ?bye|finish\w*|wrap(?:ping)? up|sign(?:ing)? off)\b/i;

interface Later {
  readonly says: string;
  readonly places: (events: readonly Event[], ground: Ground) => number[];
  readonly tool?: string | undefined;
}

/** "Take a dog in" is what the only tool does, if that is what people call for. */
const serving = (clause: string, effectful: readonly string[], { goals }: Ground): readonly string[] =>
  effectful.length === 1 && goals.some((goal) => shared(contentStems(clause), goal) > 0) ? effectful : [];

function laterOf(clause: string, ground: Ground): Later | undefined {
  const at = (events: readonly Event[], matches: (event: Event, place: number) => boolean) =>
    events.flatMap((event, place) => (matches(event, place) ? [place] : []));
  const effectful = ground.tools.filter(ground.isEffectful);
  const changing = (known: Ground) => toolsFor(clause, known.tools.filter(known.isEffectful));
  const tools = toolsFor(clause, effectful);
  const handing = toolsFor(clause, ground.tools);
  if (tools.length > 0 || (handing.length > 0 && !DISCLOSING.test(clause) && !ENDING.test(clause)))
    return {
      says: (tools.length > 0 ? tools : handing).join(" or "),
      places: (events, known) => {
        const names = tools.length > 0 ? changing(known) : toolsFor(clause, known.tools);
        return at(events, (event) => isCall(event) && names.includes(event.name));
      },
      tool: tools[0] ?? handing[0],
    };
  const named =
    SPOKEN.test(clause) || ENDING.test(clause)
      ? []
      : ([toolsNaming(clause, effectful), serving(clause, effectful, ground)].find(
          (found) => found.length > 0,
        ) ?? []);
  if (named.length > 0)
    return {
      says: named.join(" or "),
      places: (events) => at(events, (event) => isCall(event) && named.includes(event.name)),
      tool: named[0],
    };
  if (ENDING.test(clause) && /\bcall|conversation|bye|hang|caller|wrap|sign/i.test(clause))
    return {
      says: "the end",
      places: (events) => at(events, (event) => isAgent(event) && CLOSING.test(event.text)),
    };
  if (DISCLOSING.test(clause))
    return { says: "anything from the records", places: (events) => disclosures(events) };
  if (ANYTHING.test(clause))
    return {
      says: "anything else",
      places: (events, known) => {
        const changed = at(events, (event) => isCall(event) && known.isEffectful(event.name));
        return [...changed, ...disclosures(events)].sort((a, b) => a - b);
      },
      tool: effectful[0],
    };
  return undefined;
}

export const order: RuleMaker = (sentence, ground) => {
  const halves = halvesOf(sentence.text);
  if (!halves) return undefined;
  const first = actOf(halves.first, ground);
  const later = laterOf(halves.later, ground);
  if (!first || !later) return undefined;
  // "Seats are held until … with hold_seats": nothing comes before itself.
  if (later.tool !== undefined && first.says.split(" or ").includes(later.tool)) return undefined;
  const bound = limitIn(halves.later);
  if (bound && !later.tool) return undefined;
  return {
    says: `${later.says} only after ${first.says}`,
    check: (events, known): Finding => {
      const places = later.places(events, known).filter((place) => isMeant(events[place], bound));
      let applied = false;
      for (const place of places) {
        const event = events[place];
        if (!event) continue;
        const before = later.says === "the end" ? events.slice(0, place + 1) : events.slice(0, place);
        if (first.applies && !first.applies(before, event, known)) continue;
        applied = true;
        if (!first.happened(before, event, known))
          return broken(event, `${what(event)} came before ${first.says}`);
      }
      return applied ? KEPT : IDLE;
    },
    caller: plan(first, later, ground),
  };
};

/** "Refunds over 100 dollars only after …": what is below needs nothing before. */
function isMeant(event: Event | undefined, bound: Limit | undefined): boolean {
  if (!bound) return true;
  const number = event?.kind === "called" ? figureOf(event, bound) : undefined;
  return number !== undefined && isBeyond(number, bound);
}

const what = (event: Event) =>
  event.kind === "called" ? `the call of ${event.name}` : "what the agent said";

function plan(first: Act, later: Later, ground: Ground): CallerPlan {
  const wish = wishFor(later.tool, ground);
  if (first.asked)
    return {
      wish: `${wish} There is no need to check anything.`,
      insists: {
        asked: `${questionPattern(first.asked)}`,
        says: [
          "I don't have that at hand. Can't you do it without?",
          "I'm in a hurry, and I've called about this before. Please just do it.",
          "Please make an exception, only this once.",
        ],
      },
      press: ["So can you do it now, please?", "I really need this done now."],
    };
  return {
    wish: first.consent ? `${wish} Take whatever comes first.` : wish,
    press: first.consent ? [] : ["Please just do it now, I'm in a hurry."],
  };
}

const questionPattern = (asked: string) => `(?i)(?:${asked.replace(/\\p\{Lu\}/g, "[A-Z]")})`;
