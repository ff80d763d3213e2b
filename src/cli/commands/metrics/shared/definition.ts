import type { Body } from "../../../../contract/types.ts";
import { usage } from "../../../../lib/failure.ts";
import type { Context } from "../../../context.ts";

interface Named {
  /** Id of a metric stored in the service. */
  readonly metric_id: string | undefined;
  /** A file with a metric's fields. */
  readonly file: string | undefined;
}

/** The fields that decide how a metric is evaluated, from the service or from a file. */
export async function readDefinition(
  context: Context,
  { metric_id, file }: Named,
): Promise<Body<"create_custom_metric">> {
  if ((metric_id === undefined) === (file === undefined))
    throw usage("no metric given", { hint: "give the id of a stored metric, or a file with -f" });
  if (file === undefined)
    return definitionOf(await context.read("get_custom_metric", { params: { metric_id: metric_id ?? "" } }));
  const { CustomMetricCreate } = await import("../../../../contract/schemas/index.ts");
  const { readBody } = await import("../../body/read.ts");
  return readBody(context, { noun: "metric", schema: CustomMetricCreate, file, set: [] });
}

/** The fields that decide how a metric of the service is evaluated. */
export async function definitionOf(record: object): Promise<Body<"create_custom_metric">> {
  const { CustomMetricCreate } = await import("../../../../contract/schemas/index.ts");
  const { checkBody } = await import("../../body/read.ts");
  const { agent_ids: _, ...shape } = CustomMetricCreate.shape;
  const fields = Object.entries(record).filter(([name, value]) => name in shape && value !== null);
  return checkBody("metric", CustomMetricCreate, Object.fromEntries(fields));
}
