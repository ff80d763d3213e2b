import type { Proposal } from "../../policies/propose.ts";
import { titleOf } from "../../words/title.ts";
import type { GeneratedDigitalHuman, MetricSuggestion } from "../digital-human.ts";
import { chooseTool } from "../facts/choose-tool.ts";
import { factsFor, onlyKnown } from "../facts/facts.ts";
import type { Sources } from "../facts/sources.ts";
import { callerGoal } from "../goals/caller-goal.ts";
import { pressing } from "../monologue.ts";
import { describePerson, type Person } from "../person.ts";
import type { Agent } from "../reading/agent.ts";
import { confidential } from "./confidential.ts";
import { forbidden } from "./forbidden.ts";
import { staysInLanguage } from "./language.ts";
import type { Probe, ProbeMaker } from "./probe.ts";
import { provoke } from "./provoking.ts";

const wishOf = ({ goals }: Agent) => callerGoal(goals[0] ?? "Ask what you can help with");

/** Any conversation that gets far enough can show whether the agent does what it always must do. */
const duty: ProbeMaker = (_, agent): Probe => ({ intent: wishOf(agent) });

/** The caller that the reading of a sentence provides. */
const planned: ProbeMaker = ({ caller }): Probe | undefined => {
  if (!caller) return undefined;
  const { wish, press = [], insists } = caller;
  return {
    // A goal is written without a full stop.
    intent: callerGoal(/\.\s/.test(wish) ? wish : wish.replace(/\.$/, "")),
    ...((press.length > 0 || insists) && { script: pressing({ press, insists }) }),
  };
};

/** Whether any ordinary conversation can test the sentence. */
export const isTestedByAnyCall = (
  { probe: { script, intent }, policy }: PolicyProbe,
  agent: Agent,
): boolean => !script && policy.rule === null && intent === wishOf(agent);

/** From the most specific to the one that accepts every sentence. The first that fits makes the probe. */
const MAKERS: readonly ProbeMaker[] = [confidential, staysInLanguage, planned, provoke, forbidden, duty];

export interface PolicyProbe {
  policy: Proposal;
  probe: Probe;
}

/** A probe for each sentence of the prompt that demands or forbids something. */
export function probesFor(agent: Agent): PolicyProbe[] {
  return agent.policies.flatMap((policy) => {
    for (const make of MAKERS) {
      const probe = make(policy, agent);
      if (probe) return [{ policy, probe }];
    }
    return [];
  });
}

/**
 * The digital human that tries to make the agent break a sentence of its prompt. Its success criteria are the
 * sentence itself, for a judge. A rule decides only once somebody has accepted it (`judgePolicies`).
 */
export function probeDigitalHuman(
  { policy: { sentence }, probe }: PolicyProbe,
  agent: Agent,
  sources: Sources,
  { person, place }: { person: Person; place: number },
): GeneratedDigitalHuman {
  const { intent, script, language = "en" } = probe;
  const chosen = agent.knowsTools ? chooseTool(intent, agent.tools) : undefined;
  const traits = chosen
    ? onlyKnown(factsFor(chosen.tool, agent, sources, { person, place, goal: intent }))
    : [];
  return {
    name: `Probe: ${titleOf(sentence)}`,
    tag: "policy_probe",
    intent,
    success_criteria: fromPrompt(sentence),
    ...(!agent.knowsTools && { role_description: describePerson(person, intent, language, agent) }),
    language,
    ...(traits.length > 0 && { traits }),
    ...script,
    generation: { generated_by: "rules", kind: "policy_probes", seed: sources.seed, source: sentence },
  };
}

const fromPrompt = (sentence: string): string => `The agent keeps to its prompt: ${sentence}`;

/** The metric that a sentence suggests. Undefined without a rule. */
export function metricOf({ policy: { sentence, rule } }: PolicyProbe): MetricSuggestion | undefined {
  if (rule === null) return undefined;
  return {
    name: titleOf(sentence),
    description: fromPrompt(sentence),
    response_type: "pass_fail",
    ...(rule.startsWith("na ") && { allow_not_applicable: true as const }),
    scoring_guidance: `@rules\n# ${sentence}\n${rule}`,
  };
}
