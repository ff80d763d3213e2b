import { z } from "zod";
import { usage } from "../../failure.ts";
import { sanitizeLine } from "../../terminal/sanitize.ts";
import { pick } from "../answer.ts";
import { defanged } from "../guard.ts";
import { defineTool } from "../tool.ts";

/** How many names the question shows. */
const NAMES_MAXIMUM = 20;

interface Applied {
  readonly summary: Readonly<Record<string, number>>;
  readonly items: readonly unknown[];
}

export const applyPlan = defineTool({
  name: "apply_plan",
  description: "Carry out a plan of plan_callers, exactly as it was shown.",
  operations: ["list_digital_humans", "create_digital_human", "update_digital_human"],
  input: z.object({ plan_id: z.string().describe("from plan_callers") }),
  output: z.object({ items: z.array(z.record(z.string(), z.unknown())) }),
  commandLine: () => "parley dh apply -f callers.yaml",
  async ask(_, { plan }) {
    const { create = 0, update = 0 } = plan?.files?.summary ?? {};
    const names = plan?.files?.names ?? [];
    const shown = names
      .slice(0, NAMES_MAXIMUM)
      .map((name) => JSON.stringify(defanged(sanitizeLine(name)).slice(0, 60)));
    const more = names.length > shown.length ? ` and ${names.length - shown.length} more` : "";
    return `Create ${create} and update ${update} digital humans: ${shown.join(", ")}${more}?`;
  },
  async run(_, { session, plan, ...asked }) {
    if (!plan?.files) throw usage("the plan was not found", { hint: "make one with plan_callers" });
    const load = () => import("../../commands/dh/apply.ts");
    const input = { files: [plan.files.manifest], plan_file: plan.files.plan };
    const { items } = await session.run<Applied>(load, input, asked);
    return { data: { items: items.map((item) => pick(item, ["outcome", "id"])) } };
  },
});
