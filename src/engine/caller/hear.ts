import { clean, cueSpan, fold, mentions } from "../transcript/fold.ts";
import { offersHelp } from "../transcript/lexicon.ts";
import { sentences } from "../transcript/sentences.ts";
import { SLOT_KINDS } from "./facts.ts";
import type { Language, Slot } from "./language.ts";
import { slotSpans } from "./slots.ts";
import { findValues } from "./values.ts";
import { hasWords } from "./words.ts";

/** What a message of the agent does, as far as its wording shows. */
export interface Heard {
  text: string;
  /** The folded sentences that ask for something. */
  questions: string[];
  /** Slots that are asked for, in order. */
  asks: Slot[];
  /** A question that yes or no does not answer. */
  wh: boolean;
  offers_help: boolean;
  greeting: boolean;
  done: boolean;
  more: boolean;
  closing: boolean;
  refusal: boolean;
  transfer: boolean;
  hold: boolean;
  check: boolean;
  proceed: boolean;
  offer: boolean;
  choice: boolean;
  repeat: boolean;
  details: boolean;
}

const QUESTION_MARK = /[?？؟]["')\]”]*$/u;

/** Interprets a message of the agent. */
export function hear(message: string, language: Language): Heard {
  const { cues } = language;
  const all = sentences(inOneLine(clean(message))).filter(hasWords);
  const folded = all.map(fold);
  const questions = folded.filter((sentence) => isQuestion(sentence, language));
  const statements = folded.filter((sentence) => !questions.includes(sentence));
  const whole = folded.join(" ");
  const asking = questions.filter((sentence) => !mentions(sentence, cues.more));
  return {
    text: clean(message),
    questions,
    asks: [...new Set(asking.flatMap((sentence) => asked(sentence, language)))],
    wh: asking.some((sentence) => mentions(sentence, cues.wh)),
    offers_help: offersHelp(message),
    greeting: mentions(whole, cues.greeting),
    done: statements.some((sentence) => mentions(sentence, cues.done) && !mentions(sentence, cues.not_done)),
    more: mentions(whole, cues.more),
    closing: mentions(whole, cues.closing),
    refusal: statements.some((sentence) => mentions(sentence, cues.refusal)),
    transfer: statements.some((sentence) => mentions(sentence, cues.transfer)),
    hold: mentions(whole, cues.hold) && questions.every((question) => mentions(question, cues.hold)),
    check: mentions(whole, cues.check) && questions.length > 0,
    proceed: asking.some((sentence) => mentions(sentence, cues.proceed)),
    offer: asking.some((sentence) => mentions(sentence, cues.offer)),
    choice: asking.some((sentence) => mentions(sentence, cues.choice)),
    repeat: mentions(whole, cues.repeat),
    details: mentions(whole, cues.details),
  };
}

function isQuestion(sentence: string, language: Language): boolean {
  const { ask, please, wh } = language.cues;
  if (QUESTION_MARK.test(sentence) || mentions(sentence, ask)) return true;
  if (wh.some((word) => cueSpan(sentence, word)?.[0] === 0)) return true;
  return mentions(sentence, please) && slotSpans(sentence, language, "question").length > 0;
}

/**
 * Joins lists with the sentence that introduces them: "please tell me:" and the lines below it are one
 * request.
 */
function inOneLine(message: string): string {
  return message
    .replace(/\*\*|__|`/g, "")
    .replace(/\n\s*(?:[-*•]|\d{1,2}[.)])\s+/g, ", ")
    .replace(/:\s*\n\s*/g, ": ");
}

/**
 * The slots that a question asks for. A slot that comes with its value ("Is A-123 your order number?") only
 * asks for a yes.
 */
function asked(question: string, language: Language): Slot[] {
  const values = findValues(question, language);
  return slotSpans(question, language, "question")
    .map(({ slot }) => slot)
    .filter((slot) => !values.some(({ kind }) => SLOT_KINDS[slot]?.includes(kind) && kind !== "number"));
}
