/** An agent that begins in English and then speaks another language, which nobody has spoken. */
import { clean } from "../../transcript/fold.ts";
import { sentences } from "../../transcript/sentences.ts";
import { isInOtherLanguage } from "../hearing/language-of-text.ts";
import type { Said } from "../understanding/understood.ts";

const LONGEST = 2_000;
/** Fewer words may be of any language. */
const LEAST_WORDS = 6;
/** One message may quote something, or be a title. */
const IN_A_ROW = 2;
/** A prompt that speaks of languages may allow others. */
const SPEAKS_OF_LANGUAGES = [
  /\b(?:languages?|translat\w{1,5}|(?:bi|multi)lingual|Welsh|Irish|Arabic|Hindi|Chinese|Mandarin|Cantonese|Japanese)\b/i,
  /\b(?:German|French|Spanish|Italian|Portuguese|Turkish|Polish|Dutch|Russian|Vietnamese|Greek|Ukrainian|Romanian|Czech)\b/i,
  /\b(?:Swedish|Danish|Norwegian|Finnish|Hungarian|Korean|Thai|Croatian|Serbian|Bulgarian)\b/i,
];

/** A question in another language, not a title, at the end of a message that is in English besides. */
function questionBeside(text: string): string | undefined {
  const all = sentences(text);
  const question = all.at(-1);
  const before = all.slice(0, -1).join(" ");
  if (!question?.endsWith("?") || MAY_QUOTE.test(text) || !isInOtherLanguage(question, "en"))
    return undefined;
  const isEnglish =
    before.split(/\s+/).length >= LEAST_WORDS && (before.match(ENGLISH) ?? []).length >= LEAST_ENGLISH;
  return isEnglish ? question : undefined;
}
const MAY_QUOTE = /["“”„«»‘*_]|(?<!\p{L})'/u;
const LEAST_ENGLISH = 3;
const ENGLISH =
  /\b(?:the|and|is|you|your|to|of|for|it|with|what|please|can|not|are|that|this|have|we|be|on)\b/gi;

/** The agent's first words of that kind, in a sentence. Undefined unless it keeps to it, and neither its prompt nor the caller gives reason to. */
export function otherLanguage({
  prompt,
  knowledge_base,
  transcript,
}: {
  readonly prompt: string;
  readonly knowledge_base: string;
  readonly transcript: readonly Said[];
}): string | undefined {
  const spoken = transcript.map(({ role, utterance }) => {
    const text = clean(utterance).slice(0, LONGEST);
    return { role, text, isOther: isInOtherLanguage(text, "en") };
  });
  const agent = spoken.filter(({ role }) => role === "AGENT");
  const mixed = agent.map(({ text }) => questionBeside(text)).find((one) => one !== undefined);
  if (mixed === undefined && !agent.some(({ isOther }) => isOther)) return undefined;
  if (spoken.some(({ role, isOther }) => role === "USER" && isOther)) return undefined;
  const texts = `${prompt}\n${knowledge_base}`;
  if (SPEAKS_OF_LANGUAGES.some((one) => one.test(texts)) || isInOtherLanguage(texts.slice(0, LONGEST), "en"))
    return undefined;
  if (mixed !== undefined)
    return `the agent asked ${JSON.stringify(mixed)} behind its own English, although nobody had spoken another language`;
  const first = agent.findIndex(({ isOther }) => isOther);
  const isEnglishFirst = agent.slice(0, first).some(({ text }) => text.split(/\s+/).length >= LEAST_WORDS);
  const isKept = agent.slice(first, first + IN_A_ROW).filter(({ isOther }) => isOther).length === IN_A_ROW;
  return isEnglishFirst && isKept
    ? `the agent began in English and then said ${JSON.stringify(agent[first]?.text)}, although nobody had spoken another language`
    : undefined;
}
