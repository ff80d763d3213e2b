import { z } from "zod";
import { Failure } from "../../../lib/failure.ts";
import { id, planId, rate } from "../answer.ts";
import { changedLines } from "../changed-lines.ts";
import { defineTool } from "../tool.ts";
import { quotedName } from "../untrusted-text.ts";
import { quoted, versionOf } from "./compare-versions.ts";

interface Version {
  readonly version: number;
  readonly prompt_text: string;
}

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
  async ask({ agent_id, version, label, run_id, accept_unconfirmed }, { session, ...asked }) {
    const load = () => import("../../commands/prompts/list.ts");
    const list = (query: object) => session.run<Version[]>(load, { agent: agent_id, ...query }, asked);
    const [[before], [after]] = await Promise.all([list({ label }), list({ version })]);
    if (!after) throw new Failure("not_found", `agent ${agent_id} has no prompt version ${version}`);
    const text = await changedLines(before?.prompt_text ?? "", after.prompt_text);
    const move = `Move the label ${quotedName(label)} of agent ${agent_id} from ${before ? `prompt version ${before.version}` : "no prompt version"} to prompt version ${version}, on the evidence of run ${run_id}`;
    return {
      question: `${move}${accept_unconfirmed ? ", even if the agent did not confirm that it ran this version" : ""}?`,
      text,
    };
  },
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
