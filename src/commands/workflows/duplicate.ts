import type { Answer, Lenient } from "../../contract/types.ts";
import { arg, defineCommand, option } from "../command.ts";
import { createdView } from "../created.ts";
import { uuid } from "../parsers.ts";

export const command = defineCommand({
  needs: ["duplicate_workflow"],
  args: { workflow_id: arg("<workflow-id>", "id of the workflow", uuid) },
  options: { name: option("--name <text>", "name of the copy (default: the original's name with (copy))") },
  examples: [
    [
      "parley workflows duplicate 7c1d4e5f-8d3b-4c6f-9a7e-1b2c3d4e5f60 --name Trial",
      "a copy to try things with",
    ],
  ],
  view: createdView("workflow", ({ id, name }: Lenient<Answer<"duplicate_workflow">>) => ({ id, name })),
  async run(context, { workflow_id, name }) {
    const body = name === undefined ? {} : { name };
    const data = await context.change("duplicate_workflow", { params: { workflow_id }, body });
    return { data, ids: [data.id] };
  },
});
