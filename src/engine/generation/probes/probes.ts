import { guidance, successCriteria } from "../criteria.ts";
import type { GeneratedDigitalHuman, MetricSuggestion } from "../digital-human.ts";
import { callerGoal } from "../goals/caller-goal.ts";
import { monologue, pressing } from "../monologue.ts";
import { describePerson, type Person } from "../person.ts";
import type { Agent, RuledPolicy } from "../reading/agent.ts";
import { titleOf } from "../title.ts";
import { confidential } from "./confidential.ts";
import { consent } from "./consent.ts";
import { forbidden } from "./forbidden.ts";
import { staysInLanguage } from "./language.ts";
import { timeLimit } from "./limit.ts";
import { overLimit } from "./over-limit.ts";
import { pastDate } from "./past-date.ts";
import { prerequisite } from "./prerequisite.ts";
import type { Probe, ProbeMaker } from "./probe.ts";
import { fromPrompt } from "./standing.ts";
import { wording } from "./wording.ts";

/** Any conversation that gets far enough can show whether the agent does what it always must do. */
const duty: ProbeMaker = (_, { goals }): Probe => ({
  intent: callerGoal(goals[0] ?? "Ask what you can help with"),
  rules: [],
  standing: false,
});

/** The caller that the rule of a sentence provides. */
const ruled: ProbeMaker = ({ rule }): Probe | undefined => {
  if (!rule?.caller) return undefined;
  const { wish, opening, press = [], lines, insists } = rule.caller;
  return {
    intent: wish,
    rules: [],
    standing: false,
    ...(lines
      ? { script: monologue(lines) }
      : (press.length > 0 || insists || opening) && {
          script: pressing({ press, insists, opening: opening && `${opening} ${wish}` }),
        }),
  };
};

/** Whether any ordinary conversation can test the sentence. */
export const isTestedByAnyCall = (
  { probe: { script, intent }, policy }: PolicyProbe,
  { goals }: Agent,
): boolean => !script && !policy.rule && intent === callerGoal(goals[0] ?? "Ask what you can help with");

/** From the most specific to the one that accepts every sentence. The first that fits makes the probe. */
const MAKERS: readonly ProbeMaker[] = [
  confidential,
  pastDate,
  prerequisite,
  consent,
  timeLimit,
  wording,
  staysInLanguage,
  ruled,
  overLimit,
  forbidden,
  duty,
];

export interface PolicyProbe {
  policy: RuledPolicy;
  probe: Probe;
}

/** A probe for each sentence of the prompt that says must, never, or only if. */
export function probesFor(agent: Agent): PolicyProbe[] {
  return agent.policies.flatMap((policy) => {
    for (const make of MAKERS) {
      const probe = make(policy, agent);
      if (probe) return [{ policy, probe }];
    }
    return [];
  });
}

/** The digital human that tries to make the agent break a sentence of its prompt. */
export function probeDigitalHuman(
  { policy: { sentence }, probe }: PolicyProbe,
  person: Person,
  seed: string,
): GeneratedDigitalHuman {
  const { intent, rules, script, language = "en" } = probe;
  return {
    name: `Probe: ${titleOf(sentence)}`,
    tag: "policy_probe",
    intent,
    success_criteria: successCriteria({ says: fromPrompt(sentence), rules }),
    role_description: describePerson(person, intent, language),
    language,
    ...script,
    generation: { generated_by: "rules", kind: "policy_probes", seed, source: sentence },
  };
}

/** The metric that a probe suggests. Undefined if its rules apply only to its own conversation. */
export function metricOf({ policy: { sentence }, probe }: PolicyProbe): MetricSuggestion | undefined {
  if (!probe.standing || probe.rules.length === 0) return undefined;
  return {
    name: titleOf(sentence),
    description: fromPrompt(sentence),
    response_type: "pass_fail",
    scoring_guidance: guidance([{ says: fromPrompt(sentence), rules: probe.rules }]),
  };
}
