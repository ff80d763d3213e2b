import type { LanguageCode } from "../../contract/values.ts";
import { sentences } from "../transcript/sentences.ts";
import type { Caller } from "./caller.ts";
import type { Language, Phrases, Ways } from "./language.ts";
import { pick, type Rng } from "./random.ts";
import type { CallerState, Rule } from "./state.ts";
import { joined } from "./words.ts";

/** What a phrase leaves open. */
interface Filling {
  value?: string;
  intent?: string;
}

/** Turns that have room for a remark besides what they say. */
const OPEN_RULES: ReadonlySet<Rule> = new Set([
  "opening",
  "answer",
  "check",
  "go_ahead",
  "decline",
  "details",
  "goal",
  "wait",
  "acknowledge",
]);

/** Speaks for one turn: the same generator chooses all its paraphrases. */
export interface Voice {
  /** A phrase of the language; short callers leave out sentences that carry nothing. */
  phrase(key: keyof Phrases, filling?: Filling): string;
  /** The text with what the caller's manner adds to it, and which remarks are used up. */
  manner(text: string, rule: Rule): { say: string; remarks: CallerState["remarks"] };
}

export function voiceOf(caller: Caller, language: Language, state: CallerState, rng: Rng): Voice {
  const { creativity, verbosity, fluency, traits } = caller.style;
  const phrase = (key: keyof Phrases, filling: Filling = {}) => {
    const chosen = pick(language.phrases[key], creativity, rng);
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

/** Values one after the other. */
export function listed(values: readonly string[], language: LanguageCode): string {
  const comma =
    language === "ja" || language === "zh" || language === "yue" ? "、" : language === "ar" ? "، " : ", ";
  return values.join(comma);
}

function fill(text: string, { value = "", intent = "" }: Filling): string {
  const filled = text.replace("{value}", () => value).replace("{intent}", () => intent);
  // A value may bring the full stop of its own ("10 a.m.").
  return filled.replace(/([.!?。！？।])\.(?=\s|$)/g, "$1").trim();
}

function shortened(text: string, language: LanguageCode): string {
  const [first = text, ...rest] = sentences(text);
  return joined([first, ...rest.filter((sentence) => sentence.includes("{"))], language);
}
