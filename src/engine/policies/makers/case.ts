/** What the agent must say or do when a caller says something. */
import lexicon from "texts:policies";
import { quoted, toolName } from "../../rules-language/write.ts";
import { namedIn } from "../agent-tools.ts";
import type { Line, Made, Maker } from "../maker.ts";
import { contentOf } from "../read/clause.ts";
import { isOneOf, type Token, textOf } from "../read/tokens.ts";
import { wishFor } from "../wish.ts";

const { people } = lexicon.en;
const MENTIONING = [
  "ask*",
  "mention*",
  "report*",
  "say*",
  "says",
  "describe*",
  "complain*",
  "talk*",
  "bring*",
  "has",
  "have",
  "having",
  "tell*",
];
const INTRODUCING = [
  "for",
  "of",
  "about",
  "that",
  "they",
  "have",
  "has",
  "a",
  "an",
  "the",
  "any",
  "up",
  "having",
  "is",
  "there",
];
const MOST_WORDS = 3;

/** If a caller mentions chest pain, tell them to dial 112. */
export const inCase: Maker = ({ force, main, condition }): Made | undefined => {
  if (condition?.marker !== "case" || force === "must_not") return undefined;
  const said = saidIn(condition.tokens);
  if (!said) return undefined;
  const duty = dutyIn(main);
  if (!duty) return undefined;
  const [first = ""] = said;
  const caller: Line = { user: `I have ${first}.` };
  return {
    reads: `after the caller says ${said.map((one) => JSON.stringify(one)).join(" or ")}, the agent ${duty.says}`,
    rule: [
      `na   when ${said.map((one) => `user never says ${quoted(one)}`).join(" and ")}`,
      // A conversation that ends with the caller's words leaves the agent no chance.
      ...said.map(
        (one) =>
          `fail when agent says /\\S/ after user says ${quoted(one)} and not ${duty.event} after user says ${quoted(one)}`,
      ),
    ],
    keeps: [caller, ...duty.sample],
    breaks: [caller, { agent: "Which day suits you?" }],
    caller: {
      wish: `I have ${first}.`,
      opening: `Hello, I have ${first}.`,
      press: [`What about the ${first}?`],
    },
  };
};

/** As soon as book_ride has gone through, tell the caller the ride number. */
export const toldAfterTool: Maker = ({ force, main, condition }, { tools, goals }): Made | undefined => {
  if (condition?.marker !== "after" || force === "must_not") return undefined;
  const [tool, ...others] = namedIn(condition.tokens, tools);
  const rest = contentOf(condition.tokens, [
    "gone",
    "through",
    "succeeded",
    "worked",
    "returned",
    "done",
    "called",
    "used",
  ]).filter(({ kind }) => kind !== "tool");
  const [verb] = main;
  if (
    !tool ||
    others.length > 0 ||
    rest.length > 0 ||
    !verb ||
    !isOneOf(verb, ["tell", "read", "give", "say"])
  )
    return undefined;
  const what = main.findIndex(({ lower }) => ["number", "reference", "code", "id"].includes(lower));
  if (what < 0) return undefined;
  const event = `agent says result of ${toolName(tool)}`;
  return {
    reads: `after ${tool}, the agent says something that it returned`,
    rule: [
      `na   when tool ${toolName(tool)} never called`,
      `fail when agent says /\\S/ after tool ${toolName(tool)} called and not ${event} after tool ${toolName(tool)} called`,
    ],
    keeps: [{ tool, output: { id: "R-2041" } }, { agent: "Your number is R-2041." }],
    breaks: [{ tool, output: { id: "R-2041" } }, { agent: "All done." }],
    caller: { wish: wishFor(tool, { tools, goals }) },
  };
};

/** The words of the caller that begin the case: one to three things, joined by "or". */
function saidIn(tokens: readonly Token[]): string[] | undefined {
  const verb = tokens.findIndex((token) => isOneOf(token, MENTIONING));
  // "If the caller is rude": a judgement, not words.
  if (verb < 0 || contentOf(tokens.slice(0, verb), people).length > 0) return undefined;
  const rest = tokens.slice(verb + 1);
  const start = rest.findIndex((token) => !isOneOf(token, INTRODUCING));
  if (start < 0) return undefined;
  const options: Token[][] = [[]];
  for (const token of rest.slice(start)) {
    if (token.lower === "or" || token.text === ",") options.push([]);
    else options.at(-1)?.push(token);
  }
  const texts = options
    .filter((one) => one.length > 0)
    .map((one) => one.filter((token) => !["a", "an", "the"].includes(token.lower)));
  const isPlain = texts.every(
    (one) =>
      one.length <= MOST_WORDS &&
      one.every(
        ({ kind, lower }) =>
          kind === "word" &&
          ![
            "and",
            "not",
            "no",
            "their",
            "something",
            "anything",
            "it",
            "this",
            "that",
            "so",
            "them",
            "one",
            "these",
          ].includes(lower),
      ),
  );
  return texts.length > 0 && texts.length <= 3 && isPlain ? texts.map(textOf) : undefined;
}

interface Duty {
  readonly says: string;
  /** The event of the rule language that does the duty. */
  readonly event: string;
  readonly sample: readonly Line[];
}

function dutyIn(main: readonly Token[]): Duty | undefined {
  const tools = { all: [], changing: [] };
  const [tool, ...others] = namedIn(main, tools);
  if (tool && others.length === 0)
    return {
      says: `calls ${tool}`,
      event: `tool ${toolName(tool)} called`,
      sample: [{ tool }, { agent: "One moment." }],
    };
  // A number of an emergency service, or words in quotes.
  const exact = main.filter(
    ({ kind, text }) => kind === "quote" || (kind === "number" && /^\d{3,}$/.test(text)),
  );
  const [one] = exact;
  if (!one || exact.length > 1) return undefined;
  return {
    says: `says ${JSON.stringify(one.text)}`,
    event: `agent says ${quoted(one.text)}`,
    sample: [{ agent: `Please note: ${one.text}.` }],
  };
}
