import { clean } from "../../transcript/fold.ts";
import { isPleasantry } from "../../transcript/lexicon.ts";
import { type Fact, factsOf, SLOT_KINDS } from "../facts/facts.ts";
import { findValues } from "../facts/values.ts";
import { hear } from "../hearing/hear.ts";
import type { Language } from "../language.ts";
import { words } from "../words.ts";

const MAX_ANSWER_WORDS = 6;

/**
 * Facts from what the user of a recorded conversation said: in full sentences, or in short answers to the
 * agent.
 */
export function factsOfDialogue(
  transcript: readonly { role: string; utterance: string }[],
  language: Language,
): Fact[] {
  const facts: Fact[] = [];
  for (const [place, { role, utterance }] of transcript.entries()) {
    if (role === "AGENT") continue;
    const stated = factsOf(utterance, language);
    const before = transcript[place - 1];
    const asked = before?.role === "AGENT" ? hear(before.utterance, language).asks : [];
    const [slot] = asked;
    if (asked.length !== 1 || !slot) {
      facts.push(...stated);
      continue;
    }
    const answer = stated.find((fact) => fact.slot === slot)?.value ?? shortAnswer(utterance, slot, language);
    if (answer) facts.push({ slot, label: "", value: answer, sentence: clean(utterance) });
    facts.push(...stated.filter((fact) => fact.slot !== slot && fact.value !== answer && fact.slot !== null));
  }
  return facts;
}

/** A reply that is the value and little more: "It's A-123.", "Anna Schmidt". */
function shortAnswer(
  utterance: string,
  slot: NonNullable<Fact["slot"]>,
  language: Language,
): string | undefined {
  const text = clean(utterance).trim();
  const kinds = SLOT_KINDS[slot];
  if (kinds) return findValues(text, language).find(({ kind }) => kinds.includes(kind))?.text;
  const plain = text.replace(/(?<![.。!！।])[.。!！।]+$/u, "");
  const short = words(plain, language.code).length <= MAX_ANSWER_WORDS;
  return short && !isPleasantry(plain) && !/[?？؟]/.test(plain) ? plain : undefined;
}
