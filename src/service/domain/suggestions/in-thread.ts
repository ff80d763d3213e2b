/** The long parts of suggestions. They need no store, so a thread can do them. */
import type { Output } from "../../../contract/types.ts";
import { readGoals } from "../../../engine/caller/facts/goal.ts";
import { languageOf } from "../../../engine/caller/language.ts";
import { personasFor } from "../../../engine/generation/personas.ts";
import { metricOf, probesFor } from "../../../engine/generation/probes/probes.ts";
import { type Agent, readAgent } from "../../../engine/generation/reading/agent.ts";
import type { AgentTexts } from "../../../engine/policies/agent-texts.ts";
import { statements } from "../../../engine/policies/read/statements.ts";
import { capitalized } from "../../../engine/words/capitalized.ts";
import { toolPhrase } from "../../../engine/words/tool-words.ts";

interface OfAgent<What extends string> {
  readonly what: What;
  readonly texts: AgentTexts;
  /** At most this many. */
  readonly count: number;
}
interface OfDigitalHuman {
  readonly what: "objectives";
  readonly intent: string;
  readonly success_criteria: string;
  readonly language: Parameters<typeof languageOf>[0];
}
export type Suggesting =
  | OfAgent<"goals">
  | (OfAgent<"personas"> & { readonly seed: string })
  | OfAgent<"metrics">
  | OfDigitalHuman;

interface Suggested {
  readonly goals: string[];
  readonly personas: ReturnType<typeof personasFor>;
  readonly metrics: Output<"SuggestedMetrics">["custom_metrics"];
  readonly objectives: readonly string[];
}

/** Makes suggestions without blocking other work. */
export interface SuggestionThread {
  suggest<T extends Suggesting>(wanted: T): Promise<Suggested[T["what"]]>;
}

/** See `SuggestionThread.suggest`. */
export function suggested(wanted: Suggesting): Suggested[Suggesting["what"]] {
  if (wanted.what === "objectives") return objectivesOf(wanted);
  const agent = readAgent(wanted.texts);
  if (wanted.what === "personas") return personasFor(goalsOf(agent), wanted.count, wanted.seed);
  const suggestions =
    wanted.what === "goals" ? goalsOf(agent) : probesFor(agent).flatMap((probe) => metricOf(probe) ?? []);
  return suggestions.slice(0, wanted.count) as Suggested["goals"] | Suggested["metrics"];
}

/** What an agent is for: the goals of its record, and what the tools of its prompt do. */
const goalsOf = ({ goals, effectful }: Agent): string[] => [
  ...new Set([...goals, ...effectful.map((tool) => capitalized(toolPhrase(tool)))]),
];

function objectivesOf({ intent, success_criteria, language }: OfDigitalHuman): string[] {
  const { goals } = readGoals(intent, languageOf(language));
  const isRules = /^\s*@rules/.test(success_criteria);
  const criteria = isRules ? [] : statements(success_criteria).filter((line) => !line.startsWith("@rules"));
  return [...goals.filter((goal) => goal.trim() !== ""), ...criteria];
}
