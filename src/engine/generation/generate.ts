import type { AgentTexts } from "../policies/agent-texts.ts";
import { numbered, titleOf } from "../words/title.ts";
import { countryOf } from "./countries.ts";
import type { Generated, GeneratedDigitalHuman } from "./digital-human.ts";
import { sourcesOf } from "./facts/facts.ts";
import type { GoalRequest } from "./goals/goal-adherence.ts";
import { loadRequests, staggered } from "./goals/load.ts";
import { spreadOverGoals } from "./goals/spread.ts";
import { identifiersOf } from "./identifiers.ts";
import { persons } from "./person.ts";
import { metricOf, probeDigitalHuman, probesFor } from "./probes/probes.ts";
import { readAgent } from "./reading/agent.ts";
import { redTeam } from "./red-team/red-team.ts";
import { type Recording, replayDigitalHuman } from "./replay.ts";
import { type ScenarioRequest, scenarioCallers } from "./scenario/scenario.ts";
import { type WorkflowRequest, workflowCallers } from "./workflow/workflow.ts";

/** What to generate: how many of each kind, in the order in which they are generated. */
export interface GenerationRequest {
  goals: readonly { goal: string; num_calls: number }[];
  /** Workflows and scenarios, in the request's order. */
  workflows: readonly (WorkflowRequest | ScenarioRequest)[];
  recordings: readonly Recording[];
  personas: readonly { name: string; description: string; goal: string; num_calls: number }[];
  load_testing: number;
  red_teaming: number;
  policy_probes: number;
}

/**
 * Generates digital humans for an agent, at most `maximum`. Leaves out the last ones first. The same request,
 * texts, seed, and day always give the same ones, byte for byte.
 * @param options.today an ISO date: what lies ahead of a caller, or behind it, counts from there
 */
export function generate(
  request: GenerationRequest,
  texts: AgentTexts,
  { seed, maximum, today }: { seed: string; maximum: number; today: string },
): Generated[] {
  const agent = readAgent(texts);
  const budget = budgetOf(maximum);
  const goals = request.goals.flatMap((goal) => goalRequests(goal, budget(goal.num_calls)));
  const paths = request.workflows.flatMap((workflow) => {
    const count = Math.min(workflow.count, maximum);
    const made =
      "definition" in workflow
        ? scenarioCallers({ ...workflow, count }, seed)
        : workflowCallers({ ...workflow, count }, seed);
    return made.slice(0, budget(made.length));
  });
  const recordings = request.recordings.slice(0, budget(request.recordings.length));
  const personas = request.personas.flatMap((persona) => personaRequests(persona, budget(persona.num_calls)));
  const load = loadRequests(budget(request.load_testing), agent);
  const callers = [...goals, ...personas, ...load];

  const person = persons(seed, identifiersOf(agent), countryOf(saidBy(agent)));
  const sources = sourcesOf(agent, { seed, today });
  const made = spreadOverGoals(callers, agent, sources, person);
  const of = (kind: GoalRequest["kind"]) => made.filter((caller) => caller.generation.kind === kind);
  const probes = probesFor(agent).map((probe, place) => {
    const metric = metricOf(probe);
    const caller = { person: person(callers.length + place), place: callers.length + place };
    const digital_human = probeDigitalHuman(probe, agent, sources, caller);
    return { digital_human, ...(metric && { metric }) };
  });
  const attacks = redTeam(
    budget(request.red_teaming),
    agent,
    seed,
    probes.map(({ digital_human }) => digital_human),
  );
  return withDistinctNames([
    ...of("goal_adherence").map(alone),
    ...paths,
    ...recordings.map((recording) => alone(replayDigitalHuman(recording, seed))),
    ...of("customer_personas").map(alone),
    ...staggered(of("load_testing"), seed).map(alone),
    ...attacks.map(alone),
    ...probes.slice(0, budget(request.policy_probes)),
  ]);
}

/** All that an agent's texts and tools say. */
const saidBy = ({ prompt, knowledge_base, agent_description, goals, tools }: AgentTexts): string =>
  [prompt, knowledge_base, agent_description, ...goals, JSON.stringify(tools ?? [])].join("\n");

/** Grants each count in turn until nothing is left. */
function budgetOf(maximum: number): (count: number) => number {
  let left = maximum;
  return (count) => {
    const granted = Math.min(count, left);
    left -= granted;
    return granted;
  };
}

function goalRequests({ goal }: GenerationRequest["goals"][number], count: number): GoalRequest[] {
  return Array.from({ length: count }, () => ({ kind: "goal_adherence", goal }));
}

function personaRequests(
  { name, description, goal }: GenerationRequest["personas"][number],
  count: number,
): GoalRequest[] {
  const title = titleOfPersona(name, goal);
  return Array.from({ length: count }, () => ({ kind: "customer_personas", goal, title, description }));
}

const titleOfPersona = (name: string, goal: string) => titleOf(name) || titleOf(goal) || "Persona";

function withDistinctNames(made: readonly Generated[]): Generated[] {
  const names = numbered(made.map(({ digital_human }) => digital_human.name));
  return made.map((one, place) => ({
    ...one,
    digital_human: { ...one.digital_human, name: names[place] ?? one.digital_human.name },
  }));
}

const alone = (digital_human: GeneratedDigitalHuman): Generated => ({ digital_human });
