/** Whether something around a sentence may limit what it demands, or take it back. */
import lexicon from "texts:policies";
import { wordsOfName } from "../../words/tool-words.ts";
import type { Unread } from "./account.ts";
import { type Reading, toolsOf } from "./reading.ts";
import type { Outline, Statement } from "./statements.ts";
import { findPhrase, isOneOf, tokensOf } from "./tokens.ts";

const { neutral, doubtful, exceptions, concessions, no_exception, relaxing, cases, scenes, called } =
  lexicon.en;

/**
 * Why a sentence that was read may not hold unchanged, in words that finish "no rule: …". Undefined if
 * nothing around it limits it.
 */
export function contextOf(
  { title, statements }: Outline,
  read: readonly (Reading | Unread)[],
): (place: number) => string | undefined {
  const isDoubtful = title !== undefined && tokensOf(title).some((token) => isOneOf(token, doubtful));
  const others = othersAbout(
    statements.flatMap(({ text }, place) => ("why" in (read[place] ?? {}) ? [text] : [])),
  );
  const sceneOf = firstScene();
  return (place) => {
    const statement = statements[place];
    const reading = read[place];
    if (!statement || !reading || "why" in reading) return undefined;
    const { under, beside, at, isShown } = statement;
    if (isShown) return "it may be an example or a heading";
    const tools = toolsOf(reading);
    const own = tools.flatMap(wordsOfName);
    const heading = under.find((one) => !limitsNothing(one, own));
    if (heading !== undefined) return `what it stands under may limit it: ${JSON.stringify(heading)}`;
    if (isDoubtful) return `the title of the prompt may limit it: ${JSON.stringify(title)}`;
    const scene = sceneOf(beside);
    const earlier = beside[scene];
    if (earlier !== undefined && scene < at)
      return `it may be about the case of an earlier sentence: ${JSON.stringify(earlier)}`;
    const next = statements[place + 1];
    if (next && takesBack(next)) return `the next sentence may be an exception: ${JSON.stringify(next.text)}`;
    const words = reading.kind === "never_called" ? [...relaxing, ...called, ...cases] : relaxing;
    const other = tools.flatMap((tool) => others(tool)).find((one) => findPhrase(tokensOf(one), words));
    return other && `another sentence may be an exception: ${JSON.stringify(other)}`;
  };
}

/** The sentences that name a tool. */
function othersAbout(sentences: readonly string[]): (tool: string) => readonly string[] {
  const found = new Map<string, string[]>();
  for (const sentence of sentences)
    for (const { kind, text } of tokensOf(sentence))
      if (kind === "tool" || /[a-z][A-Z]/.test(text))
        found.set(text, [...(found.get(text)?.slice(-MOST_OTHERS) ?? []), sentence]);
  return (tool) => found.get(tool) ?? [];
}
const MOST_OTHERS = 50;

/** Whether each word of a heading is a general one, or one of the tools'. */
const limitsNothing = (heading: string, own: readonly string[]) =>
  tokensOf(heading).every(
    (token) =>
      (token.kind === "sign" && /^[:.,&/()!–—-]$/.test(token.text)) ||
      (token.kind === "number" && token.text.length <= 2) ||
      isOneOf(token, neutral) ||
      own.some((word) => token.lower.startsWith(word) || word === `${token.lower}s`),
  );

/** The place of the first sentence of a paragraph that sets a scene, or -1. Each paragraph is read only once. */
function firstScene(): (beside: readonly string[]) => number {
  const known = new Map<readonly string[], number>();
  return (beside) => {
    const place = known.get(beside) ?? beside.findIndex(setsScene);
    known.set(beside, place);
    return place;
  };
}

function setsScene(earlier: string): boolean {
  const tokens = tokensOf(earlier);
  const [first] = tokens;
  return findPhrase(tokens, cases) !== undefined || (first !== undefined && isOneOf(first, scenes));
}

function takesBack({ text, at }: Statement): boolean {
  const tokens = tokensOf(text);
  if (findPhrase(tokens, no_exception)) return false;
  if (findPhrase(tokens, exceptions)) return true;
  // "If they ask twice, …" may be a case in which it doesn't hold. A new sentence begins with a capital.
  return (
    at > 0 &&
    (findPhrase(tokens, [...concessions, ...cases]) !== undefined || !/^["“'‘]?[\p{Lu}\p{N}]/u.test(text))
  );
}
