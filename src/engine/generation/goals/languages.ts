import type { LanguageCode } from "../../../contract/values.ts";
import { isInOtherLanguage } from "../../caller/hearing/language-of-text.ts";
import type { AgentTexts } from "../../policies/agent-texts.ts";
import { sentences } from "../../transcript/sentences.ts";

const NAMES: Readonly<Record<LanguageCode, RegExp>> = {
  en: /\bEnglish\b/,
  es: /\bSpanish\b|español/i,
  pt: /\bPortuguese\b|português/i,
  ja: /\bJapanese\b|日本語/,
  tr: /\bTurkish\b|türkçe/i,
  hi: /\bHindi\b|हिन्दी/,
  ar: /\bArabic\b|العربية/,
  ru: /\bRussian\b|русск/i,
  zh: /\bMandarin\b|\bChinese\b|中文/,
  ml: /\bMalayalam\b|മലയാളം/,
  fr: /\bFrench\b|français/i,
  yue: /\bCantonese\b|粵語|廣東話/,
  vi: /\bVietnamese\b|tiếng việt/i,
  de: /\bGerman\b|deutsch/i,
};

const CODES = Object.keys(NAMES) as LanguageCode[];

/** "Answer in the caller's language", "whatever language the customer writes". */
const ANY_LANGUAGE: readonly RegExp[] = [
  /\bin (?:the|their|his or her) (?:same |own )?language|\bmultilingual\b|\b(?:any|whatever|every) language/i,
  /\b(?:caller|customer|user|patient|guest|person)(?:'s|s'|s)? (?:own )?language/i,
  /\blanguage (?:of|that|in which|they|the (?:caller|customer|user|patient|guest))/i,
];

/** Whether a sentence asks the agent to answer in the caller's language. */
export const followsLanguage = (sentence: string): boolean =>
  ANY_LANGUAGE.some((pattern) => pattern.test(sentence)) ||
  (namedIn(sentence).length > 0 && /\b(?:answer|reply|respond|speak|switch)/i.test(sentence));

/** The languages to test if an agent follows its callers' language but its texts name none. */
const TRIED: readonly LanguageCode[] = ["es", "de", "fr"];

/** A tour or a menu in German does not make the agent speak it. */
const SPEAKS =
  /\b(?:answer|bilingual|chat|convers|fluent|language|lingual|reply|replies|respond|speak|spoke|support|switch|talk|translat|understand|write)|-speaking\b/i;

/**
 * The languages that an agent speaks according to its texts, English first. English only, if they name no
 * other.
 */
export function languagesOf({ prompt, agent_description }: AgentTexts): LanguageCode[] {
  const text = `${prompt}\n${agent_description}`;
  const spoken = sentences(text).filter((sentence) => SPEAKS.test(sentence));
  const named = namedIn(spoken.join("\n")).filter((code) => code !== "en");
  return [
    "en",
    ...(named.length > 0 ? named : ANY_LANGUAGE.some((pattern) => pattern.test(text)) ? TRIED : []),
  ];
}

/** The language of a text: English unless it is clearly in another. */
export function languageOfText(text: string): LanguageCode {
  if (!isInOtherLanguage(text, "en")) return "en";
  return CODES.find((code) => !isInOtherLanguage(text, code)) ?? "en";
}

const namedIn = (text: string) => CODES.filter((code) => NAMES[code].test(text));
