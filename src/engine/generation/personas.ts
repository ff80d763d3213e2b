import { capitalized } from "../words/capitalized.ts";
import { callerGoal } from "./goals/caller-goal.ts";
import { mannerInWords, manners } from "./manner.ts";
import { persons } from "./person.ts";

/** Who calls, and for what. */
export interface Persona {
  name: string;
  description: string;
  goal: string;
}

/**
 * Customers of an agent. They take turns in wanting what the agent is for. No two speak alike while there are
 * other ways. The same seed gives the same customers. Empty without a goal.
 */
export function personasFor(goals: readonly string[], count: number, seed: string): Persona[] {
  if (goals.length === 0) return [];
  const person = persons(seed);
  return manners(count, ["en"], seed).map((manner, place) => ({
    name: person(place).name,
    description: sentence(mannerInWords(manner)),
    goal: callerGoal(goals[place % goals.length] ?? ""),
  }));
}

const sentence = (words: string) => `${capitalized(words)}.`;
