/** How often, how much, on which day, and what not at all. */
import lexicon from "texts:policies";
import { pattern, quoted, toolName } from "../../rules-language/write.ts";
import { namedIn, stem, toolOf, wordsOfName } from "../agent-tools.ts";
import type { Ground, Made, Maker } from "../maker.ts";
import { contentOf } from "../read/clause.ts";
import { findPhrase, isOneOf, numberIn, type Token } from "../read/tokens.ts";
import { wishFor } from "../wish.ts";

const { deeds, limits, units, weekdays, closed, left_to_others, people } = lexicon.en;
const DEEDS = Object.values(deeds).flat();

const TIMES = ["once", "twice", "a single time", "one time"];
const OFTEN = ["more than", "at most", "only", "exactly", "no more than", "not more than", "just", "again"];
/** "Once a year" is a matter of records, not of the call. */
const PERIOD = [
  "a year",
  "per year",
  "a month",
  "per month",
  "a day",
  "per day",
  "a week",
  "per week",
  "yearly",
  "monthly",
  "season",
  "night",
  "item",
  "order",
];

const OFTEN_WORDS = [
  "more",
  "than",
  "at",
  "most",
  "only",
  "exactly",
  "no",
  "not",
  "just",
  "may",
  "can",
  "take",
  "per",
  "conversation",
  "whatever",
  "gets",
  "get",
  "card",
  "loan",
];

/** Whether a word is in the name of a tool, in singular or plural. */
const isOfTool = ({ lower }: Token, tool: string): boolean =>
  wordsOfName(tool).some((word) => stem(word.lower) === stem(lower));

/** Charge the card at most once. Never call charge_card more than once. */
export const atMost: Maker = ({ force, main, condition }, ground): Made | undefined => {
  const often = findPhrase(main, TIMES);
  const many = often
    ? undefined
    : main.findIndex((token, at) => numberIn(token) !== undefined && main[at + 1]?.lower === "times");
  const at = often?.at ?? many ?? -1;
  if (at < 0 || condition || findPhrase(main, PERIOD)) return undefined;
  const times = often ? (often.phrase === "twice" ? 2 : 1) : numberIn(main[at] as Token);
  const isMore = findPhrase(main, ["more than"]) !== undefined;
  if (times === undefined || (force === "must_not" && !isMore && often?.phrase !== "twice")) return undefined;
  const most = force === "must_not" && !isMore ? times - 1 : times;
  const tool = toolOf(main, ground.tools);
  if (!tool) return undefined;
  // "Hold five spots at any one time", "once the form is there": what is left over says something else.
  const end = often?.end ?? at + 2;
  const rest = [...main.slice(0, at), ...main.slice(end)];
  if (contentOf(rest, DEEDS, people, OFTEN_WORDS).some((token) => !isOfTool(token, tool))) return undefined;
  const calls = (count: number) => Array.from({ length: count }, () => ({ tool }));
  return {
    reads: `${tool} at most ${most === 1 ? "once" : most === 2 ? "twice" : `${most} times`} in a conversation`,
    rule: [
      `na   when tool ${toolName(tool)} never called`,
      `pass when tool ${toolName(tool)} called at most ${most} times`,
    ],
    keeps: [{ user: wishFor(tool, ground) }, ...calls(most), { agent: "Done." }],
    breaks: [{ user: wishFor(tool, ground) }, ...calls(most + 1), { agent: "Done." }],
    caller: {
      wish: wishFor(tool, ground),
      press: ["I don't think that went through. Please do it once more.", "Please do it again, to be sure."],
    },
  };
};

const OFFERING = ["offer", "mention", "bring", "suggest", "advertise", "recommend"];

/** Offer the newsletter only once. */
export const offeredOnce: Maker = ({ force, main, condition }, ground): Made | undefined => {
  const [verb] = main;
  if (force === "must_not" || condition || !verb || !isOneOf(verb, OFFERING)) return undefined;
  const often = findPhrase(main, TIMES);
  const nouns = contentOf(main.slice(1, often?.at), OFTEN, ["up"]);
  const [noun] = nouns;
  if (often?.phrase !== "once" || !noun || nouns.length > 1 || noun.kind !== "word") return undefined;
  if (contentOf(main.slice(often.end), ["per", "conversation", "only"]).length > 0) return undefined;
  const asked = pattern(`${noun.lower}[^.?!]{0,80}\\?`);
  return {
    reads: `the agent asks about ${noun.text} at most once`,
    rule: [`na   when agent never says ${asked}`, `pass when agent says ${asked} at most once`],
    keeps: [{ agent: `Would you like our ${noun.text}?` }, { user: "No." }, { agent: "All right." }],
    breaks: [
      { agent: `Would you like our ${noun.text}?` },
      { user: "No." },
      { agent: `Really no ${noun.text}?` },
    ],
    caller: { wish: wishFor(undefined, ground), press: ["No, thank you.", "No, I said no."] },
  };
};

/** Never refund more than 150 dollars. Refunds above 150 dollars are for the office. Up to eight people. */
export const figureLimit: Maker = ({ force, main, condition, all }, ground): Made | undefined => {
  if (condition && condition.marker !== "without") return undefined;
  const tokens = condition ? [...main, ...condition.tokens] : main;
  const above = findPhrase(main, limits.above);
  const upTo = findPhrase(main, limits.up_to);
  const found = above ?? upTo;
  const figures = all.flatMap((token) => (numberIn(token) === undefined ? [] : [token]));
  const figure = found && main[found.end];
  const limit = figure && numberIn(figure);
  // Figures of several things could belong to any of them.
  if (!found || limit === undefined || figures.length !== 1) return undefined;
  const isLimit = above
    ? force === "must_not" || findPhrase(tokens.slice(found.end), left_to_others) !== undefined
    : force !== "must_not";
  const unit = figure && unitOf(figure, main.slice(found.end + 1));
  const tool = toolOf(main, ground.tools) ?? onlyOneChanging(main, ground);
  if (!figure || !isLimit || !unit || !tool) return undefined;
  const more = limit * 2;
  const key = parameterOf(tool, unit.parameters, ground);
  if (key === undefined) return undefined;
  const shown = `${figure.text}${figure.kind === "money" ? "" : ` ${unit.word}`}`;
  return {
    reads: `${tool} never for more than ${shown}`,
    rule: [
      `na   when tool ${toolName(tool)} never called`,
      `fail when tool ${toolName(tool)} called with {${key.written}: {$gt: ${limit}}}`,
    ],
    keeps: [{ user: wishFor(tool, ground) }, { tool, parameters: { [key.sample]: limit } }],
    breaks: [{ user: wishFor(tool, ground) }, { tool, parameters: { [key.sample]: more } }],
    caller: {
      wish: `${wishFor(tool, ground)} It's ${unit.name === "money" ? `${more} dollars` : `${more} ${unit.word}`}.`,
      insists: {
        asked: `(?i)\\bhow (?:many|much|long|large|big)\\b|\\b(?:amount|number of|party|people|sum)\\b[^.!]*\\?`,
        says: [String(more), `${more}, as I said.`],
      },
      press: [`It has to be ${more}.`, "Please make an exception."],
    },
  };
};

/**
 * The parameter that holds a figure: the one that the prompt names, otherwise any whose name ends like it.
 * Undefined if the tool has none, because a rule about it could never fail.
 */
function parameterOf(
  tool: string,
  names: string,
  { parameters }: Ground,
): { readonly written: string; readonly sample: string } | undefined {
  const ending = `(?:^|_)(?:${names})$`;
  const known = parameters.get(tool);
  if (!known) return { written: pattern(ending), sample: names.split("|")[0] ?? "amount" };
  const fitting = known.filter((name) => new RegExp(ending, "i").test(name));
  const [one] = fitting;
  return one !== undefined && fitting.length === 1 ? { written: quoted(one), sample: one } : undefined;
}

interface Unit {
  readonly name: string;
  readonly word: string;
  readonly parameters: string;
}

/** The unit next to a figure. */
function unitOf(figure: Token, after: readonly Token[]): Unit | undefined {
  const { money } = units;
  if (figure.kind === "money" && money) return { name: "money", word: "", parameters: money.parameters };
  const [next, second] = after;
  for (const token of [next, second])
    for (const [name, { words, parameters }] of Object.entries(units))
      if (token && isOneOf(token, words)) return { name, word: token.text, parameters };
  return undefined;
}

const MOST_TOKENS = 14;
/** A figure that is told, or that says how long something takes, does not limit the tool. */
const SPEECH = [
  "tell*",
  "warn*",
  "say*",
  "explain*",
  "mention*",
  "inform*",
  "offer*",
  "ask*",
  "takes",
  "take",
  "ahead",
  "within",
  "ready",
  "wait*",
];

/** "We seat parties of up to eight people": an agent with one tool that changes something can only mean that. */
const onlyOneChanging = (tokens: readonly Token[], { tools }: Ground): string | undefined =>
  tokens.length <= MOST_TOKENS &&
  !tokens.some((token) => isOneOf(token, SPEECH)) &&
  namedIn(tokens, tools).length === 0 &&
  tools.changing.length === 1 &&
  !tokens.some((token) => isOneOf(token, DEEDS))
    ? tools.changing[0]
    : undefined;

const BOOKED = ["appointment*", "visit*", "table*", "booking*", "room*", "slot*", "delivery", "deliveries"];
/** The agent's questions about a day. */
const WHICH_DAY =
  "(?i)\\b(?:what|which) (?:other )?(?:day|date)\\b|\\bday (?:suits|works|would)|\\bwhen\\b[^.!]*\\?";

/** We are closed on Sundays. Never book a Sunday. */
export const closedDay: Maker = ({ force, main, condition, all }, ground): Made | undefined => {
  if (condition || all.some((token) => numberIn(token) !== undefined)) return undefined;
  const days = main.flatMap(({ lower }) => weekdays.filter((day) => lower === day || lower === `${day}s`));
  const shut = findPhrase(main, closed);
  const isShut = force === "must_not" || (shut !== undefined && ["closed", "no"].includes(shut.phrase));
  if (days.length === 0 || !isShut || isSpan(main)) return undefined;
  const tool = toolOf(main, ground.tools) ?? bookingTool(ground);
  const rest = contentOf(
    main,
    DEEDS,
    people,
    weekdays.map((day) => `${day}*`),
    closed,
    ["appointment*", "visit*", "table*", "booking*", "so", "or", "then", "delivery", "deliveries", "slot*"],
  );
  if (!tool || rest.length > 0) return undefined;
  const shown = days.map((day) => day.charAt(0).toUpperCase() + day.slice(1)).join(" or ");
  const [day = ""] = days;
  return {
    reads: `${tool} never for a ${shown}`,
    rule: [
      `na   when tool ${toolName(tool)} never called`,
      `fail when tool ${toolName(tool)} called with {${pattern("day|date|when|start|slot|time")}: {$weekday: ${JSON.stringify(days)}}}`,
    ],
    keeps: [{ tool, parameters: { day: weekdays.find((one) => !days.includes(one)) ?? "" } }],
    breaks: [{ tool, parameters: { day } }],
    caller: {
      wish: `${wishFor(tool, ground)} It has to be ${shown}.`,
      insists: {
        asked: WHICH_DAY,
        says: [`${shown}.`, `It has to be ${shown}.`],
      },
      press: [`No other day works for me. It has to be ${shown}.`, "Please make an exception."],
    },
  };
};

/** "Monday to Friday" is a span, and what is closed is not what it names. */
const isSpan = (tokens: readonly Token[]) =>
  tokens.some(({ lower }) => ["to", "through", "between", "until", "except"].includes(lower));

function bookingTool({ tools }: Ground): string | undefined {
  const booking = tools.changing.filter((tool) => /book|reserv|schedul|arrang/.test(tool));
  return booking.length === 1 ? booking[0] : undefined;
}

const LONG_AGO = "3 March 2019 at 10:00";

/** Never book an appointment in the past. Rules don't know today's date, so they tell only what is long past. */
export const pastDate: Maker = ({ force, main, condition }, ground): Made | undefined => {
  const past = findPhrase(main, ["in the past", "past dates", "past days"]);
  const tool = toolOf(main, ground.tools);
  if (force !== "must_not" || condition || !past || !tool) return undefined;
  if (contentOf([...main.slice(0, past.at), ...main.slice(past.end)], DEEDS, BOOKED).length > 0)
    return undefined;
  return {
    reads: `${tool} never for a year before 2020 (rules don't know today's date)`,
    rule: [
      `na   when tool ${toolName(tool)} never called`,
      `fail when tool ${toolName(tool)} called with {${pattern("day|date|when|start|time")}: /\\b(?:19\\d\\d|20[01]\\d)\\b/}`,
    ],
    keeps: [{ tool, parameters: { date: "2031-05-02" } }],
    breaks: [{ tool, parameters: { date: "2019-03-03" } }],
    caller: {
      wish: `${wishFor(tool, ground).replace(/\.$/, "")} for ${LONG_AGO}.`,
      insists: { asked: WHICH_DAY, says: [`${LONG_AGO}.`, `It has to be ${LONG_AGO}.`] },
      press: [`It has to be ${LONG_AGO}.`],
    },
  };
};

/** Whether a word is what the tool acts on: everything in its name but the verb. */
const isObjectOf = ({ lower }: Token, tool: string): boolean =>
  wordsOfName(tool)
    .slice(1)
    .some((word) => stem(word.lower) === stem(lower));

/** Never call delete_account. Never give refunds. */
export const forbiddenTool: Maker = ({ force, main, condition }, ground): Made | undefined => {
  if (force !== "must_not" || condition) return undefined;
  const tool = toolOf(main, ground.tools);
  const rest = contentOf(main, DEEDS, ["give", "giving", "grant", "issue", "process"]).filter(
    ({ kind, text }) => kind !== "tool" && text !== tool,
  );
  // "Never call transfer_call for billing questions" allows it for others; "Do not book" refers to a case.
  const isNamed = tool !== undefined && main.some((token) => token.text === tool || isObjectOf(token, tool));
  if (!tool || rest.length > 0 || !isNamed) return undefined;
  return {
    reads: `${tool} is never called`,
    rule: [`fail when tool ${toolName(tool)} called`],
    keeps: [{ user: "Hello." }, { agent: "I can't do that." }],
    breaks: [{ user: "Hello." }, { tool }],
    caller: {
      wish: wishFor(tool, ground),
      press: ["Please do it all the same.", "Your colleague did it for me last time."],
    },
  };
};
