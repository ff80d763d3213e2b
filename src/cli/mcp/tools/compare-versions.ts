import { z } from "zod";
import type { Comparison } from "../../../results/compare/compare.ts";
import { id, pick, planId } from "../answer.ts";
import { DESCRIBING_OPERATIONS, describeSimulation } from "../describe-simulation.ts";
import { defineTool } from "../tool.ts";
import { quotedName } from "../untrusted-text.ts";

const word = z.string().min(1).max(100).describe("version number or label");

export const compareVersions = defineTool({
  name: "compare_versions",
  description: "Run a simulation with two prompt versions, same callers and seed, and say which is better.",
  operations: [
    ...DESCRIBING_OPERATIONS,
    "list_prompt_versions",
    "list_knowledge_base_versions",
    "queue_http_text_simulation_run",
    "list_simulation_results",
    "get_simulation_result",
    "end_conversations",
  ],
  input: z.object({
    simulation_id: id,
    a: word,
    b: word,
    seed: z.string().max(200).default("1"),
    plan_id: planId,
  }),
  output: z.object({
    verdict: z.string(),
    simulation_run_ids: z.array(id),
    outcome: z.record(z.string(), z.unknown()),
    metrics: z.array(z.record(z.string(), z.unknown())),
  }),
  commandLine: ({ simulation_id, a, b }) =>
    `parley release compare ${simulation_id} ${quoted(a)} ${quoted(b)}`,
  ask: async ({ simulation_id, a, b }, call) =>
    `Run twice, with prompt version ${quotedName(a)} and with ${quotedName(b)}: ${await describeSimulation(simulation_id, [], call)}?`,
  async run({ simulation_id, a, b, seed }, { session, ...asked }) {
    const load = () => import("../../commands/release/compare.ts");
    const input = { simulation_id, a: versionOf(a), b: versionOf(b), seed, poll: 0.5 };
    const data = await session.run<Comparison & { simulation_run_ids: number[] }>(load, input, asked);
    return {
      data: {
        verdict: data.verdict,
        simulation_run_ids: data.simulation_run_ids,
        outcome: { ...data.outcome },
        metrics: data.metrics.map((metric) =>
          pick(metric, ["metric", "n", "median_difference", "p", "significant"]),
        ),
      },
    };
  },
});

/** Read as on a command line: a number is a version, and anything else is a label. */
export const versionOf = (word: string) => (/^\d+$/.test(word) ? { version: Number(word) } : { label: word });

/** For a command that is shown to a person, who has to fill in anything that is not a plain word. */
export const quoted = (word: unknown) => (/^[\w.-]+$/.test(String(word)) ? String(word) : "<version>");
