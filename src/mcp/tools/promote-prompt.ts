import { z } from "zod";
import { id, planId, rate } from "../answer.ts";
import { defineTool } from "../tool.ts";
import { quoted, versionOf } from "./compare-versions.ts";

interface Moved {
  readonly previous_version: number | null;
  readonly version: number;
  readonly moved: boolean;
  readonly evidence: { readonly pass_rate: number } | null;
}

export const promotePrompt = defineTool({
  name: "promote_prompt",
  description:
    "Move a label such as production to a prompt version. Needs a run that tested this version and passed.",
  releases: true,
  operations: [
    "list_prompt_versions",
    "list_label_moves",
    "list_simulation_results",
    "list_simulation_runs",
    "add_prompt_labels",
    "explain_label_move",
  ],
  input: z.object({
    agent_id: id,
    version: z.int().positive(),
    label: z.string().min(1).max(100),
    run_id: id.describe("the run that passed"),
    min_pass_rate: z.number().gt(0).max(1).default(1),
    accept_unconfirmed: z
      .boolean()
      .default(false)
      .describe("true only if the person accepts that the agent did not confirm the version it ran"),
    plan_id: planId,
  }),
  output: z.object({
    previous_version: z.int().nullable(),
    version: z.int(),
    moved: z.boolean(),
    pass_rate: rate,
  }),
  commandLine: ({ agent_id, version, label, run_id, accept_unconfirmed }) =>
    `parley prompts promote ${version} ${quoted(label)} --require-run ${run_id} --agent ${agent_id}${accept_unconfirmed ? " --accept-unconfirmed" : ""}`,
  ask: async ({ agent_id, version, label, run_id, accept_unconfirmed }) =>
    `Move the label ${JSON.stringify(label)} of agent ${agent_id} to prompt version ${version}, on the evidence of run ${run_id}${accept_unconfirmed ? ", even if the agent did not confirm that it ran this version" : ""}?`,
  async run({ agent_id, version, label, run_id, min_pass_rate, accept_unconfirmed }, { session, ...asked }) {
    const input = {
      version: versionOf(String(version)),
      label,
      agent: agent_id,
      require_run: run_id,
      min_pass_rate,
      accept_unconfirmed,
    };
    const load = () => import("../../commands/prompts/promote.ts");
    const { evidence, ...moved } = await session.run<Moved>(load, input, asked);
    const { previous_version, moved: isMoved } = moved;
    return {
      data: {
        previous_version,
        version: moved.version,
        moved: isMoved,
        pass_rate: evidence?.pass_rate ?? null,
      },
    };
  },
});
