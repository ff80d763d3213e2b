import { type PublishedConversation, readConversation } from "../../../contract/readings/conversation.ts";
import { tooLittle } from "../../../engine/coverage/coverage.ts";
import { counted } from "../../../engine/words/counted.ts";
import { EXIT_CODES, usage } from "../../../lib/failure.ts";
import type { RunCoverage, RunRecord } from "../../../results/coverage.ts";
import { arg, defineCommand } from "../command.ts";
import { integerFrom } from "../parsers.ts";
import { leastOf, minCoverage } from "./shared/coverage-option.ts";
import { coverageLines, coverageOn } from "./shared/read-coverage.ts";

interface Shown extends RunCoverage {
  readonly runs: readonly number[];
  /** Why the coverage is not enough. */
  readonly too_little: readonly string[];
}

export const command = defineCommand({
  needs: ["list_simulation_results", "get_agent", "list_prompt_policies"],
  about:
    "Lists what the conversations of one or several runs have reached: which accepted policies were kept or broken, which tools " +
    "were called, which workflow paths were followed, which steps of the tools of a world ran, which passages of the knowledge base were seen, and what was never met, with the command that generates a caller for it. " +
    "A policy that is not accepted or has no rule is not counted. The exit code is 0, or 9 if less than --min-coverage was met.",
  args: {
    simulation_run_ids: arg("<run-id...>", "runs of one agent, from `parley sim runs`", integerFrom(1)),
  },
  options: { min_coverage: minCoverage },
  examples: [
    ["parley sim coverage 900", "what run 900 has reached"],
    ["parley sim coverage 900 901 --min-coverage policies=0.9", "a CI gate over two runs"],
    [
      "parley sim coverage 900 --json --query 'policies.items[?standing==`never_met`].name'",
      "the policies that no caller has met",
    ],
  ],
  view: { kind: "text", wraps: true, text: coverageText },
  async run(context, { simulation_run_ids, min_coverage }) {
    const runs = [...new Set(simulation_run_ids)];
    const results: PublishedConversation[] = [];
    const records: RunRecord[] = [];
    for (const id of runs) {
      const answer = await context.read("list_simulation_results", { params: { simulation_run_id: id } });
      results.push(...answer.simulation_results);
      records.push({ id, world_steps: answer.simulation_run?.world_steps });
    }
    const agent_id = onlyAgentOf(results);
    const conversations = results.map(readConversation);
    const coverage = await coverageOn(context, agent_id, { conversations, runs: records });
    const too_little = tooLittle(coverage, leastOf(min_coverage));
    const data: Shown = { runs, ...coverage, too_little };
    return { data, exitCode: too_little.length > 0 ? EXIT_CODES.gate : EXIT_CODES.done };
  },
});

/** @throws Failure (usage) if there are several */
function onlyAgentOf(results: readonly PublishedConversation[]): number {
  const [agent, ...others] = new Set(results.flatMap(({ agent_id }) => agent_id ?? []));
  if (agent === undefined)
    throw usage("the runs have no conversations, or the service does not name their agent");
  if (others.length > 0)
    throw usage(`the runs are of agents ${[agent, ...others].join(" and ")}; give runs of one`);
  return Number(agent);
}

function coverageText(coverage: Shown): string {
  const { conversations, too_little } = coverage;
  return [
    counted(conversations, "conversation"),
    ...coverageLines(coverage),
    ...too_little.map((line) => `not enough: ${line}`),
  ].join("\n");
}
