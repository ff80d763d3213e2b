import { cueSpan, fold } from "../../transcript/fold.ts";
import type { Language } from "../language.ts";

const CAPITALIZED =
  /^[\s:,'"]*((?:(?:\p{Lu}[\p{L}\p{M}'.-]*|(?:de|da|dos|van|von|der|bin|al|el|la)(?!\p{L}))\s?){1,5})/u;
const UNCASED = /^[\s:：はが]*([\p{Lo}\p{M}][\p{Lo}\p{M}\p{Lm}・.]*(?: [\p{Lo}\p{M}]+){0,3})/u;
const PARTICLE = /(?:\s(?:de|da|dos|van|von|der|bin|al|el|la)){1,5}$/u;

/** Names of persons that a clean sentence introduces ("My name is …", "You are Anna Schmidt"). */
export function namesIn(sentence: string, language: Language): string[] {
  const folded = fold(sentence);
  const found = [
    ...language.names.strong.map((cue) => nameAfter(cue, 1)),
    ...language.names.weak.map((cue) => nameAfter(cue, 2)),
  ];
  return [...new Set(found.filter((name) => name !== undefined))].slice(0, 1);

  function nameAfter(cue: string, minWords: number): string | undefined {
    const span = cueSpan(folded, cue);
    if (!span) return undefined;
    const rest = sentence.slice(span[1]);
    const cased = CAPITALIZED.exec(rest)?.[1]
      ?.trim()
      .replace(PARTICLE, "")
      .replace(/(?<![.,'])[.,']+$/, "");
    if (cased && /\p{Lu}/u.test(cased)) return cased.split(/\s+/).length >= minWords ? cased : undefined;
    const uncased = minWords === 1 && language.names.end.length > 0 ? UNCASED.exec(rest)?.[1] : undefined;
    return uncased ? withoutEnding(uncased, language.names.end) : undefined;
  }
}

function withoutEnding(text: string, endings: readonly string[]): string | undefined {
  const ends = endings.map((ending) => text.indexOf(ending)).filter((at) => at > 0);
  const name = text.slice(0, Math.min(text.length, ...ends)).trim();
  return name === "" ? undefined : name;
}
