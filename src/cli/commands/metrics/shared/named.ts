import { Failure } from "../../../../lib/failure.ts";
import type { Context } from "../../../context.ts";
import { everyPage, type Metric } from "./every-page.ts";

/** The service's metric with this name. @throws Failure (not_found) */
export async function metricNamed(context: Context, name: string): Promise<Metric> {
  const metrics = await everyPage((page) => context.read("list_custom_metrics", { query: { page } }));
  const match = metrics.find((metric) => metric.name === name);
  if (match) return match;
  throw new Failure("not_found", `no metric is called "${name}"`, {
    hint: "`parley metrics list` shows the metrics; success criteria of a digital human cannot be labelled",
  });
}
