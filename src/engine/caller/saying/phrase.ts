import type { LanguageCode } from "../../../contract/values.ts";
import { pick } from "../../random.ts";
import { sentences } from "../../transcript/sentences.ts";
import { capitalized } from "../../words/capitalized.ts";
import { languageOf, type Phrases, type Ways } from "../language.ts";
import type { Moment } from "../moment.ts";
import type { CallerState, Rule } from "../state.ts";
import { joined } from "../words.ts";

/** The values for a phrase's placeholders. */
interface Filling {
  value?: string;
  intent?: string;
}

/** Turns in which the caller may add a remark to its answer. A yes and a no stand alone: "Yes. I'm not sure I follow." is neither. */
const OPEN_RULES: ReadonlySet<Rule> = new Set([
  "opening",
  "answer",
  "details",
  "goal",
  "wait",
  "acknowledge",
]);

/** The caller's words in one turn. The same generator chooses all paraphrases. */
export interface Voice {
  /** A phrase in the caller's language. Brief callers leave out sentences that say nothing. */
  phrase(key: keyof Phrases, filling?: Filling): string;
  /** The text with what the caller's manner adds, and which remarks have been used. */
  manner(text: string, rule: Rule): { say: string; remarks: CallerState["remarks"] };
}

export function voiceOf({ caller, state, rng }: Pick<Moment, "caller" | "state" | "rng">): Voice {
  const language = languageOf(caller.language);
  const { creativity, verbosity, fluency, traits } = caller.style;
  const justSaid = new Set(sentences(state.last_said));
  const phrase = (key: keyof Phrases, filling: Filling = {}) => {
    const ways: Ways = language.phrases[key];
    // What was not understood just before is said in another way.
    const [first, ...rest] =
      key === "answer_again" ? ways.filter((way) => !justSaid.has(fill(way, filling))) : ways;
    const chosen = pick(first === undefined ? ways : [first, ...rest], creativity, rng);
    const text = verbosity === "low" ? shortened(chosen, language.code) : chosen;
    return fill(text, filling);
  };
  const manner = (text: string, rule: Rule) => {
    const remarks = { ...state.remarks };
    const parts = [text];
    const once = (key: keyof CallerState["remarks"], ways: Ways) => {
      const used = remarks[key] ?? 0;
      const remark = ways[used];
      if (remark === undefined) return;
      remarks[key] = used + 1;
      parts.push(remark);
    };
    const spoken = state.history.length;
    const trait = traits[(spoken / 2) % traits.length];
    if (OPEN_RULES.has(rule)) {
      if (fluency === "beginner" && rule === "opening") once("apology", language.phrases.apology);
      if (verbosity === "high" && (rule === "opening" || spoken % 2 === 1))
        once("elaboration", language.phrases.elaboration);
      if (trait) once(trait, language.traits[trait]);
      const hesitates = spoken % (fluency === "beginner" ? 2 : 4) === 0 && fluency !== "native";
      if (hesitates) parts.unshift(pick(language.phrases.hesitation, creativity, rng));
    }
    return { say: joined(parts, language.code), remarks };
  };
  return { phrase, manner };
}

/** Values in a row, separated by the language's comma. */
export function listed(values: readonly string[], language: LanguageCode): string {
  const comma =
    language === "ja" || language === "zh" || language === "yue" ? "、" : language === "ar" ? "، " : ", ";
  return values.join(comma);
}

/** Only words: a code or an address keeps its letters. */
const PLAIN_WORDS = /^[\p{L} ,'-]{1,100}$/u;

function fill(text: string, { value = "", intent = "" }: Filling): string {
  const begins = text.startsWith("{value}") && PLAIN_WORDS.test(value);
  const shown = begins ? capitalized(value) : value;
  const filled = text.replace("{value}", () => shown).replace("{intent}", () => intent);
  // A value may end with a full stop of its own ("10 a.m.").
  return filled.replace(/([.!?。！？।])\.(?=\s|$)/g, "$1").trim();
}

function shortened(text: string, language: LanguageCode): string {
  const [first = text, ...rest] = sentences(text);
  return joined([first, ...rest.filter((sentence) => sentence.includes("{"))], language);
}
