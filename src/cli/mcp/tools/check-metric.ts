import { z } from "zod";
import { MetricLint } from "../../../contract/schemas/metric.ts";
import { uuid } from "../answer.ts";
import { defineTool } from "../tool.ts";

export const checkMetric = defineTool({
  name: "check_metric",
  description:
    "Check the rules of a custom metric, stored or new, and list every mistake with line and column. See search_docs for the rule language.",
  operations: ["get_custom_metric", "lint_custom_metric"],
  input: z.object({
    metric_id: uuid.optional(),
    definition: z.string().max(100_000).optional().describe("YAML: name, response_type, scoring_guidance"),
  }),
  output: MetricLint,
  async run({ metric_id, definition }, { session, ...asked }) {
    const file = definition === undefined ? undefined : await session.file("metric.yaml", definition);
    const load = () => import("../../commands/metrics/lint.ts");
    const data = await session.run<z.output<typeof MetricLint>>(load, { metric_id, file }, asked);
    return {
      data,
      ...(data.method === "judge" && { note: "the guidance is for a judge: it has no rules to check" }),
    };
  },
});
