import { quoted } from "../../rules-language/write.ts";
import { titleOf } from "../../words/title.ts";
import { guidance } from "../criteria.ts";
import type { Generated, MetricSuggestion } from "../digital-human.ts";
import { isDraft, type ScenarioGraph } from "./graph.ts";
import { scriptOf } from "./script.ts";
import { type ScenarioTurn, turnsOfPaths } from "./turns.ts";

/** A stored scenario, and how many of its paths are requested. */
export interface ScenarioRequest {
  readonly kind: "workflow_adherence" | "workflow_adherence_v2";
  readonly id: string;
  readonly name: string;
  readonly definition: ScenarioGraph;
  readonly count: number;
}

/**
 * A digital human for each of the first paths of a scenario: its turns are its playback, and its own are
 * scripted. A draft has none.
 */
export function scenarioCallers(request: ScenarioRequest, seed: string): Generated[] {
  const { kind, id, name, definition, count } = request;
  if (isDraft(definition)) return [];
  return turnsOfPaths(definition)
    .slice(0, count)
    .map((turns, index) => {
      const source = sourceOf(turns);
      const metric = metricOf(name, source, turns);
      return {
        digital_human: {
          name: `${titleOf(name)}: path ${index + 1}`,
          tag: kind,
          intent: "",
          success_criteria: "",
          ...scriptOf(turns),
          enriched_playback: turns,
          ...(kind === "workflow_adherence_v2" && { workflow_v2_id: id }),
          workflow_path_index: index,
          generation: { generated_by: "rules", kind, seed, source },
        },
        ...(metric && { metric }),
      };
    });
}

/** The nodes of a path: "greet > choice (billing) > bye". */
const sourceOf = (turns: readonly ScenarioTurn[]): string =>
  turns.map(({ node, branch }) => (branch === undefined ? node : `${node} (${branch})`)).join(" > ");

/**
 * Asks whether the agent has said what the path demands. Rules check exact words. If all that the path demands
 * is in other words, only a judge can tell; if some of it is, the description says what no rule checks.
 */
function metricOf(
  name: string,
  source: string,
  turns: readonly ScenarioTurn[],
): MetricSuggestion | undefined {
  const agent = turns.filter(({ role }) => role === "AGENT");
  const exact = agent.flatMap(({ utterance }) => (utterance === undefined ? [] : [utterance]));
  const inWords = agent.flatMap(({ node, description }) => (description ? [`${node}: ${description}`] : []));
  if (exact.length === 0 && inWords.length === 0) return undefined;
  const says = `The agent follows the path ${source}.`;
  const suggestion = { name: titleOf(`${name}: ${source}`), response_type: "pass_fail" as const };
  if (exact.length === 0)
    return {
      ...suggestion,
      description: says,
      scoring_guidance: `Pass if the agent does all of this, in this order and in its own words:\n${inWords.map((one) => `- ${one}`).join("\n")}`,
    };
  const unchecked =
    inWords.length > 0 ? ` These turns are in other words, which no rule checks: ${inWords.join("; ")}.` : "";
  const rules = exact.map((utterance) => `pass when agent says ${quoted(utterance)}`);
  return {
    ...suggestion,
    description: `${says}${unchecked}`,
    scoring_guidance: guidance([{ says, rules }]),
  };
}
