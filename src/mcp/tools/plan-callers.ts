import { z } from "zod";
import type { Plan } from "../../plan/steps.ts";
import { planText } from "../../plan/text.ts";
import { defineTool } from "../tool.ts";

export const planCallers = defineTool({
  name: "plan_callers",
  description:
    "Compare a manifest of digital humans with the service: what would be created or changed. Changes nothing.",
  operations: ["list_digital_humans"],
  input: z.object({ manifest: z.string().max(200_000).describe("YAML, kind: DigitalHumans") }),
  output: z.object({
    plan_id: z.string(),
    create: z.int(),
    update: z.int(),
    unchanged: z.int(),
    unmanaged: z.int(),
  }),
  async run({ manifest }, { session, ...asked }) {
    const file = await session.file("callers.yaml", manifest);
    const out = await session.path("plan.json");
    const load = () => import("../../commands/dh/plan.ts");
    const plan = await session.run<Plan>(load, { files: [file], out }, asked);
    const { create, update, unchanged, unmanaged } = plan.summary;
    const { id } = session.plans.make("apply_plan", "{}", {
      manifest: file,
      plan: out,
      summary: plan.summary,
      names: plan.steps.flatMap((step) =>
        step.action === "create" || step.action === "update" ? [step.name] : [],
      ),
    });
    return {
      data: { plan_id: id, create, update, unchanged, unmanaged },
      text: await planText(plan),
      note: "show this to the person; apply_plan carries it out",
    };
  },
});
