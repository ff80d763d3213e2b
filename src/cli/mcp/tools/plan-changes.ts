import { z } from "zod";
import type { Plan } from "../../plan/steps.ts";
import { planText } from "../../plan/text.ts";
import { id } from "../answer.ts";
import { type Answered, defineTool, type ToolCall } from "../tool.ts";
import { draftPolicies, planPolicies } from "./plan-policies.ts";

const Output = z.object({
  plan_id: z.string().optional().describe("absent: a draft, nothing to apply yet"),
  create: z.int().optional(),
  update: z.int().optional(),
  unchanged: z.int().optional(),
  unmanaged: z.int().optional(),
  manifest: z.string().optional().describe("drafted policies, to edit"),
  accepted: z.int().optional(),
  rejected: z.int().optional(),
  to_review: z.int().optional(),
});

export const planChanges = defineTool({
  name: "plan_changes",
  description:
    "Compare a manifest with the service, for apply_plan: digital humans, or policies of a prompt (what its sentences demand). Without a manifest, draft the policies of agent_id. Changes nothing.",
  operations: [
    "list_digital_humans",
    "list_prompt_versions",
    "list_prompt_policies",
    "draft_prompt_policies",
    "list_simulation_results",
    "get_simulation_result",
  ],
  input: z.object({
    manifest: z.string().max(400_000).optional().describe("YAML, kind: DigitalHumans or Policies"),
    agent_id: id.optional(),
    prompt: z.string().max(100).optional().describe("version or label; default: latest"),
    against: id.optional().describe("run whose conversations each proposed policy is tried on"),
  }),
  output: Output,
  async run({ manifest, ...about }, call) {
    if (manifest === undefined) return draftPolicies(about, call);
    return /^[ \t]{0,200}kind:\s{0,20}["']?Policies\b/m.test(manifest)
      ? planPolicies({ manifest, ...about }, call)
      : planCallers(manifest, call);
  },
});

async function planCallers(
  manifest: string,
  { session, ...asked }: ToolCall,
): Promise<Answered<z.output<typeof Output>>> {
  const file = await session.file("callers.yaml", manifest);
  const out = await session.path("plan.json");
  const load = () => import("../../commands/dh/plan.ts");
  const plan = await session.run<Plan>(load, { files: [file], out }, asked);
  const { create, update, unchanged, unmanaged } = plan.summary;
  const plan_id = session.plans.make("apply_plan", "{}", {
    kind: "callers",
    manifest: file,
    plan: out,
    summary: plan.summary,
    names: plan.steps.flatMap((step) =>
      step.action === "create" || step.action === "update" ? [step.name] : [],
    ),
  }).id;
  return {
    data: { plan_id, create, update, unchanged, unmanaged },
    text: await planText(plan),
    note: "show this to the person; apply_plan carries it out",
  };
}
