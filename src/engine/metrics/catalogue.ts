import { audioMetrics } from "./audio/audio-metrics.ts";
import type { BuiltinMetric, MetricDefinition } from "./builtin-metric.ts";
import { type Definition, definitions } from "./definitions.ts";
import { endingMetrics } from "./ending-metrics.ts";
import { heardMetrics } from "./heard/heard-metrics.ts";
import { fillerMetrics } from "./text/filler-metrics.ts";
import { repetitionMetrics } from "./text/repetition-metrics.ts";
import { turnMetrics } from "./text/turn-metrics.ts";
import { wordErrorMetrics } from "./text/word-error-metrics.ts";
import { floorMetrics } from "./timing/floor-metrics.ts";
import { latencyMetrics } from "./timing/latency-metrics.ts";
import { silenceMetrics } from "./timing/silence-metrics.ts";
import { talkMetrics } from "./timing/talk-metrics.ts";
import { toolMetrics } from "./tools/tool-metrics.ts";

/** All built-in metrics, in the order in which they are reported. */
export const builtinMetrics: readonly BuiltinMetric[] = [
  ...latencyMetrics,
  ...talkMetrics,
  ...floorMetrics,
  ...silenceMetrics,
  ...audioMetrics,
  ...turnMetrics,
  ...fillerMetrics,
  ...repetitionMetrics,
  ...endingMetrics,
  ...toolMetrics,
  ...heardMetrics,
  ...wordErrorMetrics,
];

/** A built-in metric without its code. */
export type CatalogueEntry = MetricDefinition & Definition;

const UNDEFINED: Definition = { formula: "", support: "", reads: [] };

/** A description of every built-in metric, for listing. */
export const catalogue: readonly CatalogueEntry[] = builtinMetrics.map(
  ({ id, version, unit, description, source }) => ({
    id,
    version,
    unit,
    description,
    ...(definitions.get(id) ?? UNDEFINED),
    source,
  }),
);

/** The formula of a metric, as evaluations print it. */
export function formulaOf({ id, version, formula }: CatalogueEntry): string {
  return `${id}@${version} = ${formula}`;
}
