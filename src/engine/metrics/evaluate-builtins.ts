import { reporterOf } from "./builtin-metric.ts";
import { builtinMetrics, catalogue, formulaOf } from "./catalogue.ts";
import type { ConversationInput } from "./conversation.ts";
import { type FactOptions, gatherFacts } from "./facts.ts";
import type { MetricValue, Warning } from "./metric-value.ts";
import { SILENCE_THRESHOLD_MS } from "./timing/silence-metrics.ts";
import { matchesPattern } from "./tools/matches-pattern.ts";

export interface BuiltinEvaluation {
  /** One value for each metric of the catalogue, in its order. */
  metrics: MetricValue[];
  data_quality: Warning[];
}

const formulas = new Map(catalogue.map((entry) => [entry.id, formulaOf(entry)]));
const reporters = builtinMetrics.map((metric) => reporterOf(metric, formulas.get(metric.id) ?? metric.id));

/**
 * Computes all built-in metrics of a conversation. The same input gives the same result.
 *
 * @param options `silence_threshold_ms`: what `silences_over` counts (4000). `mode`: how parameters of tool calls are
 *   compared (`subset`). `matchesPattern`: what runs `$regex` matchers.
 */
export function evaluateBuiltins(
  input: ConversationInput,
  options: Partial<FactOptions> = {},
): BuiltinEvaluation {
  const { facts, data_quality } = gatherFacts(input, {
    silence_threshold_ms: options.silence_threshold_ms ?? SILENCE_THRESHOLD_MS,
    mode: options.mode ?? "subset",
    matchesPattern: options.matchesPattern ?? matchesPattern,
  });
  return {
    metrics: reporters.map((report) => report(facts)),
    data_quality,
  };
}

/** The values by id. */
export function metricsById(metrics: readonly MetricValue[]): ReadonlyMap<string, MetricValue> {
  return new Map(metrics.map((metric) => [metric.id, metric]));
}
