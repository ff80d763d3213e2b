import { z } from "zod";
import { usage } from "../../../lib/failure.ts";
import { itemsWith, pick } from "../answer.ts";
import { defineTool } from "../tool.ts";
import { plainLine, quotedName } from "../untrusted-text.ts";

/** How many names the question shows. */
const NAMES_MAXIMUM = 20;

/** How many characters of a policy and its rule the question shows. */
const CHANGE_MAXIMUM = 300;

interface Applied {
  readonly summary: Readonly<Record<string, number>>;
  readonly items: readonly unknown[];
}

export const applyPlan = defineTool({
  name: "apply_plan",
  description: "Carry out a plan of plan_changes, exactly as it was shown.",
  operations: [
    "list_digital_humans",
    "create_digital_human",
    "update_digital_human",
    "list_prompt_versions",
    "list_prompt_policies",
    "review_prompt_policies",
  ],
  input: z.object({ plan_id: z.string().describe("from plan_changes") }),
  output: z.object({ items: itemsWith("id") }),
  commandLine: () => "parley dh apply -f callers.yaml` or `parley policies apply policies.yaml",
  async ask(_, { plan }) {
    const files = plan?.files;
    if (files?.kind === "policies") {
      const what = `the decisions on the policies of prompt version ${files.version} of agent ${files.agent_id}`;
      const changes = files.changes.map((change) => plainLine(change).slice(0, CHANGE_MAXIMUM));
      return `Store ${what}: ${changes.length === 0 ? "the same ones stay binding" : changes.join("; ")}?`;
    }
    const { create = 0, update = 0 } = files?.summary ?? {};
    const names = files?.names ?? [];
    const shown = names.slice(0, NAMES_MAXIMUM).map(quotedName);
    const more = names.length > shown.length ? ` and ${names.length - shown.length} more` : "";
    return `Create ${create} and update ${update} digital humans: ${shown.join(", ")}${more}?`;
  },
  async run(_, { session, plan, ...asked }) {
    if (!plan?.files) throw usage("the plan was not found", { hint: "make one with plan_changes" });
    if (plan.files.kind === "policies") {
      const { manifest, agent_id, version } = plan.files;
      const apply = () => import("../../commands/policies/apply.ts");
      const input = { file: manifest, agent: agent_id, prompt: { version } };
      const stored = await session.run<{ policies: readonly unknown[] }>(apply, input, asked);
      return {
        data: { items: stored.policies.map((policy) => ({ id: null, ...pick(policy, ["line", "status"]) })) },
      };
    }
    const load = () => import("../../commands/dh/apply.ts");
    const input = { files: [plan.files.manifest], plan_file: plan.files.plan };
    const { items } = await session.run<Applied>(load, input, asked);
    return { data: { items: items.map((item) => pick(item, ["outcome", "id"])) } };
  },
});
