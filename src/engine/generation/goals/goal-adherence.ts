import type { LanguageCode } from "../../../contract/values.ts";
import { languageOf } from "../../caller/language.ts";
import type { AgentTexts } from "../../policies/agent-texts.ts";
import { titleOf } from "../../words/title.ts";
import { type Criterion, successCriteria } from "../criteria.ts";
import type { GeneratedDigitalHuman, Kind } from "../digital-human.ts";
import { changesIn } from "../facts/change-of-mind.ts";
import { chooseTool, likelyTools, namedTool } from "../facts/choose-tool.ts";
import { factsFor } from "../facts/facts.ts";
import { leftOpen } from "../facts/left-open.ts";
import { withoutChange } from "../facts/said-change.ts";
import type { Sources } from "../facts/sources.ts";
import { withoutWish } from "../facts/wish.ts";
import { type Manner, mannerInWords, traitsOf } from "../manner.ts";
import { describePerson, type Person } from "../person.ts";
import type { Agent } from "../reading/agent.ts";
import { callerGoal } from "./caller-goal.ts";
import { goalCriterion } from "./goal-criterion.ts";
import { languageOfText, languagesOf } from "./languages.ts";
import { phraseIn } from "./phrasebook.ts";

export interface GoalRequest {
  kind: Extract<Kind, "goal_adherence" | "customer_personas" | "load_testing">;
  goal: string;
  /** The goal by default. */
  title?: string;
  /** What a persona is like, in the words of the request. */
  description?: string;
}

interface Cast {
  manner: Manner;
  person: Person;
  /** What the prompt demands of every conversation in this language. */
  standing: readonly Criterion[];
  sources: Sources;
  /** Its place among all callers of the request. */
  place: number;
}

const TAGS: Readonly<Record<GoalRequest["kind"], string>> = {
  goal_adherence: "goal_adherence",
  customer_personas: "customer_persona",
  load_testing: "load_testing",
};

/** The languages in which digital humans can pursue a goal with this agent. */
export function languagesFor(goal: string, agent: AgentTexts): LanguageCode[] {
  const own = languageOfText(goal);
  if (own !== "en") return [own];
  return languagesOf(agent).filter((code) => code === "en" || phraseIn(code, goal) !== undefined);
}

/** A digital human that pursues a goal in a given manner. */
export function goalDigitalHuman(
  { kind, goal: written, title, description }: GoalRequest,
  agent: Agent,
  { manner, person, standing, sources, place }: Cast,
): GeneratedDigitalHuman {
  const { language, verbosity, fluency } = manner;
  const { goal } = namedTool(written, agent.tools);
  const chosen = chooseTool(written, agent.tools);
  const { goal: first, ...change } = withoutChange(goal, agent.tools);
  const wanted = callerGoal(first);
  const intent = languageOfText(first) === language ? wanted : (phraseIn(language, first) ?? wanted);
  const said = `${intent} ${description ?? ""}`;
  const criterion = goalCriterion(wanted, agent, chosen?.tool.name);
  const aim = chosen && (agent.knowsTools || criterion.rules.length > 0) ? chosen : undefined;
  const likely = chosen ? [] : likelyTools(goal, agent.tools);
  const drawn = aim && factsFor(aim.tool, agent, sources, { person, place, goal: withoutWish(wanted) });
  const changes = changesIn(drawn?.traits ?? [], change, sources.today, aim?.tool);
  const known = drawn && leftOpen(drawn, callerGoal(goal), changes, agent, sources);
  const traits = [...traitsOf(manner), ...(known?.traits ?? []), ...(known?.changes ?? [])];
  const opening = openingOf(manner);
  const described = [
    description ?? "",
    agent.knowsTools ? "" : describePerson(person, said, language, agent),
  ].filter((part) => part !== "");
  return {
    name: title ?? titleOf(goal),
    tag: TAGS[kind],
    intent,
    success_criteria: successCriteria(criterion, standing),
    ...(described.length > 0 && { role_description: described.join("\n") }),
    language,
    verbosity,
    fluency,
    ...(traits.length > 0 && { traits }),
    ...(opening !== undefined && { speaks_first_config: opening }),
    generation: {
      generated_by: "rules",
      kind,
      seed: sources.seed,
      source: goal,
      manner: mannerInWords(manner),
      ...(aim && { tool: aim.tool.name, tool_reason: aim.reason }),
      ...(likely.length > 0 && { tools_in_question: likely }),
      ...(known && known.open.length > 0 && { facts_to_fill_in: known.open }),
    },
  };
}

/** Returns nothing for a caller who begins with what it wants. A digital human does that anyway. */
function openingOf({ opening, language }: Manner): GeneratedDigitalHuman["speaks_first_config"] | undefined {
  if (opening === "goal") return undefined;
  const { greeting, elaboration } = languageOf(language).phrases;
  const parts = opening === "greeting" ? [greeting[1] ?? greeting[0]] : [greeting[0], elaboration[0]];
  return { speaks_first: true, mode: "custom", message: parts.join(" ") };
}
