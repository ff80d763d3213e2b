import type { LanguageCode } from "../../../contract/values.ts";
import type { GeneratedDigitalHuman } from "../digital-human.ts";
import type { Sources } from "../facts/sources.ts";
import { type Manner, manners } from "../manner.ts";
import type { Person } from "../person.ts";
import type { Agent } from "../reading/agent.ts";
import { type GoalRequest, goalDigitalHuman, languagesFor } from "./goal-adherence.ts";
import { NO_LOOP } from "./goal-criterion.ts";

/**
 * Digital humans that pursue goals, each in its own manner. Goals that can be said in the same languages
 * share one list of manners, so that no manner is used twice.
 */
export function spreadOverGoals(
  requests: readonly GoalRequest[],
  agent: Agent,
  sources: Sources,
  person: (place: number) => Person,
): GeneratedDigitalHuman[] {
  const languages = requests.map(({ goal }) => languagesFor(goal, agent));
  const groups = new Map<string, LanguageCode[]>(languages.map((codes) => [codes.join(), codes]));
  const sizes = (key: string) => languages.filter((codes) => codes.join() === key).length;
  const waiting = new Map<string, Manner[]>(
    [...groups].map(([key, codes]) => [key, manners(sizes(key), codes, sources.seed)]),
  );
  return requests.flatMap((request, place) => {
    const manner = waiting.get(languages[place]?.join() ?? "")?.shift();
    if (!manner) return [];
    const cast = { manner, person: person(place), standing: [NO_LOOP], sources, place };
    return [goalDigitalHuman(request, agent, cast)];
  });
}
