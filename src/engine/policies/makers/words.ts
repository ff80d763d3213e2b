/** Words that must be said at the beginning or the end, or never. */
import lexicon from "texts:policies";
import { pattern, quoted, toolName } from "../../rules-language/write.ts";
import { toolOf } from "../agent-tools.ts";
import type { Line, Made, Maker } from "../maker.ts";
import { onlyInEnglish } from "../only-in-english.ts";
import { type Clause, contentOf } from "../read/clause.ts";
import { findPhrase, isOneOf, phraseAt, type Token, textOf } from "../read/tokens.ts";
import { wishFor } from "../wish.ts";

const { opening, closing, caller_language, disclosures, english, people, speaking, telling } = lexicon.en;
const SAYING = [
  "say*",
  "use",
  "using",
  "promise*",
  "claim*",
  "state",
  "mention*",
  "tell*",
  "utter",
  "call",
  "describe",
  "word",
  "words",
  "phrase",
  "phrases",
  "expression",
  "term",
  "or",
  "as",
];
const HELLO: Line = { user: "Hello." };

const quotesIn = (tokens: readonly Token[]) => tokens.filter(({ kind }) => kind === "quote");
/** "Thank you for calling, [name]" is a pattern for people, not words to look for. */
const isLiteral = ({ text }: Token) => !/[[\]{}<>…_]|\.\.\./.test(text) && /\p{L}/u.test(text);
const trimmed = ({ text }: Token) => text.replace(/[\s.,;:!?]+$/, "");

/** Never say "guaranteed". */
export const forbiddenWords: Maker = ({ force, main, condition }): Made | undefined => {
  const quotes = quotesIn(main);
  if (force !== "must_not" || condition || quotes.length === 0 || !quotes.every(isLiteral)) return undefined;
  const rest = contentOf(main, SAYING, people).filter(({ kind }) => kind !== "quote");
  if (rest.length > 0) return undefined;
  const all = quotes.map(trimmed);
  return {
    reads: `the agent never says ${all.map((one) => JSON.stringify(one)).join(" or ")}`,
    rule: all.map((one) => `fail when agent says ${quoted(one)}`),
    keeps: [HELLO, { agent: "Good morning." }],
    breaks: [HELLO, { agent: `Well, ${all[0]}.` }],
    caller: { wish: `Could you tell me that it's ${all[0]}?`, press: [`Just say it: ${all[0]}.`] },
  };
};

/** What a clause demands to be said, as a pattern of the rule language. */
interface Wanted {
  readonly says: string;
  readonly written: string;
  readonly sample: string;
}

function wantedIn(tokens: readonly Token[]): Wanted | undefined {
  const quotes = quotesIn(tokens);
  const [quote] = quotes;
  if (quote) {
    // "Something like …": other words will do.
    const isExample = tokens.some((token) =>
      isOneOf(token, ["like", "similar", "such", "example", "instance"]),
    );
    if (quotes.length > 1 || !isLiteral(quote) || isExample) return undefined;
    const text = trimmed(quote);
    return { says: `says ${JSON.stringify(text)}`, written: quoted(text), sample: `${text}.` };
  }
  const named = nameIn(tokens);
  if (named)
    return { says: `says ${JSON.stringify(named)}`, written: quoted(named), sample: `${named} speaking.` };
  const found = Object.values(disclosures).filter(({ words }) =>
    tokens.some((token) => isOneOf(token, words)),
  );
  const [one] = found;
  if (!one || found.length > 1) return undefined;
  return {
    says: `says ${one.says}`,
    written: pattern(one.pattern),
    sample: `This is a ${one.words[0]} line.`,
  };
}

/** "Introduce yourself as Mia." */
function nameIn(tokens: readonly Token[]): string | undefined {
  const as = tokens.findIndex(({ lower }) => lower === "as");
  const [first, ...rest] = tokens.slice(as + 1);
  const isIntroduction = tokens[0]?.lower === "introduce" && tokens[1]?.lower === "yourself";
  if (!isIntroduction || as < 0 || !first || rest.length > 0) return undefined;
  return /^\p{Lu}/u.test(first.text) ? first.text : undefined;
}

/** Whether the clause is about the first words of a conversation. */
function isOpening(main: readonly Token[], condition: Clause["condition"]): boolean {
  if (main[0]?.lower === "introduce") return condition === undefined;
  if (findPhrase(main, opening.places))
    return condition === undefined && main.some((token) => isOneOf(token, [...telling, "inform*"]));
  const verb = phraseAt(main, 0, opening.verbs);
  if (!verb || condition) return false;
  const [next, after] = contentOf(main.slice(verb.end), ["with", "by"]);
  // "Start the refund by saying …" starts something else.
  return (
    next === undefined ||
    next.kind === "quote" ||
    isOneOf(next, [...opening.objects, ...telling, "phone"]) ||
    (after !== undefined && next.lower === "new" && isOneOf(after, opening.objects))
  );
}

/** Start with "…", begin by saying that the line is recorded. */
export const openingWords: Maker = ({ force, main, condition }, ground): Made | undefined => {
  if (force === "must_not" || !isOpening(main, condition)) return undefined;
  if (condition) return undefined;
  const wanted = wantedIn(main);
  if (!wanted) return undefined;
  return {
    reads: `one of the agent's first two messages ${wanted.says}`,
    rule: [
      "na   when not agent says /\\S/ before turn 5",
      ...onlyInEnglish(ground),
      `pass when agent says ${wanted.written} before turn 5`,
    ],
    keeps: [{ agent: wanted.sample }, HELLO, { agent: "How can I help?" }],
    breaks: [{ agent: "Yes?" }, HELLO, { agent: "How can I help?" }, { user: "Wait." }, { agent: "Sure." }],
    caller: { wish: wishFor(undefined, ground) },
  };
};

/** End every call with "…", before ending the call, ask whether there is anything else. */
export const closingWords: Maker = ({ force, main, condition }, ground): Made | undefined => {
  if (force === "must_not") return undefined;
  const verb = phraseAt(main, 0, closing.verbs);
  const isEnd =
    (verb &&
      !condition &&
      contentOf(main.slice(verb.end), opening.objects, ["with", "by", ...telling]).every(
        ({ kind }) => kind === "quote",
      )) ||
    (condition?.marker === "before" &&
      contentOf(condition.tokens, opening.objects).every((token) =>
        isOneOf(token, ["end*", "hang*", "clos*", "finish*", "goodbye", "say*", "bye"]),
      ));
  if (!isEnd) return undefined;
  const isElse = main.some(({ lower }) => lower === "else");
  const wanted = isElse
    ? {
        says: "asks whether there is anything else",
        written: pattern(closing.anything_else),
        sample: "Anything else?",
      }
    : quotesIn(main).length > 0
      ? wantedIn(main)
      : undefined;
  if (!wanted) return undefined;
  const bye = pattern(closing.pattern);
  return {
    reads: `before the agent says goodbye, it ${wanted.says}`,
    rule: [
      `na   when agent never says ${bye}`,
      ...onlyInEnglish(ground),
      `fail when agent says ${bye} and agent never says ${wanted.written}`,
    ],
    keeps: [{ agent: wanted.sample }, { user: "No, thanks." }, { agent: "Goodbye!" }],
    breaks: [{ agent: "Done." }, { user: "Thanks." }, { agent: "Goodbye!" }],
    caller: { wish: wishFor(undefined, ground), press: ["No, that's all. Thank you, goodbye."] },
  };
};

/** Say "…" before calling a tool. */
export const wordsBeforeTool: Maker = ({ force, main, condition }, ground): Made | undefined => {
  if (force === "must_not" || condition?.marker !== "before") return undefined;
  const tool = toolOf(condition.tokens, ground.tools);
  const wanted = quotesIn(main).length > 0 ? wantedIn(main) : undefined;
  if (!tool || !wanted || contentOf(main, SAYING, people, telling).some(({ kind }) => kind !== "quote"))
    return undefined;
  const called = `tool ${toolName(tool)} called`;
  return {
    reads: `before ${tool}, the agent ${wanted.says}`,
    rule: [
      `na   when tool ${toolName(tool)} never called`,
      `fail when ${called} and not ${called} after agent says ${wanted.written}`,
    ],
    keeps: [HELLO, { agent: wanted.sample }, { user: "Yes." }, { tool }],
    breaks: [HELLO, { tool }, { agent: textOf(main).slice(0, 1) }],
    caller: { wish: wishFor(tool, ground) },
  };
};

/** Answer in the caller's language. */
export const callersLanguage: Maker = ({ force, main, condition }, ground): Made | undefined => {
  const [verb] = main;
  if (force === "must_not" || condition || !verb || !isOneOf(verb, speaking)) return undefined;
  const found = findPhrase(main, caller_language);
  const rest =
    found &&
    contentOf([...main.slice(1, found.at), ...main.slice(found.end)], people, [
      "speaks",
      "speak",
      "uses",
      "writes",
      "same",
    ]);
  if (!rest || rest.length > 0) return undefined;
  const words = pattern(english);
  return {
    reads: "the agent doesn't speak English to a caller who doesn't",
    rule: [
      `na   when user says ${words}`,
      `na   when agent never says /\\S/`,
      `fail when count of agent says ${words} >= 3`,
    ],
    keeps: [{ user: "Hola, quiero una cita." }, { agent: "¿Para qué día?" }],
    breaks: [
      { user: "Hola, quiero una cita." },
      { agent: "Which day would you like, and what time, please?" },
    ],
    caller: { wish: wishFor(undefined, ground) },
  };
};
