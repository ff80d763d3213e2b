/** Callers that change their mind: when the agent reads a fact back, they want another value. Only in English. */
import { listed } from "./phrase.ts";
import type { Reply, Turn } from "./reply.ts";
import { isSaid } from "./understood.ts";
import { namedValue } from "./volunteer.ts";

/** "No, make that 4 boxes, please." Undefined if the caller doesn't, already has, or hasn't heard its fact yet. */
export function changingMind({ caller, state, heard, language }: Turn): Reply | undefined {
  const { facts, later_facts } = caller;
  if (!later_facts || state.mind_changed !== undefined || language.code !== "en") return undefined;
  const places = facts.flatMap(({ value }, place) =>
    later_facts[place] && later_facts[place].value !== value && isSaid(heard.text, value, language)
      ? [place]
      : [],
  );
  if (places.length === 0) return undefined;
  const values = places.flatMap((place) => (later_facts[place] ? [namedValue(later_facts[place])] : []));
  const say = `No, make that ${listed(values, language.code)}, please.`;
  return {
    rule: "answer",
    say,
    update: { mind_changed: say, told: [...new Set([...state.told, ...places])] },
  };
}
