/** Callers that change their mind: when the agent reads a fact back, they want another value. Only in English. */
import type { Caller } from "../caller.ts";
import type { Errand } from "../errand.ts";
import type { Fact } from "../facts/facts.ts";
import { numberOf } from "../facts/rivals.ts";
import type { Language } from "../language.ts";
import type { MadeCall } from "../made-call.ts";
import type { CallerState } from "../state.ts";
import type { Wrong } from "../understanding/check.ts";
import { saysFact } from "../understanding/says-fact.ts";
import type { Said } from "../understanding/understood.ts";
import { words } from "../words.ts";
import { listed } from "./phrase.ts";
import type { Reply, Turn } from "./reply.ts";
import { namedValue } from "./volunteer.ts";

/** "No, make that 4 boxes, please." Undefined if the caller doesn't, already has, or hasn't heard its fact yet. */
export function changingMind({ caller, state, heard, language }: Turn): Reply | undefined {
  const { facts, later_facts } = caller;
  if (!later_facts || state.mind_changed !== undefined || language.code !== "en") return undefined;
  const isTaken = (place: number) => state.changed?.some(({ fact }) => fact === place);
  const places = facts.flatMap((fact, place) => {
    const later = later_facts[place];
    const isOther = later !== undefined && later.value !== fact.value && !isTaken(place);
    return isOther && saysFact(heard.text, fact, language) ? [place] : [];
  });
  if (places.length === 0) return undefined;
  const named = places.flatMap((place) => (later_facts[place] ? [namedValue(later_facts[place])] : []));
  // "3 tickets" says the 3 as well.
  const values = named.filter((value, place) => {
    const number = /^\d+/.exec(value)?.[0];
    const same = named.filter((other) => number !== undefined && /^\d+/.exec(other)?.[0] === number);
    const [best] = same.toSorted((a, b) => b.length - a.length);
    return best === undefined || named.indexOf(best) === place;
  });
  const say = `No, make that ${listed(values, language.code)}, please.`;
  return {
    rule: "answer",
    say,
    update: { mind_changed: say, told: [...new Set([...state.told, ...places])] },
  };
}

/** What a text still has as it was before the caller changed its mind: "12 lunch bowls", and no 14. */
export function unchangedFacts(text: string, caller: Caller, language: Language): Wrong[] {
  const { facts, former_facts = [] } = caller;
  return former_facts.flatMap((former, place) => {
    const fact = facts[place];
    if (!fact || fact.value === former.value || saysFact(text, fact, language)) return [];
    return saysFact(text, former, language) && countsSame(text, former, caller)
      ? [{ fact, said: former.value }]
      : [];
  });
}

/** Whether a number counts in a text what it counts in the caller's wish, or by its name: "12 lunch bowls", and not "12 euros". */
function countsSame(text: string, { value, label }: Fact, { goals, language }: Caller): boolean {
  const own = numberOf(value);
  if (own === undefined) return true;
  const counted = (one: string) => {
    const all = words(one, language);
    return all.flatMap((word, at) => (numberOf(word) === own ? [(all[at + 1] ?? "").slice(0, STEM)] : []));
  };
  const names = [...words(label, language).map((word) => word.slice(0, STEM)), ...goals.flatMap(counted)];
  return counted(text).some((one) => one !== "" && names.includes(one));
}

const STEM = 4;

/** When a caller changed its mind, and about what. */
export interface Change {
  readonly errand: Errand;
  readonly names: ReadonlySet<string>;
  /** The position of its words in the transcript. */
  readonly at: number;
}

/** The facts about which a caller was to change its mind, and never did: the agent did not read them back. */
export const unchangedIn = (
  { errand, later_errand }: Pick<Caller, "errand" | "later_errand">,
  { mind_changed }: Pick<CallerState, "mind_changed">,
): string[] =>
  mind_changed === undefined
    ? (later_errand?.facts ?? []).flatMap(({ name, value }, place) =>
        value === errand?.facts[place]?.value ? [] : [name],
      )
    : [];

/** Undefined if the caller never changed its mind, or if the tool may have been called before it did. */
export function changeOf(
  { errand, later_errand }: Pick<Caller, "errand" | "later_errand">,
  own: readonly MadeCall[],
  { mind_changed }: Pick<CallerState, "mind_changed">,
  transcript: readonly Said[],
): Change | undefined {
  if (!errand || !later_errand || mind_changed === undefined) return undefined;
  const at = transcript.findLastIndex(
    ({ role, utterance }) => role === "USER" && utterance.includes(mind_changed),
  );
  if (at < 0 || own.some(({ arrival }) => typeof arrival !== "number" || arrival <= at)) return undefined;
  const names = later_errand.facts.flatMap(({ name, value }, place) =>
    value === errand.facts[place]?.value ? [] : [name],
  );
  return { errand: later_errand, names: new Set(names), at };
}
