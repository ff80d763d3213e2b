/** What the conversations of runs have reached of an agent, from the answers of any service. */
import { type Fields, fieldsOf } from "../contract/is-object.ts";
import { type Area, type Coverage, coverageOf, type Reached } from "../engine/coverage/coverage.ts";
import { stepNames } from "../engine/coverage/world-steps.ts";
import { capitalized } from "../engine/words/capitalized.ts";
import { toolPhrase } from "../engine/words/tool-words.ts";
import type { WorldStep } from "../engine/world/steps.ts";
import { shellWord } from "../lib/shell-word.ts";
import type { AskGround } from "./ask-ground.ts";
import type { Conversation } from "./check/conversation.ts";
import { readPassages } from "./passages.ts";
import { listOf, numberOf, textOf } from "./read.ts";

/** What was reached, and the commands that generate callers for what was never met. */
export interface RunCoverage extends Coverage {
  readonly next: readonly string[];
}

export interface Conversed {
  readonly conversations: readonly Conversation[];
  /** `simulation_run` of each list that they are from, if it says what the steps of its world are. */
  readonly runs: readonly RunRecord[];
}

export interface RunRecord {
  readonly id: string | number;
  readonly world_steps?: readonly WorldStep[] | null | undefined;
}

/** A workflow path that a digital human follows. */
interface Path {
  readonly workflow: string;
  /** From 0, as the service counts them. */
  readonly index: number;
}

const nameOfPath = ({ workflow, index }: Path) => `workflow ${workflow}, path ${index}`;

export async function readCoverage(
  agent_id: number | string,
  { conversations, runs }: Conversed,
  ask: AskGround,
): Promise<RunCoverage> {
  const simulations = [...new Set(conversations.flatMap(({ simulation_id }) => simulation_id ?? []))];
  const paths = new Map<string, Path>();
  for (const simulation_id of simulations)
    for (const human of listOf(
      fieldsOf(await ask("list_digital_humans", { simulation_id: String(simulation_id) }))["digital_humans"],
    )) {
      const [workflow, index] = [textOf(human["workflow_v2_id"]), numberOf(human["workflow_path_index"])];
      if (workflow !== null && index !== null) paths.set(String(human["id"]), { workflow, index });
    }
  const steps = new Map(
    runs.flatMap(({ id, world_steps }) => (world_steps ? [[String(id), world_steps]] : [])),
  );
  const world_steps = steps.size > 0 ? [...steps.values()].flat() : undefined;
  const tools = toolsIn(fieldsOf(await ask("get_agent", { agent_id: String(agent_id) })));
  const passages = await readPassages(agent_id, conversations, ask);
  const coverage = coverageOf(
    {
      policies: await policiesOf(agent_id, conversations, ask),
      tools: tools ?? world_steps?.map(({ tool }) => tool),
      paths: paths.size > 0 ? [...paths.values()].map(nameOfPath) : undefined,
      world_steps,
      knowledge: passages,
    },
    conversations.map((conversation) => ({
      ...reachedIn(conversation, paths),
      knowledge: passages?.seenIn(conversation) ?? [],
      world_steps: stepNames(
        steps.get(String(conversation.simulation_run_id)) ?? [],
        conversation.world_steps ?? [],
      ),
    })),
  );
  return { ...coverage, next: commandsFor(coverage, [...paths.values()], agent_id, simulations[0]) };
}

function reachedIn(conversation: Conversation, paths: ReadonlyMap<string, Path>): Reached {
  const { criteria, tool_calls, digital_human_id, outcome } = conversation;
  const path = paths.get(String(digital_human_id));
  return {
    held: criteria?.held ?? [],
    failed: criteria?.failed ?? [],
    undecided: criteria?.unevaluated ?? [],
    tools: (tool_calls ?? []).map(({ name }) => name),
    // A caller that is still speaking, or was cut off, may not have come to the end of its path.
    path: path && (outcome === "passed" || outcome === "failed") ? nameOfPath(path) : undefined,
  };
}

/** The policies of each prompt version that was tested. Undefined if the service does not have them. */
async function policiesOf(
  agent_id: number | string,
  conversations: readonly Conversation[],
  ask: AskGround,
): Promise<Policy[] | undefined> {
  const versions = new Set(conversations.flatMap(({ versions }) => versions?.prompt_version ?? []));
  if (versions.size === 0 || conversations.every(({ criteria }) => !criteria)) return undefined;
  const policies: Policy[] = [];
  for (const version of versions) {
    const listed = await ask("list_prompt_policies", { agent_id: String(agent_id), version });
    if (listed === undefined) return undefined;
    for (const { sentence, rule, status } of listOf(fieldsOf(listed)["policies"]))
      policies.push({ sentence: String(sentence), rule: textOf(rule), status: String(status) });
  }
  return policies;
}

type Policy = { readonly sentence: string; readonly rule: string | null; readonly status: string };

/** The tools that an agent's record names. Undefined if it names none. */
function toolsIn({ tools }: Fields): string[] | undefined {
  const names = listOf(tools).flatMap(({ name }) => (typeof name === "string" ? [name] : []));
  return names.length > 0 ? names : undefined;
}

function commandsFor(
  coverage: Coverage,
  paths: readonly Path[],
  agent_id: number | string,
  simulation_id: number | string | undefined,
): string[] {
  const generate = `parley dh generate --agent ${shellWord(String(agent_id))}`;
  const added = simulation_id === undefined ? "" : ` --simulation ${shellWord(String(simulation_id))}`;
  const neverMet = (area: Area) =>
    (coverage[area]?.items ?? []).flatMap(({ name, standing }) => (standing === "never_met" ? [name] : []));
  const goals = neverMet("tools").map((name) => {
    const phrase = toolPhrase(name);
    return `--goal ${shellWord(`${capitalized(phrase)} (${name})`)}`;
  });
  const missed = paths.filter((path) => neverMet("paths").includes(nameOfPath(path)));
  const workflows = [...new Set(missed.map(({ workflow }) => workflow))].map((workflow) => {
    const own = missed.filter((path) => path.workflow === workflow);
    // Generation makes callers for the first so many paths.
    return `--workflow ${shellWord(`${workflow}=${Math.max(...own.map(({ index }) => index)) + 1}`)}`;
  });
  return [
    ...(neverMet("policies").length > 0 ? [`${generate} --probe ${coverage.policies?.total}${added}`] : []),
    ...(goals.length > 0 ? [`${generate} ${goals.join(" ")}${added}`] : []),
    ...(workflows.length > 0 ? [`${generate} ${workflows.join(" ")}${added}`] : []),
  ];
}
