/** What was fixed and what broke from one run to another, for `look`. */
import { z } from "zod";
import { pick, rate } from "../answer.ts";
import type { ToolCall } from "../tool.ts";

/** McNemar's test, and how many conversations changed in which way. */
export const Compared = z.object({
  p: rate,
  significant: z.boolean(),
  counts: z.record(z.string(), z.int()),
});

interface Found {
  readonly p: number | null;
  readonly significant: boolean;
  readonly conversations: readonly { readonly change: string }[];
}

interface Runs {
  readonly since: number;
  readonly id: number;
  readonly maximum: number;
}

export async function changesBetween({ since, id, maximum }: Runs, { session, ...asked }: ToolCall) {
  const load = () => import("../../commands/sim/compare.ts");
  const input = { before: since, after: id };
  const { p, significant, conversations } = await session.run<Found>(load, input, asked);
  const counts: Record<string, number> = {};
  for (const { change } of conversations) counts[change] = (counts[change] ?? 0) + 1;
  const changed = conversations.filter(({ change }) => change !== "still_passing");
  const items = changed.slice(0, maximum);
  return {
    data: {
      total: changed.length,
      items: items.map((item) => pick(item, ["change", "digital_human_id", "repetition"])),
      compared: { p, significant, counts },
    },
  };
}
