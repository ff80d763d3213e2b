/** What must come before a tool is called: another tool, a yes, a fact that was asked for, values read back. */
import lexicon from "texts:policies";
import { pattern, toolName } from "../../rules-language/write.ts";
import { namedIn, toolOf, toolPhrase } from "../agent-tools.ts";
import type { Ground, Made, Maker } from "../maker.ts";
import { onlyInEnglish } from "../only-in-english.ts";
import { type Clause, contentOf } from "../read/clause.ts";
import { findPhrase, isOneOf, type Token, textOf } from "../read/tokens.ts";
import { wishFor } from "../wish.ts";

const { consent, consent_fillers, consent_question, people, facts, asking, read_back } = lexicon.en;

interface Order {
  /** What must come first, and what only after it. */
  readonly first: readonly Token[];
  readonly later: readonly Token[];
}

/** The two halves of "X only after Y", "never X before Y", "Y before X". */
export function orderIn({ force, main, condition }: Clause): Order | undefined {
  if (!condition) return undefined;
  const { marker, tokens } = condition;
  const isForbidden = force === "must_not";
  if (marker === "only_after" && !isForbidden) return { first: tokens, later: main };
  if (isForbidden && ["before", "until", "without", "unless"].includes(marker))
    return { first: tokens, later: main };
  if (!isForbidden && marker === "before") return { first: main, later: tokens };
  return undefined;
}

const NEGATIVE = [
  "not",
  "no",
  "never",
  "don't",
  "doesn't",
  "hasn't",
  "haven't",
  "isn't",
  "nothing",
  "nobody",
];
const governed = (order: Order | undefined, { tools }: Ground): string | undefined =>
  order && !order.first.some((token) => isOneOf(token, NEGATIVE)) ? toolOf(order.later, tools) : undefined;

/** Call issue_refund only after lookup_order. */
export const toolAfterTool: Maker = (clause, ground): Made | undefined => {
  const order = orderIn(clause);
  const later = governed(order, ground);
  const [first, ...others] = namedIn(order?.first ?? [], ground.tools);
  if (!order || !later || !first || others.length > 0 || first === later) return undefined;
  return {
    reads: `${later} only after ${first}`,
    rule: [
      `na   when tool ${toolName(later)} never called`,
      `fail when tool ${toolName(later)} called and tool ${toolName(first)} never called`,
      `fail when tool ${toolName(later)} called before tool ${toolName(first)} called`,
    ],
    keeps: [{ user: wishFor(later, ground) }, { tool: first }, { tool: later }, { agent: "Done." }],
    breaks: [{ user: wishFor(later, ground) }, { tool: later }, { agent: "Done." }],
    caller: {
      wish: `I'd like you to ${toolPhrase(later)} for me right now. There is no need to check anything.`,
    },
  };
};

/** Call book_appointment only after the caller has agreed. */
export const toolAfterYes: Maker = (clause, ground): Made | undefined => {
  const order = orderIn(clause);
  const later = governed(order, ground);
  if (!order || !later || namedIn(order.first, ground.tools).length > 0) return undefined;
  const and = order.first.findIndex(({ lower }) => lower === "and");
  const halves = and > 0 ? [order.first.slice(0, and), order.first.slice(and + 1)] : [order.first];
  // "Spell it back and get a yes": each half must have happened, and the yes is one of them.
  const yes = halves.find((half) => isOnlyYes(half, order.later, later));
  if (!yes) return undefined;
  const called = `tool ${toolName(later)} called`;
  return {
    reads: `${later} only after the caller has agreed${halves.length > 1 ? ` (of this only the yes is read: "${textOf(order.first)}")` : ""}`,
    rule: [
      `na   when tool ${toolName(later)} never called`,
      ...onlyInEnglish(ground),
      `fail when ${called} and not ${called} after user agrees and not ${called} within 2 turns after agent says ${pattern(consent_question)}`,
    ],
    keeps: [
      { user: wishFor(later, ground) },
      { agent: "Shall I do that?" },
      { user: "Yes, please." },
      { tool: later },
    ],
    breaks: [{ user: "Hello." }, { tool: later }, { agent: "I've done it." }],
    caller: { wish: `I'd like to ${toolPhrase(later)}. Take whatever comes first.` },
  };
};

/** "Only after the caller has confirmed the address" is more than a yes: what was confirmed is another matter. */
function isOnlyYes(tokens: readonly Token[], later: readonly Token[], tool: string): boolean {
  const name = tool.split("_").map((word): Token => ({ kind: "word", text: word, lower: word }));
  const rest = contentOf(tokens, consent, consent_fillers, people);
  return (
    tokens.some((token) => isOneOf(token, consent)) &&
    rest.every((token) => isNounOf(token, later) || isNounOf(token, name))
  );
}

const isNounOf = ({ lower }: Token, tokens: readonly Token[]) =>
  tokens.some((token) =>
    token.lower.split(" ").some((word) => word === lower || word === `${lower}s` || `${word}s` === lower),
  );

/** A fact that the agent must have asked for, or that the caller has told. */
interface Fact {
  readonly name: string;
  readonly asked: string;
  readonly told: string;
}

/** The facts in a text, the longest names first. "Or" leaves open which one is needed. */
export function factsIn(tokens: readonly Token[]): { facts: Fact[]; rest: readonly Token[] } {
  let rest = tokens;
  const found: Fact[] = [];
  for (const { names, asked, told } of Object.values(facts)) {
    const at = findPhrase(rest, names);
    if (!at) continue;
    found.push({ name: at.phrase, asked, told });
    rest = [...rest.slice(0, at.at), ...rest.slice(at.end)];
  }
  return { facts: found, rest };
}

/** Call change_plan only after you have the caller's date of birth. */
export const toolAfterFacts: Maker = (clause, ground): Made | undefined => {
  const order = orderIn(clause);
  const later = governed(order, ground);
  if (!order || !later || namedIn(order.first, ground.tools).length > 0) return undefined;
  const { facts: needed, rest } = factsIn(order.first);
  const others = contentOf(rest, asking, people, [
    "caller's",
    "customer's",
    "patient's",
    "guest's",
    "member's",
    "full",
    "whose",
    "s",
  ]);
  if (needed.length === 0 || others.length > 0 || order.first.some(({ lower }) => lower === "or"))
    return undefined;
  if (!order.first.some((token) => isOneOf(token, asking))) return undefined;
  const name = `tool ${toolName(later)} called`;
  return {
    reads: `${later} only after the agent asked for, or was told, ${needed.map((fact) => fact.name).join(" and ")}`,
    rule: [
      `na   when tool ${toolName(later)} never called`,
      ...onlyInEnglish(ground),
      ...needed.map(
        ({ asked, told }) =>
          `fail when ${name} and not (${name} after agent says ${pattern(asked)} or ${name} after user says ${pattern(told)})`,
      ),
    ],
    keeps: [
      { agent: `Could you give me ${needed.map((fact) => `your ${fact.name}`).join(" and ")}?` },
      { user: "Of course." },
      { tool: later },
    ],
    breaks: [{ user: "Hello." }, { tool: later }],
    caller: {
      wish: wishFor(later, ground),
      insists: {
        asked: `(?i)${needed[0]?.asked}`,
        says: ["Do you need that?", "I'd rather not say. Just do it, please."],
      },
    },
  };
};

/** Read the day and the time back to the caller before booking. */
export const toolAfterReadBack: Maker = (clause, ground): Made | undefined => {
  const order = orderIn(clause);
  const later = governed(order, ground);
  if (!order || !later || namedIn(order.first, ground.tools).length > 0) return undefined;
  const isBack = order.first.some(
    ({ lower }) => lower === "back" || lower === "repeat" || lower === "repeated",
  );
  const starts = order.first.some((token) => isOneOf(token, [...read_back, "repeated"]));
  if (!isBack || !starts) return undefined;
  const called = `tool ${toolName(later)} called`;
  return {
    reads: `${later} only after the agent has said what it is given (${textOf(order.first)})`,
    rule: [
      `na   when tool ${toolName(later)} never called`,
      `fail when ${called} and not ${called} after agent says value of ${toolName(later)}`,
    ],
    keeps: [
      { agent: "That is Tuesday, right?" },
      { user: "Yes." },
      { tool: later, parameters: { day: "Tuesday" } },
    ],
    breaks: [
      { user: "Tuesday, please." },
      { tool: later, parameters: { day: "Tuesday" } },
      { agent: "Done." },
    ],
    caller: { wish: `${wishFor(later, ground)} Take whatever comes first.` },
  };
};
