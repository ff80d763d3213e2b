import { seemsEffectful } from "../../metrics/tools/effectful.ts";
import { deedsIn, deedsOf } from "../../policies/agent-tools.ts";
import { tokensOf } from "../../policies/read/tokens.ts";
import { type AgentTool, parametersOf } from "../../tools/tool.ts";
import { withoutCaller } from "./said-in-goal.ts";
import { stemsOf } from "./stems.ts";

export interface ChosenTool {
  tool: AgentTool;
  /** Why this one. */
  reason: string;
}

const WISH =
  /^(?:(?:the )?(?:caller|client|customer|guest|member|passenger|patient|user) )?(?:calls|has|hopes|is calling|needs?|tries|wants?|wishes|would like) to (?=\p{L})/iu;

/** What a caller wants to do: "book a table" of "Wants to book a table". */
export const withoutWish = (goal: string): string => goal.replace(WISH, "");

const wishOf = (goal: string): string => withoutWish(withoutCaller(goal.slice(0, LONGEST_GOAL)));

/** Callers who ask for information do not need the tool that does the thing. */
const ASKS =
  /^(?:ask(?! for\b)|check|discuss|find out|hear|know|learn|look up|see|talk|track|where|when|what|how)\b/i;
const LOOKS_UP = /^(?:check|fetch|find|get|list|look|lookup|query|read|search|show|track)(?=_|[A-Z]|$)/;
/** Callers to whom something has happened, and the tools that take it down. */
const REPORTS = /\b(?:accident|broke|broken|complain|complaint|damage|damaged|fault|problem|report|wrong)\b/i;
const TAKES_REPORTS =
  /(?:^|_)(?:claim|complaint|incident|issue|log|problem|report|ticket)(?:_|$)|(?:Claim|Complaint|Incident|Issue|Problem|Report|Ticket)/;
/** Callers who want to know how something stands, and the tools that say so. */
const HOW_IT_STANDS =
  /\b(?:arrived|completed?|done|finished|progress|ready|status|track|when will|where (?:is|are)|where\b.{1,40}\b(?:is|are))\b/i;
const SAYS_STATUS = /\b(?:progress|stage|state|status|track\w*)\b/i;
/** Tools that find out who is calling, which no goal is about. */
const IDENTIFIES = /^(?:auth|identif|verif)/i;
const LONGEST_GOAL = 1_000;
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
  const text = wishOf(goal);
  const { tool: named } = namedTool(text, tools);
  if (named) return { tool: named, reason: "the goal names it" };
  const wanted = wantedBy(text);
  const scores = scoresOf(wanted, tools);
  const best = wanted.asks || wanted.status ? surest(scores, wanted) : surestThatDoes(scores, wanted);
  if (!best) return wanted.asks ? onlyOneToAsk(text, tools) : onlyOneThatDoes(text, scores);
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

/** A caller who wants something done needs a tool that only looks something up if no other fits. */
function surestThatDoes(scores: readonly Scored[], wanted: Wanted): Scored | undefined {
  const doing = scores.filter(({ tool }) => !LOOKS_UP.test(tool.name));
  return surest(doing, wanted) ?? surest(scores, wanted);
}

/** The names of the tools that a goal without a sure one may be about, the likeliest first. */
export const likelyTools = (goal: string, tools: readonly AgentTool[]): string[] =>
  scoresOf(wantedBy(wishOf(goal)), tools)
    .filter(({ score }) => score > 0)
    .slice(0, 3)
    .map(({ tool }) => tool.name);

const wantedBy = (text: string): Wanted => ({
  stems: stemsOf(aboutOf(text)),
  // Tickets are for a show. Only a single one may be a note for the staff.
  deeds: deedsIn(tokensOf(aboutOf(text).replace(/\btickets\b/gi, " "))),
  asks: ASKS.test(text) && deedsIn(tokensOf(text.split(/\band\b/i, 2)[1] ?? "")).length === 0,
  reports: REPORTS.test(text),
  status: HOW_IT_STANDS.test(text),
  begins: BEGINS_GOAL.test(text),
});

function scoresOf(wanted: Wanted, tools: readonly AgentTool[]): Scored[] {
  const all = tools.map(wordsOf);
  return tools
    .filter(({ name }) => !IDENTIFIES.test(name) && !(wanted.asks && seemsEffectful(name)))
    .map((tool) => ({ tool, score: scoreOf(tool, wanted, all) }))
    .sort((a, b) => b.score - a.score);
}

const BEGINS_GOAL =
  /^(?:arrange|book|buy|get|have|make|open|order|request|reserve|schedule|set up|sign up|start|submit)\b/i;
const BEGINS_TOOL =
  /^(?:add|book|create|make|open|order|place|register|reserve|schedule|submit)(?=_|[A-Z]|$)/;
const FOR_STAFF = /call|phone|ring|note|message|ticket|transfer|handoff/i;

/**
 * A caller who wants something new needs the tool that begins something, if there is only one. Whoever wants something else done needs
 * the only tool that does anything, if it shares a word with the goal.
 */
function onlyOneThatDoes(goal: string, scores: readonly Scored[]): ChosenTool | undefined {
  const doing = scores.filter(({ tool: { name } }) => !LOOKS_UP.test(name) && !FOR_STAFF.test(name));
  const beginning = doing.filter(({ tool }) => BEGINS_TOOL.test(tool.name));
  const [first] = beginning;
  if (first && beginning.length === 1 && BEGINS_GOAL.test(goal))
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
  const general = tools.filter(
    (tool) =>
      LOOKS_UP.test(tool.name) &&
      parametersOf(tool).every(({ name, required }) => !required || !OF_ONE_THING.test(name)),
  );
  const [tool] = general;
  return tool && general.length === 1
    ? { tool, reason: "it is the only tool that looks something up for anybody" }
    : undefined;
}

/** What a goal is about: not how the caller asks, and not what became of the thing before, as in "that is already booked". A book is not a booking, and what is kept longer is extended. */
const aboutOf = (goal: string): string =>
  goal
    .replace(ASKS, " ")
    .replace(/\bwithout (?:\w{1,10} )?\w{2,15}ing\b/gi, " ")
    .replace(/\b(?:that|which) (?:is|are|was|were|has|have|had)\b[^.,;]{0,200}/i, " ")
    .replace(/\b(?:a|an|the|my|our|this|that|another)(?: \w{3,15})? books?\b/gi, " ")
    .replace(/(?<=\S\s)books\b/gi, " ")
    .replace(/\bkeep\b(.{1,40}?)\blonger\b/i, "extend, renew$1");

interface Wanted {
  stems: ReadonlySet<string>;
  deeds: readonly string[];
  /** It asks for information. */
  asks: boolean;
  /** Something has happened. */
  reports: boolean;
  /** It asks how something stands. */
  status: boolean;
  /** It wants something new. */
  begins: boolean;
}

interface ToolWords {
  name: ReadonlySet<string>;
  all: ReadonlySet<string>;
}

/** A word that many tools have tells little about one of them: each of a hotel's may be about a reservation. */
function scoreOf(tool: AgentTool, wanted: Wanted, others: readonly ToolWords[]): number {
  const { name, all } = wordsOf(tool);
  const weigh = (stems: Iterable<string>) =>
    [...stems]
      .filter((stem) => wanted.stems.has(stem))
      .reduce((sum, stem) => sum + 1 / others.filter((one) => one.all.has(stem)).length, 0);
  const own = deedsOf(tool.name);
  const same = own.some((deed) => wanted.deeds.includes(deed));
  // "Books a technician visit, or moves the planned one"
  const isDescribed =
    !same && deedsIn(tokensOf(tool.description ?? "")).some((deed) => wanted.deeds.includes(deed));
  const other = own.length > 0 && wanted.deeds.length > 0 && !same && !isDescribed;
  const saysStatus =
    wanted.status && SAYS_STATUS.test(`${tool.name.replaceAll("_", " ")} ${tool.description ?? ""}`);
  const takesReports = wanted.reports && TAKES_REPORTS.test(tool.name);
  return (
    3 * weigh(name) +
    weigh([...all].filter((stem) => !name.has(stem))) +
    (same ? 2 : isDescribed ? 1 : 0) -
    (other ? 2 : 0) +
    (takesReports ? 2 : 0) +
    (saysStatus ? 2 : 0) +
    (wanted.begins && BEGINS_TOOL.test(tool.name) ? 1.5 : 0) -
    (LOOKS_UP.test(tool.name) === wanted.asks ? 0 : 1)
  );
}

/** The stems of a tool's name, and of all that says what it is for: its description, and the values it takes. */
function wordsOf(tool: AgentTool): ToolWords {
  const name = stemsOf(tool.name);
  const options = parametersOf(tool).flatMap((parameter) => parameter.options ?? []);
  const about = [tool.description ?? "", ...options.filter((option) => typeof option === "string")];
  return { name, all: new Set([...name, ...about.flatMap((text) => [...stemsOf(text)])]) };
}
