import { fold, mentions } from "../../transcript/fold.ts";
import { saysWant } from "../../transcript/lexicon.ts";
import type { Language } from "../language.ts";

/**
 * A clean sentence of a record as the caller would say it. Its own words and questions stay unchanged. A
 * description of the caller ("The user wants to …", "Cancel the order") is turned into the first person.
 * Undefined for other descriptions, and for instructions on how to behave.
 */
export function ownWords(sentence: string, language: Language): string | undefined {
  const { forms, told: orders, pronouns, lowercase, instruction } = language.intent;
  if (instruction.test(sentence)) return undefined;
  for (const [form, replacement] of forms) {
    const match = form.exec(sentence);
    if (!match) continue;
    // The replacement puts words before this, so it no longer begins the sentence. Forms for names need the capital.
    const start = lowercase ? sentence.charAt(0).toLowerCase() + sentence.slice(1) : sentence;
    const told = (form.test(start) ? start : sentence).replace(form, replacement);
    const isOrder = match[0] === "" && lowercase;
    return (isOrder ? orders : pronouns).reduce((text, [from, to]) => text.replace(from, to), told);
  }
  return /[?？؟]$/.test(sentence) || saysWant(sentence) || mentions(fold(sentence), language.first_person)
    ? sentence
    : undefined;
}
