import { seemsEffectful } from "../../metrics/tools/effectful.ts";
import { deedsIn, deedsOf, verbDeedsIn } from "../../policies/agent-tools.ts";
import { tokensOf } from "../../policies/read/tokens.ts";
import { type AgentTool, parametersOf } from "../../tools/tool.ts";
import { asksHowItStands, sayingHowItStands } from "./how-it-stands.ts";
import { isReference } from "./lookups.ts";
import { stemsOf } from "./stems.ts";
import { cannotCome, wishOf } from "./wish.ts";
import { includesRun, stemsIn } from "./words-in-goal.ts";

export interface ChosenTool {
  tool: AgentTool;
  /** Why this one. */
  reason: string;
}

/** Callers who ask for information do not need the tool that does the thing. */
const ASKS =
  /^(?:ask(?! for\b| to\b)|get (?:a |the )?(?:price|quote)|check|discuss|find out|hear|know|learn|look up|see|talk|track|where|when|what|how)\b/i;
const LOOKS_UP = /^(?:check|fetch|find|get|list|look|lookup|query|read|search|show|track)(?=_|[A-Z]|$)/;
/** Callers to whom something has happened, and the tools that take it down. */
const REPORTS = /\b(?:accident|broke|broken|complain|complaint|damage|damaged|fault|problem|report|wrong)\b/i;
const TAKES_REPORTS =
  /(?:^|_)(?:claim|complaint|incident|issue|log|problem|report|ticket)(?:_|$)|(?:Claim|Complaint|Incident|Issue|Problem|Report|Ticket)/;
/** Callers who ask for a price, and the tools that say it. */
const ASKS_PRICE = /\b(?:costs?|prices?|quote|how much)\b/i;
const SAYS_PRICE = /(?:^|_)(?:quote|price|cost|rate|calculate|estimate)|(?:Quote|Price|Cost|Rate|Estimate)/;
/** A price may be in a tool's words. What is free is another question: "when a course starts", and not "when she would have access". */
const OF_PRICE = /\b(?:charges?|costs?|fees?|fares?|prices?|quotes?|rates?|tariffs?)\b/i;
/** "What a student pays", and not "what he has to pay" for what he has had */
const WHAT_SOMEBODY_PAYS =
  /\bwhat (?!(?:he|her|his|i|it|my|our|she|their|they|to|we)\b)(?:\p{L}{1,15} ){1,4}?pays?\b/iu;
const ASKS_WHAT_IS_FREE =
  /\b(?:availab\w{2,6}|free|is there|are there|place|room|slot|left|in stock|next|earliest)\b|\b(?:when|whether|which)\b[^.,;]{0,60}\b(?:\w{2,6}day|tomorrow|tonight|week(?:end)?|month|starts?|begins?)\b/i;
/** Callers who ask what the rules are, which the prompt says, and no list of what is free. */
const ASKS_RULE = [
  /\bwhat happens (?:if|when)\b/i,
  /\bwhether\b[^.,;]{0,60}\b(?:allowed|necessary|needed|permitted|required|ha(?:s|ve) to|must)\b/i,
  /\bwhether\b[^.,;]{0,60}\b(?:can|may) (?:bring|come|drink|eat|enter|get in|give|keep|park|pay|smoke|use|wear)\b/i,
];
/** "When the library is open": no list of what is free either. */
const OPENING_HOURS =
  /\b(?:when|what time|which days?|how long)\b[^.,;]{0,40}? (?:opens?|closes?|closed)\b|\bopening (?:hours|times)\b/gi;
/** "Whether there's a joining fee" asks for a price. */
const WHETHER_FEE = /\bwhether\b(?=[^.,;]{0,60}\b(?:charges?|costs?|deposit|discount|extra|fees?)\b)/gi;
/** Nor of "which room is the hardest", "whether it is safe for a child". */
const WHAT_IT_IS = [
  /\b(?:what|which) \p{L}{3,15} (?:is|are) (?:the )?(?:best|easiest|\p{L}{3,12}est|most \p{L}{3,15})\b/giu,
  /\bwhether (?:it|it['’]s|they|that|this) (?:(?:is|are) )?(?:dangerous|good|healthy|okay|right|safe|suitable|vegan|vegetarian)\b/gi,
] as const;
const OWN_RECORD = /\b(?:her|his|its|my|their)\b/i;
/** Callers for whom something has to be another way, and the tools that make it so. */
const OTHERWISE =
  /\binstead\b|\b(?:days?|hours?|minutes?|weeks?) (?:earlier|later)\b|\b(?:another|a different|a new) (?:day|time|date|slot|window)\b/i;
/** "A different card on the flowers that he ordered" */
const OTHER_ON_EXISTING =
  /\b(?:another|a different|a new) [^.,;]{2,40}? (?:he|she|they|I) (?:has |have )?(?:booked|bought|ordered|reserved)\b/i;
/** "Wants the writing on his order changed" */
const HAS_CHANGED =
  /^(?:(?:needs?|wants?|would like) (?:to have )?)?(?:her|his|my|the|their) [^.,;]{2,60}? (?:altered|amended|changed|corrected|moved|updated)\b/i;
/** "Raise the bowls of the order to eighteen" */
const TO_ANOTHER = /\b(?:chang|decreas|increas|lower|rais|reduc|switch)(?:e|es|s)? (?:[^.,;]{1,60} )?to\b/i;
const CHANGES = /^(?:resched|rebook|rearrang|change|move|shift|postpone|update|amend)/i;
const TAKES_ABSENCES = /(?:^|_)(?:absence|absent)(?:_|$)|(?:Absence|Absent)/;
/** Tools that find out who is calling, which no goal is about. */
const IDENTIFIES = /^(?:auth(?!ori[sz])|identif|verif)/i;
/** A tool that shares less with a goal is not proposed; if the caller only asks, few tools are left to choose from. */
const ENOUGH = { asks: 0.2, does: 1 };

/** A goal may name its tool: "Order a pizza (place_order)", "Order a pizza with place_order". */
export function namedTool(goal: string, tools: readonly AgentTool[]): { goal: string; tool?: AgentTool } {
  const tool = tools.find(({ name }) => goal.includes(name) && /[_A-Z.]/.test(name));
  if (!tool) return { goal };
  const [before = "", after = ""] = goal.split(tool.name, 2);
  const rest =
    before
      .trimEnd()
      .replace(/(?:\(|->|→|:|\b(?:with|using|via|by))$/i, "")
      .trimEnd() + after.replace(/^\)/, "");
  return { goal: rest.trim(), tool };
}

/** The tool that a goal is about, with the reason. Undefined if none is, or if several are alike. */
export function chooseTool(goal: string, tools: readonly AgentTool[]): ChosenTool | undefined {
  const text = lastWish(wishOf(goal), tools);
  const { tool: named } = namedTool(text, tools);
  if (named) return { tool: named, reason: "the goal names it" };
  const [absence, ...others] = tools.filter(({ name }) => TAKES_ABSENCES.test(name));
  if (absence && others.length === 0 && cannotCome(goal))
    return { tool: absence, reason: "the caller says that somebody can't come" };
  const wanted = wantedBy(text);
  const scores = scoresOf(wanted, tools);
  const looksUp = wanted.asks || wanted.status;
  // A caller who wants something done needs a tool that only looks something up if no other fits.
  const sure = surest(looksUp ? scores : scores.filter(({ tool }) => !LOOKS_UP.test(tool.name)), wanted);
  const only = sure ? undefined : wanted.asks ? onlyOneToAsk(text, tools) : onlyOneThatDoes(text, scores);
  if (only) return only;
  const best = sure ?? surest(scores, wanted);
  if (!best) return undefined;
  const shared = [...wordsOf(best.tool).all].filter((stem) => wanted.stems.has(stem));
  const words = (text.toLowerCase().match(/\p{L}{3,}/gu) ?? []).filter((word) =>
    shared.some((stem) => word.startsWith(stem)),
  );
  const quoted = [...new Set(words)].map((word) => `"${word}"`).join(" and ");
  return {
    tool: best.tool,
    reason: `its name and description share ${quoted || "their meaning"} with the goal`,
  };
}

type Scored = { tool: AgentTool; score: number };

function surest([best, second]: readonly Scored[], { asks }: Wanted): Scored | undefined {
  const isSure =
    best !== undefined && best.score !== second?.score && best.score >= (asks ? ENOUGH.asks : ENOUGH.does);
  return isSure ? best : undefined;
}

/** The names of the tools that a goal without a sure one may be about, the likeliest first. */
export const likelyTools = (goal: string, tools: readonly AgentTool[]): string[] =>
  scoresOf(wantedBy(wishOf(goal)), tools)
    .filter(({ score }) => score > 0)
    .slice(0, 3)
    .map(({ tool }) => tool.name);

/** "Reservation R318", "order KF-70412", "the pupils in her booking" */
const EXISTING =
  /\b(?:appointment|booking|claim|contract|order|parcel|policy|reservation|visit) (?:number )?[A-Z]{1,4}-?\d{2}|\b(?:in|of|on|to) (?:her|his|my|their) (?:appointment|booking|order|reservation)\b/;
/** What somebody has finished with, it has. */
const HAS_USED = /\bfinished with (?:her|his|my|the|their)\b/i;

/** Tickets are for a show. "Collect the order" and "the flowers he ordered" order nothing. */
const NO_DEED = [
  /\btickets\b|\b(?:her|his|my|the|their) (?:\w{2,12} )?transfer\b|\b(?:he|she|they|i) (?:has |have )?(?:booked|bought|ordered|reserved)\b/gi,
  /\b(?:her|his|my|the|their) (?:booking|order|reservation)\b(?= (?!for\b)|$)/gi,
];

const wantedBy = (text: string): Wanted => ({
  said: text,
  words: aboutOf(text),
  isOfExisting: [EXISTING, HAS_USED, OTHER_ON_EXISTING, HAS_CHANGED].some((one) => one.test(text)),
  stems: stemsOf(aboutOf(text)),
  // Only a single ticket may be a note for the staff.
  deeds: deedsIn(tokensOf(NO_DEED.reduce((about, one) => about.replace(one, " "), aboutOf(text)))),
  asks: ASKS.test(text) && !hasLaterDeed(text),
  price: ASKS_PRICE.test(text) || WHAT_SOMEBODY_PAYS.test(text),
  changes:
    OTHERWISE.test(text) ||
    OTHER_ON_EXISTING.test(text) ||
    HAS_CHANGED.test(text) ||
    TO_ANOTHER.test(withoutCorrection(text)),
  reports: REPORTS.test(text),
  status: asksHowItStands(text),
  begins: BEGINS_GOAL.test(text) || (WANTS_ONE.test(text) && !HAS_CHANGED.test(text)),
});

/** "Ask what it costs, then book it": a later part begins with a deed. */
const hasLaterDeed = (text: string): boolean =>
  text
    .split(/,|\band\b|\bthen\b|\bbut\b/i, MOST_PARTS)
    .slice(1)
    .map((part) =>
      part
        .trim()
        .replace(/^(?:also|to) /i, "")
        .split(/\s+/, 2),
    )
    .some(
      ([first = "", second]) =>
        (/^takes?$/.test(first) && second === "one") ||
        verbDeedsIn(tokensOf(/ed$/.test(first) ? "" : `${first} ${second ?? ""}`)).length > 0 ||
        // "Then order two", and not "and payments".
        (second !== undefined && !/(?:s|ed)$/.test(first) && deedsIn(tokensOf(first)).length > 0),
    );
const MOST_PARTS = 20;

function scoresOf(wanted: Wanted, tools: readonly AgentTool[]): Scored[] {
  const all = tools.map(wordsOf);
  const saying = wanted.status ? sayingHowItStands(wanted.said, tools) : [];
  return tools
    .filter(({ name }) => !IDENTIFIES.test(name) && !(wanted.asks && seemsEffectful(name)))
    .map((tool) => {
      const saysStatus = saying.includes(tool);
      // The posters that are to be ready have been chosen already.
      const isChosen = saying.length > 0 && !saysStatus;
      const namesOption = !isChosen && namesOptionOf(tool, wanted, tools);
      return { tool, score: scoreOf(tool, wanted, all, { namesOption, saysStatus }) };
    })
    .sort((a, b) => b.score - a.score);
}

const BEGINS_GOAL =
  /^(?:arrange|book|buy|enroll?|get|have|hire|make|open|order|rent|request|reserve|schedule|set up|sign up|start|submit|try)\b/i;
/** "Wants 500 flyers" */
const WANTS_ONE =
  /^(?:wants?|needs?|would like) (?:an?|the|some|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d{1,5})\b/i;
const BEGINS_TOOL =
  /^(?:add|book|confirm|create|enroll?|hire|make|open|order|place|register|rent|reserve|schedule|start|submit)(?=_|[A-Z]|$)/;
const FOR_STAFF = /call|phone|ring|note|message|ticket|transfer|handoff/i;

/**
 * A caller who wants something new needs the tool that begins something, if there is only one. Whoever wants something else done needs
 * the only tool that does anything, if it shares a word with the goal.
 */
function onlyOneThatDoes(goal: string, scores: readonly Scored[]): ChosenTool | undefined {
  const doing = scores.filter(({ tool: { name } }) => !LOOKS_UP.test(name) && !FOR_STAFF.test(name));
  const beginning = doing.filter(({ tool }) => BEGINS_TOOL.test(tool.name));
  const [first] = beginning;
  if (first && beginning.length === 1 && (BEGINS_GOAL.test(goal) || WANTS_ONE.test(goal)))
    return { tool: first.tool, reason: "it is the only tool that begins something" };
  const [only] = doing;
  const stems = stemsOf(aboutOf(goal));
  return only && doing.length === 1 && [...wordsOf(only.tool).all].some((stem) => stems.has(stem))
    ? { tool: only.tool, reason: "it is the only tool that does something" }
    : undefined;
}

const LOOKS_UP_GOAL = /^(?:check|find out|hear|know|learn|look up|see|what|when|where)\b/i;
const OF_ONE_THING =
  /number|code|reference|\bref\b|\bid\b|(?:^|_)id$|registration|pnr|e-?mail|post_?code|name/i;

/** A caller who asks about nothing that the agent has on record needs the only tool that looks something up without it. */
function onlyOneToAsk(goal: string, tools: readonly AgentTool[]): ChosenTool | undefined {
  if (!LOOKS_UP_GOAL.test(goal)) return undefined;
  const wanted = wantedBy(goal);
  const general = tools.filter(
    (tool) =>
      LOOKS_UP.test(tool.name) &&
      !asksForRule(wanted) &&
      !(asksNoMoreThanPrice(wanted) && !saysPrice(tool)) &&
      parametersOf(tool).every(({ name, required }) => !required || !OF_ONE_THING.test(name)),
  );
  const [tool] = general;
  return tool && general.length === 1
    ? { tool, reason: "it is the only tool that looks something up for anybody" }
    : undefined;
}

/** What the caller changes to in the end, if one tool alone changes to it: "Would like a desk and changes to Resident". */
function lastWish(text: string, tools: readonly AgentTool[]): string {
  const last = CHANGES_LATER.exec(text)?.[0] ?? "";
  const isWish =
    last !== "" &&
    tools.some(
      (tool) =>
        CHANGES.test(tool.name) && seemsEffectful(tool.name) && namesOptionOf(tool, { words: last }, tools),
    );
  return isWish ? last.replace(/^[ ,]*(?:(?:and|but|then) )*/i, "") : text;
}

/** What a goal is about: not how the caller asks, and not what became of the thing before, as in "that is already booked". A book is not a booking, and what is kept longer is extended. */
const aboutOf = (goal: string): string =>
  withoutCorrection(goal)
    .replace(ASKS, " ")
    .replace(/^(?:wants?|needs?|would like) /i, "")
    .replace(/\b(?:the |my |their )?money back\b/gi, "refund, compensation")
    .replace(/\bwithout (?:\w{1,10} )?\w{2,15}ing\b/gi, " ")
    .replace(/\b(?:that|which) (?:is|are|was|were|has|have|had)\b[^.,;]{0,200}/i, " ")
    .replace(/\b(?:a|an|the|my|our|this|that|another)(?: \w{3,15})? books?\b/gi, " ")
    .replace(/(?<=\S\s)books\b/gi, " ")
    .replace(/\bkeep\b(.{1,40}?)\b(?:longer|until)\b/i, "extend, renew$1")
    .replace(
      /\b(the|their|my|his|her|an?) (?:booked|reserved|registered|planned|scheduled) (?=\p{L})/giu,
      "$1 ",
    )
    .replace(/\b(?:call|calls|called|ring|rings|rung)(?: (?:me|us|them|him|her))? back\b/gi, "callback")
    .replace(/\bfetch(?:es)?\b/gi, "fetch, pickup, collect")
    .replace(/\bpicked up\b/gi, "$&, fetch, collect")
    .replace(/\bleaves? word\b/gi, "leave a message")
    .replace(LEFT_BEHIND, "lost $1");

/** "Left a blue umbrella in the cafe", and not "left a message" */
const LEFT_BEHIND =
  /\b(?:forgot|left) ((?:an?|her|his|my|our|the|their) (?!message|note|review|deposit)(?:\p{L}{2,15} ){1,3}(?:at|behind|in|on)\b)/giu;

/** What the caller corrects on the way is not another wish: "Book a room, then change the day after hearing the price". */
const CHANGES_LATER =
  /,? (?:(?:and|but) )?(?:then |later )?(?:chang|correct|switch)\w{0,3} (?:it |that |the \w{2,12} |(?:my|your|their|his|her) mind )?(?:to|after|before|at|about)\b[^.,;]{0,80}/i;
/** ", and asks for a discount" */
const ASKS_BESIDE =
  /,? (?:and )?ask(?:s|ing)? (?:for|about|whether|if|what|how)\b(?:(?! and \p{L}{3,12}s (?:if|it)\b)[^,.;]){0,80}/iu;
const SHORTEST_WISH = 10;

const withoutCorrection = (goal: string): string =>
  [CHANGES_LATER, ASKS_BESIDE].reduce((text, aside) => {
    const found = aside.exec(text);
    return found && found.index >= SHORTEST_WISH ? text.replace(found[0], " ") : text;
  }, goal);

interface Wanted {
  /** All that it says. */
  said: string;
  /** The words that say what it is about. */
  words: string;
  stems: ReadonlySet<string>;
  /** It names one thing that exists by its code: "reservation R318". */
  isOfExisting: boolean;
  deeds: readonly string[];
  /** It asks for information. */
  asks: boolean;
  /** Something has happened. */
  reports: boolean;
  /** It asks how something stands. */
  status: boolean;
  /** It asks what something costs. */
  price: boolean;
  /** Something has to be another way. */
  changes: boolean;
  /** It wants something new. */
  begins: boolean;
}

interface ToolWords {
  name: ReadonlySet<string>;
  all: ReadonlySet<string>;
}

/** Whether the goal names a value that this tool takes, and none that another takes: a voucher, notice of marriage. */
function namesOptionOf(
  tool: AgentTool,
  { words }: Pick<Wanted, "words">,
  tools: readonly AgentTool[],
): boolean {
  const said = stemsIn(words);
  const named = tools.map((one) => {
    const options = new Set(parametersOf(one).flatMap((parameter) => parameter.options ?? []));
    return [...options].filter((option) => {
      const stems = typeof option === "string" && option.length > 3 ? stemsIn(option) : [];
      return stems.length > 0 && includesRun(said, stems);
    });
  });
  // The size of a house says nothing if several tools take it.
  const all = named.flat();
  const isOwn = named.map((some) => some.some((option) => all.filter((one) => one === option).length === 1));
  return tools.every((one, at) => isOwn[at] === (one === tool));
}

/** A word that many tools have tells little about one of them: each of a hotel's may be about a reservation. */
function scoreOf(
  tool: AgentTool,
  wanted: Wanted,
  others: readonly ToolWords[],
  { namesOption, saysStatus }: { readonly namesOption: boolean; readonly saysStatus: boolean },
): number {
  const { name, all } = wordsOf(tool);
  const weigh = (stems: Iterable<string>) =>
    [...stems]
      .filter((stem) => wanted.stems.has(stem))
      .reduce((sum, stem) => sum + 1 / others.filter((one) => one.all.has(stem)).length, 0);
  // Who confirms a move books it.
  const own = [...deedsOf(tool.name), ...(/^confirm(?=_|[A-Z])/.test(tool.name) ? ["book"] : [])];
  const same = own.some((deed) => wanted.deeds.includes(deed));
  // "Books a technician visit, or moves the planned one"
  const isDescribed =
    !same &&
    deedsIn(tokensOf((tool.description ?? "").replace(DONE_BEFORE, ""))).some((deed) =>
      wanted.deeds.includes(deed),
    );
  const other = own.length > 0 && wanted.deeds.length > 0 && !same && !isDescribed && !namesOption;
  // Of "compensation for a train that was late", the first is what it wants.
  const [first] = wanted.stems;
  const isFirst = first !== undefined && all.has(first);
  const startsAnother =
    wanted.isOfExisting && BEGINS_TOOL.test(tool.name) && !parametersOf(tool).some(isReference);
  const takesReports = wanted.reports && TAKES_REPORTS.test(tool.name);
  return (
    3 * weigh(name) +
    weigh([...all].filter((stem) => !name.has(stem))) +
    (same ? 2 : isDescribed ? 1 : 0) -
    (other ? 2 : 0) -
    (startsAnother ? 3 : 0) +
    (isFirst ? 0.25 : 0) +
    (namesOption ? 1 : 0) +
    (takesReports ? 2 : 0) +
    (saysStatus ? (wanted.asks ? 3 : 2) : 0) +
    (wanted.asks && wanted.price && SAYS_PRICE.test(tool.name) ? 2 : 0) -
    (asksForRule(wanted) || (asksNoMoreThanPrice(wanted) && !saysPrice(tool)) ? 3 : 0) +
    (wanted.changes && CHANGES.test(tool.name) && seemsEffectful(tool.name)
      ? wanted.isOfExisting
        ? 3
        : 2
      : 0) +
    (wanted.begins && BEGINS_TOOL.test(tool.name) ? 1.5 : 0) -
    (LOOKS_UP.test(tool.name) === wanted.asks ? 0 : 1)
  );
}

const asksWhatIsFree = (said: string): boolean =>
  ASKS_WHAT_IS_FREE.test(
    [OPENING_HOURS, WHETHER_FEE, ...WHAT_IT_IS].reduce((text, one) => text.replace(one, " "), said),
  );

/** The prompt answers what no tool does: the price of a bicycle is not in the list of those that are free. */
const asksNoMoreThanPrice = ({ asks, said }: Wanted): boolean =>
  asks && (OF_PRICE.test(said) || WHAT_SOMEBODY_PAYS.test(said)) && !asksWhatIsFree(said);
const asksForRule = ({ asks, said }: Wanted): boolean =>
  asks &&
  (ASKS_RULE.some((one) => one.test(said)) || said.search(OPENING_HOURS) >= 0) &&
  !OWN_RECORD.test(said) &&
  !asksWhatIsFree(said.replace(/\bwhether\b/gi, " "));

const saysPrice = ({ name, description = "" }: AgentTool): boolean =>
  OF_PRICE.test(`${name.replaceAll("_", " ")} ${description}`);

/** "Boxes for a booked move" books nothing. */
const DONE_BEFORE = /\b(?:booked|reserved|ordered|planned|scheduled|placed) (?=\p{L})/giu;

/** The stems of a tool's name, and of all that says what it is for: its description, and the values it takes. */
function wordsOf(tool: AgentTool): ToolWords {
  // "Gets damaged" has nothing of get_quote.
  const name = stemsOf(tool.name.replace(LOOKS_UP, ""));
  const options = parametersOf(tool).flatMap((parameter) => parameter.options ?? []);
  const about = [tool.description ?? "", ...options.filter((option) => typeof option === "string")];
  return { name, all: new Set([...name, ...about.flatMap((text) => [...stemsOf(text)])]) };
}
