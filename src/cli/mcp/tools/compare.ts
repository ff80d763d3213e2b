import { z } from "zod";
import { id, itemsWith, pick, rate } from "../answer.ts";
import { defineTool } from "../tool.ts";

interface Compared {
  readonly p: number | null;
  readonly significant: boolean;
  readonly conversations: readonly { readonly change: string }[];
}

export const compare = defineTool({
  name: "compare",
  description: "Compare two finished runs caller by caller: what was fixed and what broke (McNemar's test).",
  operations: ["list_simulation_results", "list_digital_humans"],
  input: z.object({ before: id.describe("run id"), after: id.describe("run id") }),
  output: z.object({
    p: rate,
    significant: z.boolean(),
    changes: z.record(z.string(), z.int()),
    changed: itemsWith("digital_human_id"),
  }),
  async run({ before, after }, { session, ...asked }) {
    const load = () => import("../../commands/sim/compare.ts");
    const { p, significant, conversations } = await session.run<Compared>(load, { before, after }, asked);
    const changes: Record<string, number> = {};
    for (const { change } of conversations) changes[change] = (changes[change] ?? 0) + 1;
    const changed = conversations
      .filter(({ change }) => change !== "still_passing")
      .map((one) => pick(one, ["change", "digital_human_id", "repetition"]));
    return { data: { p, significant, changes, changed } };
  },
});
