import { noun, showCommand } from "../noun.ts";

export const command = showCommand(noun("metrics", "metric", "metric_id"), "get_custom_metric", {
  examples: [["parley metrics show 5f0c1e2a-8d3b-4c6f-9a7e-1b2c3d4e5f60", "everything about one metric"]],
  absent: { agent_ids: "not attached to an agent yet" },
});
