import { usage } from "../../../lib/failure.ts";
import { bodyOptions, unsetOption } from "../body/options.ts";
import { arg, defineCommand, type Result } from "../command.ts";
import { uuid } from "../parsers.ts";

export const command = defineCommand({
  needs: ["update_custom_metric", "update_custom_metrics"],
  about:
    "Sends only the fields that you name; all others are unchanged. A list that you name replaces the stored one as a whole. " +
    "When you name several metrics, only tags, agent_ids, eval_route, model, audio_model, temperature and allow_not_applicable can be " +
    "changed, and either all of them change or none. Calls that were evaluated keep their verdicts (`parley evaluate rerun`).",
  args: { metric_ids: arg("<metric-id...>", "ids of metrics", uuid) },
  options: { ...bodyOptions, unset: unsetOption },
  examples: [
    [
      "parley metrics update 5f0c1e2a-8d3b-4c6f-9a7e-1b2c3d4e5f60 --set name='Greets by name'",
      "gives a metric another name",
    ],
  ],
  view: { kind: "record" },
  async run(context, { metric_ids, ...changes }): Promise<Result> {
    const ids = [...new Set(metric_ids.map((id) => id.toLowerCase()))];
    const [metric_id = ""] = ids;
    const { CustomMetricUpdate, CustomMetricsUpdate } = await import(
      "../../../contract/schemas/metric-changes.ts"
    );
    const { readBody } = await import("../body/read.ts");
    const of = { noun: "patch", ...changes };
    const nothing = () =>
      usage("nothing to change", { hint: "give fields with --set path=value, --unset path or -f <file>" });
    if (ids.length > 1) {
      const updates = await readBody(context, { ...of, schema: CustomMetricsUpdate.shape.updates });
      if (Object.keys(updates).length === 0) throw nothing();
      const data: object = await context.change("update_custom_metrics", {
        body: { metric_ids: ids, updates },
      });
      return { data };
    }
    const body = await readBody(context, { ...of, schema: CustomMetricUpdate });
    if (Object.keys(body).length === 0) throw nothing();
    const data: object = await context.change("update_custom_metric", { params: { metric_id }, body });
    return { data };
  },
});
