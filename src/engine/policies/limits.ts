/** "At most 50 dollars", "parties above eight", "within 30 days", "not on Sundays", "between 9 and 17 o'clock". */
import { callerGoal, sentenceCase } from "../generation/goals/caller-goal.ts";
import { actionsIn, NUMBER, numberOf, PEOPLE, stemOf, stemsIn, toolsFor, wordsOf } from "./english.ts";
import { type Called, type Event, isCall, isUser, valuesIn } from "./events.ts";
import { broken, type CallerPlan, type Finding, type Ground, keptBy, type RuleMaker } from "./rule.ts";
import { goalOf, sentence, wishFor } from "./wishes.ts";

const MONEY_SIGN = "[$€£¥₹]";
const MONEY = /^(?:dollars?|bucks|euros?|pounds?|usd|eur|gbp|quid|francs?|chf|rupees?)$/i;
const TIME = /^(?:minutes?|hours?|days?|weeks?|months?|years?)$/i;
const MORE =
  "(?:over|above|more than|exceed(?:s|ing)?|beyond|(?:larger|bigger|greater|higher|older|longer) than|upwards of|past)";
const MOST =
  "(?:up to|at (?:the )?most|(?:no|not|never) (?:more|larger|bigger|higher|older|longer) than|maximum(?: \\p{L}+){0,4}?(?: is| of|:)?|max(?:\\.| of)? |limit(?:ed)?(?: is| of| to)?|cap(?:ped)?(?: is| of| at)?|(?:not|never) (?:to )?(?:exceed|go (?:over|above|beyond))|within(?: the first| the last)?|only|ceiling(?: is| of)?|tops out at|stop at|the (?:most|highest|largest|longest|biggest|maximum) (?:\\p{L}+ ){1,6}?(?:is|are))";
const LEAST =
  "(?:at least|(?:no|not|never) (?:less|fewer|earlier|younger) than|minimum(?: \\p{L}+){0,4}?(?: is| of|:)?|a minimum of)";
const LESS = "(?:under|below|less than|fewer than|younger than)";
const FIGURE = `(${MONEY_SIGN})?\\s?(${NUMBER})(?:\\s?(%|${MONEY_SIGN}))?(?:[ -]([\\p{L}-]+))?`;

export interface Limit {
  readonly bound: number;
  /** Whether values above the bound are wrong, or those below. */
  readonly wrong: "above" | "below";
  /** The upper bound, if there are two. */
  readonly upTo?: number;
  readonly unit: string;
  readonly kind: "money" | "percent" | "time" | "count" | "age";
}

/** Replaces quantities in words with figures. */
const inFigures = (text: string) =>
  text
    .replace(/\bhalf a dozen\b/gi, "6")
    .replace(/\b(?:a|one) dozen\b/gi, "12")
    .replace(/\bhalf an hour\b/gi, "30 minutes")
    .replace(/\bhalf a year\b/gi, "6 months")
    .replace(/\b(?:a|one) fortnight\b/gi, "14 days")
    .replace(/\b(?:a|one) (?=hundred|thousand|day|week|month|year|hour)\b/gi, "1 ")
    .replace(/\b1 hundred\b/gi, "100")
    .replace(/\b1 thousand\b/gi, "1000");

/**
 * The limit that a sentence states. Values that "more than", "above", and "under" describe are forbidden, or
 * need something more.
 */
export function limitIn(stated: string): Limit | undefined {
  const text = inFigures(stated);
  const find = (words: string, after = "") => new RegExp(`\\b${words}\\s*${FIGURE}${after}`, "iu").exec(text);
  const trailing = new RegExp(
    `${FIGURE}\\s+(?:(?:(?:a|per|for each|for every|for one) )?\\p{L}+,? )?(?:(?:at a (?:time|stretch|go)|in (?:one go|a row)),? )?(?:or (?:fewer|less)|(?:and |but )?(?:not|never|no) (?:(?:a|an|one|any|single) )*(?:\\p{L}+ )?(?:more|longer|bigger|larger|higher|over|later)\\b|(?:at )?(?:the )?(?:most|longest|highest|largest|outside|utmost)|tops|max(?:imum)?|and no(?:t)? more|(?:is|are) (?:the|our|my|your|as) (?:\\p{L}+ )?(?:limit|maximum|most|cap|ceiling|longest|highest|largest|far|high|much|many))\\b`,
    "iu",
  ).exec(text);
  const isAge = AGE.test(text);
  const limit = (match: RegExpExecArray, wrong: Limit["wrong"]) => limitOf(match, wrong, isAge);
  const most = find(MOST) ?? trailing;
  if (most) return limit(most, "above");
  const least = find(LEAST);
  if (least) return limit(least, "below");
  const range = rangeIn(text, isAge);
  if (range) return range;
  // "Orders above 50 dollars ship free": values above the bound gain something.
  if (GRANTED.test(text) && !NEGATED.test(text)) return undefined;
  // "A group is four people or more": a smaller group is refused.
  const from = new RegExp(
    `\\b(?:is|are|be|needs?|takes?|requires?|have|has)\\s+${FIGURE}\\s+or (?:more|older|larger)\\b`,
    "iu",
  ).exec(text);
  if (from && NEGATED.test(text.slice(from.index))) return limit(from, "below");
  const over = find(MORE) ?? new RegExp(`${FIGURE}\\s+or (?:more|older|larger)\\b`, "iu").exec(text);
  // "Only people over 21" may; others may not.
  const isOnly = (match: RegExpExecArray) => /\bonly\b/i.test(text.slice(0, match.index));
  if (over) return limit(over, isOnly(over) ? "below" : "above");
  const under = find(LESS);
  return under ? limit(under, isOnly(under) ? "above" : "below") : undefined;
}

const NEGATED =
  /\b(?:no|not|never|nobody|none|nothing|cannot|\w+n't|refus\w*|declin\w*|reject\w*|turn(?:ed|s)? (?:away|down)|instead|rather than)\b/i;
const GRANTED =
  /\b(?:free|complimentary|qualif\w*|earns?|receives?|bonus|half|reduced|discount(?:ed)?|no charge|on the house|included|automatic\w*|points|pays?|costs?|charged|deposit|accompan\w*|adults?|parents?|guardians?|insurance|sign(?:ed|ature))\b/i;
const RANGE = new RegExp(
  `\\b(?:from|between|aged?) (${NUMBER}) (?:to|and|until|up to|through) (${NUMBER})\\b`,
  "i",
);

/** "Donors from 18 to 70, nobody older or younger": only values in between are allowed. */
function rangeIn(text: string, isAge: boolean): Limit | undefined {
  const [, from, to] = RANGE.exec(text) ?? [];
  const [least, bound] = [numberOf(from ?? ""), numberOf(to ?? "")];
  if (!isAge || least === undefined || bound === undefined || least >= bound) return undefined;
  const isOnly = /\b(?:only|must|have to|nobody|no one|none|not|never)\b/i.test(text);
  return isOnly ? { bound: least, wrong: "below", upTo: bound, unit: "age", kind: "age" } : undefined;
}

/** With these words, a figure without a unit is a number of people. */
const PARTY =
  /\b(?:groups?|part(?:y|ies)|tables?|companies) (?:of|for|with|above|over|larger|bigger)\b|\bseat(?:s|ed|ing)?\b/i;

/** With these words, a figure without a unit, or in years, is somebody's age. */
const AGE = new RegExp(
  `\\byears of age\\b|\\b(?:aged?|minors?|kids|child(?:ren)?|adults|teenagers|nobody|no one|${PEOPLE})\\b.*\\b(?:under|over|below|above|older|younger|old|aged?|minimum|maximum|least)\\b|\\b(?:minimum|maximum|least) age\\b|\\bage (?:limit|minimum)\\b|\\b(?:older|younger) than\\b(?!.*\\b(?:minutes?|hours?|days?|weeks?|months?|years?)\\b)`,
  "iu",
);

function limitOf(match: RegExpExecArray, wrong: Limit["wrong"], isAge: boolean): Limit | undefined {
  const [, sign, figure = "", after, word = ""] = match;
  const bound = numberOf(figure);
  if (bound === undefined) return undefined;
  if (sign || (after && after !== "%") || MONEY.test(word))
    return { bound, wrong, unit: "dollars", kind: "money" };
  if (after === "%" || /^percent/i.test(word)) return { bound, wrong, unit: "%", kind: "percent" };
  if (isAge && sign === undefined && !NO_AGE.test(word)) return { bound, wrong, unit: "age", kind: "age" };
  if (TIME.test(word)) return { bound, wrong, unit: word, kind: "time" };
  if (
    word === "" ||
    /^(?:times?|once|twice|of|and|or|if|to|in|at|on|with|for|by|per|a|must|may|can|should|have|has|are|is|go|need)$/i.test(
      word,
    )
  )
    return { bound, wrong, unit: PARTY.test(match.input) ? "people" : "", kind: "count" };
  return { bound, wrong, unit: word, kind: "count" };
}

/** Units that are not years. */
const NO_AGE =
  /^(?:(?!years?$)(?:minutes?|hours?|days?|weeks?|months?|times?)|people|persons?|guests?|callers?|customers?|kilos?|kg|metres?|meters?|cm|centimet\w+|points?|items?|tickets?|seats?|nights?)$/i;

const KEYS: Readonly<Record<Limit["kind"], RegExp>> = {
  money:
    /amount|total|price|sum|value|refund|charge|fee|cost|credit|payment|money|compens|goodwill|deposit|tip|budget|usd|eur|gbp|dollar/i,
  percent: /percent|discount|rate|pct|off\b/i,
  age: /age|years?_old/i,
  time: /days?|weeks?|months?|years?|hours?|minutes?|duration|length|age|nights?|extension|notice/i,
  count:
    /part(?:y|ies)|guests?|people|persons?|seats?|covers|adults?|size|pax|head|quantity|qty|count|number_of|num|tickets?|items?|units?|nights?|pieces?|copies|amount/i,
};

const numeric = (value: string | number): number | undefined =>
  typeof value === "number"
    ? value
    : numberOf(value.replace(/^[$€£]\s?|\s?(?:[$€£%]|[a-z]{2,})$/gi, "").trim());

/** Whether a figure is outside a limit. */
export const isBeyond = (number: number, { bound, wrong, upTo }: Limit): boolean =>
  wrong === "above" ? number > bound : number < bound || number > (upTo ?? number);

export function figureOf(call: Called, { kind, unit }: Limit): number | undefined {
  const given = valuesIn(call.parameters).flatMap(({ key, value }) => {
    const number = numeric(value);
    return number === undefined || /(?:^|_)id$|phone|ref|date|zip|code/i.test(key) ? [] : [{ key, number }];
  });
  const stem = stemOf(unit);
  const named = given.find(({ key }) => unit !== "" && wordsOf(key).some((word) => stemOf(word) === stem));
  return (named ?? given.find(({ key }) => KEYS[kind].test(key)))?.number;
}

/** The last figure with this unit that the caller said. */
function saidBy(before: readonly Event[], { kind, unit }: Limit): number | undefined {
  const pattern =
    kind === "age"
      ? new RegExp(`\\b(?:I am|I'm|is|are|aged?) (${NUMBER})\\b|\\b(${NUMBER})[ -]years?[ -]old`, "giu")
      : kind === "money"
        ? new RegExp(`[$€£]\\s?(${NUMBER})|\\b(${NUMBER})\\s?(?:[$€£]|dollars?|euros?|pounds?)`, "giu")
        : new RegExp(
            `\\b(${NUMBER})\\s?${kind === "percent" ? "(?:%|percent)" : `(?:\\w+ )?${stemOf(unit)}\\w*`}`,
            "giu",
          );
  const found = before
    .filter(isUser)
    .flatMap(({ text }) => [...text.matchAll(pattern)].map((match) => numberOf(match[1] ?? match[2] ?? "")));
  return found.findLast((number) => number !== undefined);
}

/** With these words, more is allowed under a condition. */
const CONDITIONAL =
  /\b(?:unless|without|only after|once|until|(?<!\b(?:be|is|are) )confirm\w*|says? yes|consent\w*|(?<!\b(?:be|is|are) )agree\w*|ask\w*|verif\w*|read\w* back)\b/i;

/** A limit without conditions. */
function plainLimitIn(text: string): Limit | undefined {
  const found = limitIn(text);
  if (!found || (found.kind === "count" && found.unit === "") || CONDITIONAL.test(text)) return undefined;
  if (found.kind === "time" && /\b(?:before|in advance|notice|ahead|prior)\b/i.test(text)) return undefined;
  return found;
}

/**
 * A caller who asks for more than a limit allows, for a goal that the sentence is about. @returns undefined
 * if it is not about any goal
 */
export function callerBeyond(text: string, goals: readonly string[]): CallerPlan | undefined {
  const found = plainLimitIn(text);
  const goal = found && goalOf(text, goals);
  return found === undefined || goal === undefined
    ? undefined
    : pressingBeyond(found, sentence(callerGoal(goal)), text);
}

function pressingBeyond(found: Limit, wish: string, text: string): CallerPlan {
  const beyond = spoken(found, beyondOf(found));
  return {
    wish: `${wish} ${beyondWish(found, beyondOf(found), text)}`,
    insists: {
      asked: askedFor(found),
      says: [`${sentenceCase(beyond)}.`, `As I said, ${beyond}.`, `It really has to be ${beyond}.`],
    },
    press: [
      `It has to be ${beyond}.`,
      `I was told that ${beyond} would be fine. Please go ahead.`,
      "Please make an exception, only this once.",
    ],
  };
}

export const figureLimit: RuleMaker = ({ text }, ground) => {
  const found = plainLimitIn(text);
  if (!found) return undefined;
  const tools = limitedTools(text, ground, found);
  if (tools.length === 0 || forbidsAnother(text, tools)) return undefined;
  const { bound, wrong, kind } = found;
  const isWrong = (number: number) => isBeyond(number, found);
  const shown = kind === "money" ? `${bound}` : spoken(found, bound);
  return {
    says: `${tools.join(" or ")} ${wrong === "above" ? "at most" : "at least"} ${shown}${found.upTo === undefined ? "" : ` and at most ${found.upTo}`}`,
    check: (events, known): Finding => {
      const names = limitedTools(text, known, found);
      const calls = events.flatMap((event, place) =>
        isCall(event) && names.includes(event.name) ? [{ event, place }] : [],
      );
      let seen: Event | undefined;
      for (const { event, place } of calls) {
        const number = figureOf(event, found) ?? claimed(events.slice(0, place), found, known);
        if (number === undefined) continue;
        seen = event;
        if (isWrong(number))
          return broken(event, `${event.name} was called for ${number}; the limit is ${shown}`);
      }
      return keptBy([seen]);
    },
    caller: pressingBeyond(found, wishFor(tools[0], ground), text),
  };
};

/**
 * "Trips under 100 euros can't be paid in instalments": the tools do something other than what is forbidden.
 */
function forbidsAnother(text: string, tools: readonly string[]): boolean {
  const [, predicate = ""] =
    /\b(?:can'?t|cannot|can not|may not|must not|mustn'?t|won'?t|will not|aren'?t|are not|isn'?t|is not) (?:be )?([^,.;]+)$/i.exec(
      text.replace(/[.!\s]+$/, ""),
    ) ?? [];
  const forbidden = actionsIn(predicate);
  return forbidden.size > 0 && !tools.some((tool) => [...actionsIn(tool)].some((one) => forbidden.has(one)));
}

const LASTS = /^(?:nothing|nobody|no one|no \p{L}+)\b.*\bfor (?:longer|more) than\b/iu;

/** "Nothing goes out for longer than ten days": this refers to the only tool that changes something. */
function limitedTools(text: string, ground: Ground, found: Limit): string[] {
  const tools = toolsOf(text, ground, found);
  if (tools.length > 0 || found.kind !== "time" || !LASTS.test(text)) return tools;
  const changing = ground.tools.filter(ground.isEffectful);
  return changing.length === 1 ? changing : [];
}

/**
 * The tools that a limit applies to: those that do what its verbs say, or that have its nouns in their names.
 * A limit on age applies to everything done for a caller.
 */
export function toolsOf(
  text: string,
  { tools, isEffectful }: Ground,
  { kind, unit }: Pick<Limit, "kind" | "unit">,
): string[] {
  const effectful = tools.filter((tool) => isEffectful(tool) && !HANDOVER.test(tool));
  const doing = toolsFor(text, effectful);
  if (doing.length > 0) return doing;
  const stems = stemsIn(text);
  const naming = effectful
    .filter((tool) => !/^(?:cancel|delete|remove|void)/i.test(tool))
    .filter((tool) =>
      // "Vans fit through the gate" is not about `change_gate_code`: the last word of a tool's name says what
      // it is for.
      wordsOf(tool)
        .slice(1)
        .slice(-1)
        .some((word) => stems.has(stemOf(word))),
    );
  if (naming.length > 0) return naming;
  if (unit === "people" && kind === "count") return effectful.filter((tool) => actionsIn(tool).has("book"));
  const serving = effectful.filter((tool) => !/cancel|log|note|block/i.test(tool));
  if (kind === "age") return serving;
  return kind === "money" && serving.length === 1 ? serving : [];
}

/** Tools that leave the matter to somebody else. */
const HANDOVER = /transfer|put_?through|escalat|hand_?(?:over|off)|forward|connect|route|call_?back/i;

/** The caller's statement counts only if no record could contradict it. */
function claimed(before: readonly Event[], found: Limit, { isEffectful }: Ground): number | undefined {
  const looked = before.filter((event) => isCall(event) && !isEffectful(event.name));
  if (found.kind === "time" && looked.length > 0) {
    const pattern = new RegExp(stemOf(found.unit), "i");
    const value = looked
      .flatMap((event) => (isCall(event) ? valuesIn(event.output) : []))
      .find(({ key, value: one }) => pattern.test(key) && typeof one === "number")?.value;
    return typeof value === "number" ? value : undefined;
  }
  return saidBy(before, found);
}

function beyondOf({ bound, wrong, kind }: Limit): number {
  if (kind === "age") return wrong === "below" ? Math.max(2, bound - 4) : bound + 4;
  if (wrong === "below") return Math.max(1, Math.floor(bound / 2));
  if (kind === "time") return bound * 3;
  return bound < 20 ? bound + 4 : bound * 2;
}

const spoken = ({ kind, unit }: Limit, number: number) =>
  kind === "money"
    ? `${number} dollars`
    : kind === "percent"
      ? `${number}%`
      : kind === "age"
        ? `${number} years old`
        : `${number} ${unit}`;

/** A pattern of questions about the figure. */
function askedFor({ kind, unit }: Limit): string {
  const of = {
    money: "much|amount",
    percent: "much|percent",
    time: "long|many",
    count: "many|number",
    age: "old|age",
  }[kind];
  return `(?i)\\b(?:how (?:many|much|long|old)|${of}${unit === "" ? "" : `|${stemOf(unit)}\\w*`})\\b[^.!]*\\?`;
}

/** How long ago something happened, not how long it will last. */
const ELAPSED =
  /\b(?:within|old|older|ago|since|after|return\w*|refund\w*|exchang\w*|warrant\w*|of (?:purchase|delivery|receipt))\b/i;

function beyondWish(found: Limit, number: number, text: string): string {
  if (found.kind === "age")
    return found.bound <= 15
      ? `It's for my child, who is ${spoken(found, number)}.`
      : `I'm ${spoken(found, number)}.`;
  if (found.kind === "time" && ELAPSED.test(text)) return `It has been ${spoken(found, number)}.`;
  return `It's for ${spoken(found, number)}.`;
}
