/** Callers that are drafted from what is known of an agent, in the form of a test file. */

import type { Fields } from "../../../contract/is-object.ts";
import type { GeneratedDigitalHuman } from "../../../engine/generation/digital-human.ts";
import { changeOfMind } from "../../../engine/generation/facts/change-of-mind.ts";
import { generate } from "../../../engine/generation/generate.ts";
import { readAgent } from "../../../engine/generation/reading/agent.ts";
import type { AgentTexts } from "../../../engine/policies/agent-texts.ts";
import { isRuleGuidance } from "../../../engine/rules-language/compile.ts";
import { clauseOf, shortened } from "../../../engine/rules-language/short-form.ts";
import { manifestFields } from "../../plan/export.ts";
import type { Wanted } from "../../plan/fields.ts";

/** How many goals of a prompt, or of its tools, are drafted. Goals that somebody has named are all drafted. */
const GOALS_MAXIMUM = 10;
const PROBES_MAXIMUM = 10;
const CHANGES_MAXIMUM = 2;

export interface DraftedCallers {
  /** Those that can run. */
  readonly ready: readonly Fields[];
  /** Those with facts that only a person can fill in: they are null. */
  readonly open: readonly Fields[];
  /** Sentences of the prompt that no caller tests, because only a judge could decide. */
  readonly unjudged: number;
  /** Goals for which no tool of the agent was found, so that nothing shows whether they are reached, and the tools in question. */
  readonly without_tool: readonly { readonly goal: string; readonly likely: readonly string[] }[];
}

export interface DraftOptions {
  /** An ISO date. */
  readonly today: string;
  /** Whether a model judges sentences. Without one, a caller that needs a judge could never pass. */
  readonly has_judge: boolean;
}

/** One caller for each goal, one for each rule of the prompt, and one or two that change their mind. */
export function draftCallers(texts: AgentTexts, { today, has_judge }: DraftOptions): DraftedCallers {
  const goals = goalsOf(texts).slice(0, Math.max(GOALS_MAXIMUM, texts.goals.length));
  const made = generate(
    {
      workflows: [],
      recordings: [],
      personas: [],
      load_testing: 0,
      red_teaming: 0,
      goals: goals.map((goal) => ({ goal, num_calls: 1 })),
      policy_probes: texts.prompt === "" ? 0 : PROBES_MAXIMUM,
    },
    texts,
    { seed: "1", maximum: goals.length + PROBES_MAXIMUM, today },
  );
  const callers = made.map(({ digital_human }) => callerOf(digital_human));
  const kept = has_judge ? callers : callers.filter((caller) => !needsJudge(caller));
  const without_tool = made.flatMap(({ digital_human: { generation } }, place) =>
    generation.kind === "goal_adherence" && !generation.tool && !kept.includes(callers[place] ?? {})
      ? [{ goal: generation.source, likely: generation.tools_in_question ?? [] }]
      : [],
  );
  const [ready, open] = [kept.filter((caller) => !isOpen(caller)), kept.filter(isOpen)];
  const changing = changingMinds([...ready, ...open], texts);
  return {
    ready: [...ready, ...changing.filter((caller) => !isOpen(caller))],
    open: [...open, ...changing.filter(isOpen)],
    unjudged: callers.length - kept.length - without_tool.length,
    without_tool,
  };
}

/** Copies of the first callers that can change their mind, each for another tool, which do so. */
function changingMinds(callers: readonly Fields[], texts: AgentTexts): Fields[] {
  const { tools } = readAgent(texts);
  const seen = new Set<string>();
  return callers
    .flatMap((caller) => {
      const {
        tool,
        facts = {},
        changes,
      } = (caller["goal"] ?? {}) as Readonly<Record<string, Fields>> & {
        readonly tool?: string;
      };
      if (changes) return [];
      const definition = tools.find(({ name }) => name === tool);
      const change =
        definition && !seen.has(definition.name)
          ? changeOfMind(definition, facts, String(caller["intent"] ?? ""))
          : undefined;
      if (!change) return [];
      seen.add(String(tool));
      const goal = { tool, facts, changes: { [change.name]: change.value } };
      return [{ ...caller, name: `${String(caller["name"])} (changes its mind)`, goal }];
    })
    .slice(0, CHANGES_MAXIMUM);
}

/** The goals of the agent, or what its tools change. */
function goalsOf(texts: AgentTexts): readonly string[] {
  const { goals, tools, effectful } = readAgent(texts);
  if (goals.length > 0) return goals;
  const doing = tools.filter(({ name }) => effectful.includes(name));
  return doing.map(({ name, description }) => description ?? name.replaceAll("_", " "));
}

const needsJudge = ({ expect }: Fields): boolean =>
  ((expect ?? []) as readonly string[]).some((expectation) => clauseOf(expectation) === undefined);

/** A generated digital human with what it expects in short form. */
function callerOf({ generation: _, ...digital_human }: GeneratedDigitalHuman): Fields {
  const { tag: __, success, success_criteria, ...fields } = manifestFields(digital_human as Wanted);
  const criteria = String(success ?? success_criteria ?? "").trim();
  const expect = isRuleGuidance(criteria) ? clausesOf(criteria).map(shortened) : [criteria].filter(Boolean);
  return { ...fields, ...(expect.length > 0 && { expect }) };
}

/** The clauses of rules, each in one line, without comments. */
const clausesOf = (criteria: string): string[] =>
  criteria
    .replaceAll(/\n[ \t]{1,20}/g, " ")
    .split("\n")
    .slice(1)
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));

function isOpen({ goal, facts }: Fields): boolean {
  const known = [(goal as { facts?: Fields } | undefined)?.facts, facts as Fields | undefined];
  return known.some((some) => Object.values(some ?? {}).includes(null));
}
